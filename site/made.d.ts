/** Modules that are made while the site is built: see build.mjs. */
declare module "made:worker" {
  /** The script of the worker. */
  export const text: string;
}
declare module "made:search" {
  /** The index of the documents, as JSON of MiniSearch. */
  export const index: string;
  export const options: import("minisearch").Options;
}
declare module "made:examples" {
  export const examples: readonly { name: string; title: string; note: string; file: string; text: string }[];
}
declare module "made:frameworks" {
  export const frameworks: readonly import("./page/snippet.ts").Lines[];
}
