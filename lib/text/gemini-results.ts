/** Removes what the Gemini CLI adds to the results of its tools. */

const SHELL = "run_shell_command";

/** The process ids at the end of a shell command's output, which differ each time. */
const PROCESSES = /(?:\nBackground PIDs: [0-9, ]+)?\nProcess Group PGID: [0-9]+(?=\n<\/untrusted_context>|$)/;

const CONTEXT_BEGIN = "\n\n<hook_context>";
const CONTEXT_END = "</hook_context>";

/** A result of `tool` without the process ids; native/hook/outcome.c does the same. */
export function withoutProcesses(tool: unknown, result: unknown): unknown {
  return tool === SHELL && typeof result === "string" ? result.replace(PROCESSES, "") : result;
}

/** A result without the text that a hook added for the model. */
export function withoutHookContext(result: unknown): unknown {
  if (typeof result !== "string" || !result.endsWith(CONTEXT_END)) return result;
  const begin = result.lastIndexOf(CONTEXT_BEGIN);
  return begin < 0 ? result : result.slice(0, begin);
}
