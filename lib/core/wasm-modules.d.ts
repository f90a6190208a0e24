/** Bundlers and Workers give the compiled module. */
declare module "*.wasm?module" {
  const compiled: object;
  export default compiled;
}

/** Which file it is depends on the platform: see "imports" in package.json. All of them have these exports. */
declare module "#wasm" {
  export const isOnlyBuild: boolean;
  export function wasmSource(): object;
}
