/** What the names of detectors and verdicts mean, for those who have not read the documents. Imports no code: the report has it. */
import type { VerdictAction } from "../base/types.ts";

const MEANINGS: Readonly<Record<string, string>> = {
  no_news: "nothing new came back",
  no_progress: "same call, same result",
  repeat: "same call, again and again",
  error_streak: "same error, again and again",
  stall: "same result, whatever is asked",
  cycle: "same calls in the same order",
  ping_pong: "tools that alternate",
  unknown_tool: "no such tool, or not its input",
  near_repeat: "nearly the same call",
  duplicate: "had already been called",
  similar_query: "nearly the same query",
  count: "same call, too often",
  limit: "same tool, too often",
  poll: "waits, and nothing changes",
  text_repeat: "writes the same again",
  delegation: "agents hand over in a circle",
  budget: "a budget is used up",
  stop_loop: "sent back again and again",
};

/** "" for a detector of the user's own. */
export function meaningOf(detector: string): string {
  return Object.hasOwn(MEANINGS, detector) ? (MEANINGS[detector] as string) : "";
}

/** What the guard would have done to a call, or to the run. */
export const WOULD_HAVE: Readonly<Record<VerdictAction, string>> = {
  allow: "noticed",
  warn: "warned",
  hint: "refused",
  ask: "asked",
  abort: "ended",
};
