/** What a detector's name means, for those who have not read docs/detectors. */

const MEANINGS: Readonly<Record<string, string>> = {
  no_news: "a result that is known, and nothing new since",
  no_progress: "one call with one result, 3 times",
  repeat: "one call, again and again",
  error_streak: "one error, again and again",
  stall: "one result, whatever was asked",
  cycle: "the same few calls in the same order",
  ping_pong: "tools that alternate",
  unknown_tool: "no such tool, or invalid arguments",
  near_repeat: "nearly the same arguments, one result",
  duplicate: "a call that had already run",
  similar_query: "nearly the same query",
  count: "one call, too often",
  limit: "one tool, too often",
  poll: "waiting, and nothing changes",
  text_repeat: "the model writes the same again",
  delegation: "agents that hand over in a circle",
  budget: "a budget is used up",
  stop_loop: "an agent that is sent back again and again",
};

/** "" for a detector of the user's own. */
export function meaningOf(detector: string): string {
  return Object.hasOwn(MEANINGS, detector) ? (MEANINGS[detector] as string) : "";
}
