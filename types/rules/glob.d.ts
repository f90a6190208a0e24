export declare function isGlob(name: string): boolean;
/**
 * Whether `pattern` matches the whole of `name`. Only the last `*` is ever retried, so the cost is at most the product
 * of the two lengths, for any pattern.
 */
export declare function globMatches(pattern: string, name: string): boolean;
/** The most characters of a glob, and the most globs in the options of a guard: `LG_GLOB_UNITS_MAX`, `LG_GLOBS_MAX`. */
export declare const GLOB_MAX = 256;
export declare const GLOBS_MAX = 256;
/** Names and globs of tools, of which the one for a name is found without looking at every other name. */
export declare class ToolNames {
    #private;
    constructor(names: Iterable<string>);
    /** The entry that equals `name`, else the first glob that matches it. */
    find(name: string): string | undefined;
}
