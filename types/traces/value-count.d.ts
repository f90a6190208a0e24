/** Whether a text contains more than `VALUES_MAX` values or `KEYS_MAX` different keys. Skips strings quickly. */
export declare function hasTooMuch(text: Buffer): boolean;
