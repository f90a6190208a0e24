import type { DetectorActions, DetectorBase } from "./options.ts";
export interface SimilarQueryOptions {
    /** Tools whose queries are compared: names or globs. */
    tools: readonly string[];
    /** Arguments that may hold the query; the first that is a string does. */
    keys?: readonly string[];
    /** The ratio from which two queries are similar. Default 0.75. */
    threshold?: number;
    /** Words that make two queries different when only one has them. Default: `delete`, `remove`, `drop` and the like. */
    dangerousTokens?: readonly string[];
}
export interface SimilarQueryDetector extends DetectorBase<"similar_query">, Readonly<Required<SimilarQueryOptions>> {
}
/** A search that is like one that ran in an earlier round of this turn. */
export declare function similarQuery(options: SimilarQueryOptions & DetectorActions): SimilarQueryDetector;
/** For whoever takes the query out of a call: only JavaScript knows which argument that is, and which words destroy. */
export declare function isSimilarQuery(detector: {
    readonly type: string;
}): detector is SimilarQueryDetector;
