/** Names with wildcards: `*` for any run of characters, `?` for one. */
export declare function isGlob(name: string): boolean;
/**
 * Whether `name` matches. Linear but for the stars: of those only the last one met is ever taken back, so the cost is at
 * most the product of the lengths, for any pattern.
 */
export declare function globMatches(pattern: string, name: string): boolean;
