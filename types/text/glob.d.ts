/** Globs: `*` matches any number of characters, `?` matches one. */
export declare function isGlob(name: string): boolean;
/**
 * Whether `pattern` matches the whole of `name`. Only the last `*` is ever retried, so the cost is at most the product
 * of the two lengths, for any pattern.
 */
export declare function globMatches(pattern: string, name: string): boolean;
