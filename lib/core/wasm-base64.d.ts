/** Written by scripts/build-ts.mjs. */
export const base64: string;
