/**
 * What declarations of this package take from the platform, for programs that are compiled with neither `@types/node` nor "DOM"
 * nor "ESNext.Disposable" in `lib`. Where a program knows these names, nothing is added to them.
 */

declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
  interface AbortSignal {}
  // biome-ignore lint/suspicious/noExplicitAny: as every platform declares it
  // biome-ignore lint/correctness/noUnusedVariables: as every platform declares it
  interface ReadableStream<R = any> {}
}

/** A `Buffer`, which without `@types/node` is only known to be a `Uint8Array`. */
export type Bytes = typeof globalThis extends { Buffer: { alloc(size: number): infer B } } ? B : Uint8Array;
