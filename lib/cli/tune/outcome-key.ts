/** What the core compares of an outcome, as a text: equal exactly when the core's digests are. */

import type { LoopOutcome } from "../../base/types.ts";
import { core } from "../../core/backend.ts";
import { safeText } from "../../run/call-text.ts";
import { failureKey, isFailure } from "../../text/outcome-text.ts";

/** What is no news in a text. */
export interface NoNews {
  /** Of what a success gives: bits of `VOLATILE_BITS`. */
  readonly results: number;
  /** Of what a failure says. */
  readonly failures: number;
  readonly expressions: (text: string) => string;
}

/** `null`: nothing came back that could be compared. */
export function outcomeKey(toolName: string, outcome: LoopOutcome, noNews: NoNews): string | null {
  const failed = isFailure(outcome);
  const error = failed ? failureKey(outcome) : "";
  const result = error === "" ? safeText(outcome.result, "result", toolName) : undefined;
  if (!failed && result === undefined) return null;
  const isJson = result !== undefined && typeof outcome.result !== "string";
  const classes = failed ? noNews.failures : noNews.results;
  const text = noNews.expressions(error === "" ? (result ?? "") : error);
  const tag = `${failed ? "failure" : "result"} ${error === "" && isJson ? "json" : "text"} `;
  return tag + (classes === 0 ? text : core.normalizeVolatile(classes, text));
}

/** The text in a key: of the result, or of the failure. */
export function outcomeText(key: string): string {
  return key.slice(key.indexOf(" ", key.indexOf(" ") + 1) + 1);
}
