/** What opencode's tools return, without what differs on every run; for its plugin and its stored sessions. */

import { isPlainObject } from "../base/plain-object.ts";

/** Where a long output was saved in full: `/home/u/.local/share/opencode/tool-output/tool_e2077ab09`. */
const SAVED = /[^\s"'`]*tool-output[\\/]tool_\w+/g;
/** The session of a subagent, in the result of `task`. */
const SESSION = /\bses_\w+/g;

/**
 * What a call has given, as it is compared. `state`: `output` is what the model is shown, `metadata.exit` the exit code of a
 * command, which the model is not shown, and `attachments` are files, which have new ids each time.
 */
export function outcomeOf(
  tool: unknown,
  { output, metadata, attachments }: Readonly<Record<string, unknown>>,
): { result: unknown } | { error: string } {
  const text = withoutPlaces(tool, String(output));
  const exit = isPlainObject(metadata) ? metadata["exit"] : undefined;
  if (typeof exit === "number" && exit !== 0) return { error: text };
  if (!Array.isArray(attachments) || attachments.length === 0) return { result: text };
  return { result: { text, files: attachments.map((file: unknown) => (isPlainObject(file) ? file["url"] : file)) } };
}

function withoutPlaces(tool: unknown, output: string): string {
  const text = output.includes("tool-output") ? output.replace(SAVED, "tool_output") : output;
  return tool === "task" ? text.replace(SESSION, "ses") : text;
}
