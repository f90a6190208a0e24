/** Globs: `*` matches any number of characters, `?` matches one. */
export declare function isGlob(name: string): boolean;
/**
 * Whether `pattern` matches the whole of `name`. Only the last `*` is ever retried, so the cost is at most the product
 * of the two lengths, for any pattern.
 */
export declare function globMatches(pattern: string, name: string): boolean;
/** Names and globs of tools, of which the one for a name is found without looking at every other name. */
export declare class ToolNames {
    #private;
    constructor(names: Iterable<string>);
    /** The entry that equals `name`, else the first glob that matches it. */
    find(name: string): string | undefined;
}
