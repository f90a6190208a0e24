/** Bundlers and Workers give the compiled module. */
declare module "*.wasm?module" {
  const compiled: object;
  export default compiled;
}

/** Which file it is depends on the platform: see "imports" in package.json. All of them have these exports. */
declare module "#wasm" {
  /** `undefined`: there are no addons on this platform. */
  export const openNative: typeof import("./native.ts").openNative | undefined;
  export function wasmSource(): object;
}
