/** Removes what Copilot CLI adds to the results of its tools. */

/** Copilot CLI ends the result of a shell command with the shell's number, which counts up with each. */
const SHELL_ID = /(^|\n)<shellId: \d+( completed with exit code [^\n]*)$/;

/** The result without the number of the shell; a value that is no text is returned unchanged. The same as in native/hook. */
export function withoutShellId(result: unknown): unknown {
  return typeof result === "string" ? result.replace(SHELL_ID, "$1<shellId: $2") : result;
}

const GUIDANCE = " succeeded. Additional guidance from postToolUse hooks:\n";

/** A result without the text that a hook added for the model. */
export function withoutGuidance(result: unknown): unknown {
  if (typeof result !== "string") return result;
  const end = result.lastIndexOf(GUIDANCE);
  const begin = end < 0 ? -1 : result.lastIndexOf('\n\nTool "', end);
  return begin < 0 || result.slice(begin + 2, end).includes("\n") ? result : result.slice(0, begin);
}
