/** Made by bundle.mjs. */
declare module "loopguard-vectors" {
  /** The texts of the files of test/vectors, by their paths there. */
  export const texts: Readonly<Record<string, string>>;
}
