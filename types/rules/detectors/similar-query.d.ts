import type { DetectorActions, DetectorBase, IsType } from "../detector-record.ts";
export interface SimilarQueryOptions {
    /** The tools whose queries are compared, by name or glob. Required. */
    tools: readonly string[];
    /** Names of the arguments that may hold the query; the first that is a string is used. Default: `QUERY_KEYS`. */
    keys?: readonly string[];
    /** Queries with at least this `similarity`, from 0 to 1, are similar. Default 0.75. */
    threshold?: number;
    /**
     * Words that make two queries different when only one contains them. Default: `delete`, `remove`, `drop` and the
     * like.
     */
    dangerousTokens?: readonly string[];
}
export interface SimilarQueryDetector extends DetectorBase<"similar_query">, Readonly<Required<SimilarQueryOptions>> {
}
/**
 * Detects a query that is similar to one of an earlier round of this turn: the model rewords the same search.
 *
 * @example
 * new LoopGuard({ detectors: [similarQuery({ tools: ["web_search"], threshold: 0.8 })] });
 */
export declare function similarQuery(options: SimilarQueryOptions & DetectorActions): SimilarQueryDetector;
/** Whether a detector is `similarQuery`. The query is taken from the arguments in JavaScript, not in the core. */
export declare const isSimilarQuery: IsType<SimilarQueryDetector>;
