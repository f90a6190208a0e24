/** What agents add to the results of their tools, which differs from call to call. */

import { isPlainObject, property } from "./property.ts";
import type { Delegation } from "./types.ts";

/** Sources of prompts that no user wrote: returning tasks, schedules, the agent's own reminders. */
export const MACHINES: ReadonlySet<string> = new Set(["system", "loop_wakeup", "schedule_wakeup", "poll_event"]);

/** Claude Code's result for a call of an unknown tool or with invalid arguments. */
export const NOT_TAKEN: RegExp = /^(?:<tool_use_error>)?(?:Error: )?(?:No such tool available|InputValidationError)/;

/** What a call of the tool that starts subagents, of Claude Code or opencode, gives to which; without a name, to one named as the tool. */
export function taskIn(args: unknown, tool: string): Delegation {
  const agent = property(args, "subagent_type");
  return { agent: typeof agent === "string" && agent !== "" ? agent : tool, task: property(args, "prompt") };
}

const GUIDANCE = " succeeded. Additional guidance from postToolUse hooks:\n";

/** A result without the text that a hook added for the model. */
export function withoutGuidance(result: unknown): unknown {
  if (typeof result !== "string") return result;
  const end = result.lastIndexOf(GUIDANCE);
  const begin = end < 0 ? -1 : result.lastIndexOf('\n\nTool "', end);
  return begin < 0 || result.slice(begin + 2, end).includes("\n") ? result : result.slice(0, begin);
}

/** A result without the last element of this name, if it ends in one: a paragraph that a hook or the agent added for the model. */
export function withoutElement(result: unknown, name: string): unknown {
  if (typeof result !== "string" || !result.endsWith(`</${name}>`)) return result;
  const begin = result.lastIndexOf(`\n\n<${name}>`);
  return begin < 0 ? result : result.slice(0, begin);
}

/** Where a long output was saved in full: `~/.local/share/opencode/tool-output/tool_e2077ab09`. */
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

/** The file with all of a command's output, which has another name each time. */
const OUTPUT_FILE = /(\[Showing [^\]\n]*\. Full output: )[^\]\n]+\]/g;

/** The text of a result that is text only, without that name; any other result as it is. */
export function piText(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const texts: string[] = [];
  for (const part of content) {
    if (part?.type !== "text" || typeof part.text !== "string") return content;
    texts.push(part.text);
  }
  return texts.join("").replace(OUTPUT_FILE, "$1]");
}
