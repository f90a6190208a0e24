/** Results of the Gemini CLI's tools, without what it adds to them. */

const SHELL = "run_shell_command";

/** At the end of what a shell command gave: its processes, which are others each time. */
const PROCESSES = /(?:\nBackground PIDs: [0-9, ]+)?\nProcess Group PGID: [0-9]+(?=\n<\/untrusted_context>|$)/;

const CONTEXT_BEGIN = "\n\n<hook_context>";
const CONTEXT_END = "</hook_context>";

/** A result of `tool` without what differs each time that it runs; native/hook/outcome.c does the same. */
export function withoutProcesses(tool: unknown, result: unknown): unknown {
  return tool === SHELL && typeof result === "string" ? result.replace(PROCESSES, "") : result;
}

/** A result without what a hook had its model read with it. */
export function withoutHookContext(result: unknown): unknown {
  if (typeof result !== "string" || !result.endsWith(CONTEXT_END)) return result;
  const begin = result.lastIndexOf(CONTEXT_BEGIN);
  return begin < 0 ? result : result.slice(0, begin);
}
