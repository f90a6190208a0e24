/** Arguments that hold a query, in order: the first that is a string is taken. */
export declare const QUERY_KEYS: readonly string[];
/** Words that destroy: two queries whose sets of them differ are never similar. */
export declare const DANGEROUS_TOKENS: readonly string[];
/**
 * Lower case, only letters, digits, `_` and single spaces: what Python makes of it with `str.lower()`,
 * `re.sub(r"[^\w\s]", "", text)` and `str.split()`. Marks are dropped. The two agree on every character that both know;
 * each knows those of its own Unicode version.
 *
 * @example
 * normalizeQuery("What's  NEW in Node-22?"); // "whats new in node22"
 */
export declare function normalizeQuery(text: string): string;
/** What two queries are compared by: `"<sorted destructive words>\n<normalised query>"`; undefined for an empty one. */
export declare function queryKey(text: string, dangerousTokens?: readonly string[]): string | undefined;
/** The first of `keys` that is a string in `args`. */
export declare function extractQuery(args: unknown, keys?: readonly string[]): string | undefined;
/**
 * Ratcliff and Obershelp's ratio from 0 to 1, exactly as Python's `difflib.SequenceMatcher(None, a, b).ratio()`, over
 * code points; a text is compared by its first 4,096.
 *
 * @example
 * similarity("fix bug", "fix the bug"); // 0.7777777777777778
 */
export declare function similarity(a: string, b: string): number;
/**
 * Whether two queries ask for the same. Empty is never similar; other destructive words are never similar; equal is;
 * else the ratio of the normalised texts is at least `threshold`.
 *
 * @example
 * queriesAreSimilar("fix bug", "fix the bug"); // true
 * queriesAreSimilar("delete user", "deactivate user"); // false
 */
export declare function queriesAreSimilar(a: string, b: string, options?: {
    threshold?: number;
    dangerousTokens?: readonly string[];
}): boolean;
