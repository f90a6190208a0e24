import { number, texts } from "../base/check-option.ts";
import { DANGEROUS_TOKENS, QUERY_KEYS } from "../text/similarity.ts";
import { make } from "./make.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
import type { DetectorRecord } from "./record.ts";

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
export interface SimilarQueryDetector extends DetectorBase<"similar_query">, Readonly<Required<SimilarQueryOptions>> {}

/** A search that is like one that ran in an earlier round of this turn. */
export function similarQuery(options: SimilarQueryOptions & DetectorActions): SimilarQueryDetector {
  return make("similar_query", SIMILAR_QUERY, options);
}

/** For whoever takes the query out of a call: only JavaScript knows which argument that is, and which words destroy. */
export function isSimilarQuery(detector: { readonly type: string }): detector is SimilarQueryDetector {
  return detector.type === "similar_query";
}

/** @internal */
export const SIMILAR_QUERY: DetectorRecord<SimilarQueryDetector> = {
  parameters: {
    tools: { fallback: undefined, check: texts(1), local: true },
    keys: { fallback: QUERY_KEYS, check: texts(1), local: true },
    threshold: { fallback: 0.75, check: number(0, 1) },
    dangerousTokens: { fallback: DANGEROUS_TOKENS, check: texts(0), local: true },
  },
  single: true,
  readsResults: false,
  judgesAsked: true,
  text: ({ tool }) => `Tool '${tool}' was already executed with a similar query`,
  details: ({ tool }) => ({ tool }),
  example: () => similarQuery({ tools: ["*"] }),
};
