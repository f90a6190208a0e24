/** Removes what Copilot CLI adds to the results of its tools. */

const GUIDANCE = " succeeded. Additional guidance from postToolUse hooks:\n";

/** A result without the text that a hook added for the model. */
export function withoutGuidance(result: unknown): unknown {
  if (typeof result !== "string") return result;
  const end = result.lastIndexOf(GUIDANCE);
  const begin = end < 0 ? -1 : result.lastIndexOf('\n\nTool "', end);
  return begin < 0 || result.slice(begin + 2, end).includes("\n") ? result : result.slice(0, begin);
}
