/** Names of arguments that may hold a query, in order of preference: the first that is a string is used. */
export declare const QUERY_KEYS: readonly string[];
/** Destructive words: queries that contain different sets of them ("delete user", "show user") are never similar. */
export declare const DANGEROUS_TOKENS: readonly string[];
/**
 * A query in lower case, with only letters, digits, `_` and single spaces, as Python makes it with `str.lower()`,
 * `re.sub(r"[^\w\s]", "", text)` and `str.split()`. Combining marks are dropped. Results may differ from Python's only
 * for characters that one of the two Unicode versions does not have.
 *
 * @example
 * normalizeQuery("What's  NEW in Node-22?"); // "whats new in node22"
 */
export declare function normalizeQuery(text: string): string;
/** What queries are compared by: `"<sorted destructive words>\n<normalised query>"`; `undefined` for an empty query. */
export declare function queryKey(text: string, dangerousTokens?: readonly string[]): string | undefined;
/** The first of `keys` that is a string in `args`. */
export declare function extractQuery(args: unknown, keys?: readonly string[]): string | undefined;
/**
 * The Ratcliff-Obershelp ratio of two texts, from 0 (nothing in common) to 1 (equal), exactly as Python's
 * `difflib.SequenceMatcher(None, a, b).ratio()`. Works on code points; only the first 4,096 of each text are compared.
 *
 * @example
 * similarity("fix bug", "fix the bug"); // 0.7777777777777778
 */
export declare function similarity(a: string, b: string): number;
/**
 * Whether two queries ask for the same. False when one is empty, or when they contain different destructive words; else
 * true when the `similarity` of the normalised queries is at least `threshold` (0 to 1, default 0.75). Throws
 * `ERR_LOOPGUARD_OPTION` for options that are out of range.
 *
 * @example
 * queriesAreSimilar("fix bug", "fix the bug"); // true
 * queriesAreSimilar("delete user", "deactivate user"); // false
 */
export declare function queriesAreSimilar(a: string, b: string, options?: {
    threshold?: number;
    dangerousTokens?: readonly string[];
}): boolean;
