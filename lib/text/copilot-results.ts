/** Removes what Copilot CLI adds to the results of its tools. */

/** The number of the shell at the end of a command's output: each command has the next one. */
const SHELL = /(?<=\n<)shellId: [0-9]+ (?=completed with exit code -?[0-9]+>$)/;

const GUIDANCE = " succeeded. Additional guidance from postToolUse hooks:\n";

/** A result without the shell's number; native/hook/outcome.c does the same. */
export function withoutShell(result: unknown): unknown {
  return typeof result === "string" ? result.replace(SHELL, "") : result;
}

/** A result without the text that a hook added for the model. */
export function withoutGuidance(result: unknown): unknown {
  if (typeof result !== "string") return result;
  const end = result.lastIndexOf(GUIDANCE);
  const begin = end < 0 ? -1 : result.lastIndexOf('\n\nTool "', end);
  return begin < 0 || result.slice(begin + 2, end).includes("\n") ? result : result.slice(0, begin);
}
