/** What opencode's tools return, without what differs on every run; for its plugin and its stored sessions. */

import { isPlainObject } from "../base/plain-object.ts";

/** Where a long output was saved in full: `/home/u/.local/share/opencode/tool-output/tool_e2077ab09`. */
const SAVED = /[^\s"'`]*tool-output[\\/]tool_\w+/g;
/** The session of a subagent, in the result of `task`. */
const SESSION = /\bses_\w+/g;

/** The text of a result as it is compared. `output` is what the model is shown. */
export function withoutPlaces(tool: unknown, output: string): string {
  const text = output.includes("tool-output") ? output.replace(SAVED, "tool_output") : output;
  return tool === "task" ? text.replace(SESSION, "ses") : text;
}

/** Files that a result comes with, each by what it holds: the program gives them new ids. */
export function withFiles(text: string, attachments: unknown): unknown {
  if (!Array.isArray(attachments) || attachments.length === 0) return text;
  return { text, files: attachments.map((file: unknown) => (isPlainObject(file) ? file["url"] : file)) };
}
