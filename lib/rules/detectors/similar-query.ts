import { number, texts } from "../../base/check-option.ts";
import { DANGEROUS_TOKENS, QUERY_KEYS } from "../../core/similarity.ts";
import type { DetectorActions, DetectorBase, DetectorRecord, IsType } from "../detector-record.ts";
import { make, ofType } from "../detector-record.ts";

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
export interface SimilarQueryDetector extends DetectorBase<"similar_query">, Readonly<Required<SimilarQueryOptions>> {}

/**
 * Detects a query that is similar to one of an earlier round of this turn: the model rewords the same search.
 *
 * @example
 * new LoopGuard({ detectors: [similarQuery({ tools: ["web_search"], threshold: 0.8 })] });
 */
export function similarQuery(options: SimilarQueryOptions & DetectorActions): SimilarQueryDetector {
  return make("similar_query", SIMILAR_QUERY, options);
}

/** Whether a detector is `similarQuery`. The query is taken from the arguments in JavaScript, not in the core. */
export const isSimilarQuery: IsType<SimilarQueryDetector> = ofType("similar_query");

/** @internal */
export const SIMILAR_QUERY: DetectorRecord<SimilarQueryDetector> = {
  parameters: {
    tools: { fallback: undefined, check: texts(1), local: true, ofTools: true },
    keys: { fallback: QUERY_KEYS, check: texts(1), local: true },
    threshold: { fallback: 0.75, check: number(0, 1), place: "similarity" },
    dangerousTokens: { fallback: DANGEROUS_TOKENS, check: texts(0), local: true },
  },
  single: true,
  readsResults: false,
  judgesAsked: true,
  text: ({ tool }) => `Tool '${tool}' was already executed with a similar query`,
  details: ({ tool }) => ({ tool }),
  example: { tools: ["*"] },
};
