/** Written by scripts/bundle-modules.mjs: the WebAssembly build, packed by DEFLATE, as base64; and how large it is. */
export const packed: string;
export const size: number;
