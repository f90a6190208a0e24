/** Bundlers and Workers give the compiled module. */
declare module "*.wasm?module" {
  const compiled: object;
  export default compiled;
}
