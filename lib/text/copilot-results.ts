/** The numbers of shells in results of Copilot CLI. */

/** Copilot CLI ends the result of a shell command with the shell's number, which counts up with each. */
const SHELL_ID = /(^|\n)<shellId: \d+( completed with exit code [^\n]*)$/;

/** The result without the number of the shell; a value that is no text is returned unchanged. The same as in native/hook. */
export function withoutShellId(result: unknown): unknown {
  return typeof result === "string" ? result.replace(SHELL_ID, "$1<shellId: $2") : result;
}
