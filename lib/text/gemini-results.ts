/** Removes what the Gemini CLI adds to the results of its tools. */

const CONTEXT_BEGIN = "\n\n<hook_context>";
const CONTEXT_END = "</hook_context>";

/** A result without the text that a hook added for the model. */
export function withoutHookContext(result: unknown): unknown {
  if (typeof result !== "string" || !result.endsWith(CONTEXT_END)) return result;
  const begin = result.lastIndexOf(CONTEXT_BEGIN);
  return begin < 0 ? result : result.slice(0, begin);
}
