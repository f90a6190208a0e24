/** Rollouts of Codex (`~/.codex/sessions/**.jsonl`): items of OpenAI's responses, each in an envelope. */
import { parsedJson } from "../../base/json-text.ts";
import { type Fields, isFields, objectOf, plainContent, reasoningIn } from "../../history/fields.ts";
import { idOf, timeOf } from "../field-values.ts";
import type { ReadValue, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";
import type { TextStream } from "../trace-types.ts";

const TYPES = new Set<unknown>(["session_meta", "response_item", "event_msg", "turn_context", "compacted"]);

export const codexFormat: TraceFormatSpec = {
  name: "codex",
  description: "rollouts of Codex",
  recognises: (value) => TYPES.has(value["type"]) && isFields(value["payload"]),
  reader: codexReader,
};

/** How texts with the role "user" begin that the program wrote. */
const INJECTED = ["<", "# AGENTS.md"];

function codexReader(runs: TraceRuns): ReadValue {
  let session: string | undefined;
  return (value, line) => {
    const { type, payload } = value;
    if (!isFields(payload)) return;
    // A session that was resumed or forked also contains the older session's id, after its own.
    if (type === "session_meta") session ??= idOf(payload["id"]);
    const run = runs.of(session, line, timeOf(value["timestamp"]));
    if (type === "response_item") readItem(run, payload);
    // Newer versions write it before the results, and `token_count` after them.
    else if (type === "compacted") run.compacted();
    else if (type === "token_usage_record") run.billedBy(payload["usage"]);
    else if (type === "event_msg") readEvent(run, payload);
  };
}

function readItem(run: RunWriter, item: Fields): void {
  const { type, call_id } = item;
  if (type === "message") {
    if (item["role"] === "user" && !isInjected(item["content"])) run.messages.spoke(item["content"]);
    // It begins no round: the calls before and after it may be of one response.
    if (item["role"] === "assistant") readText(run, plainContent(item["content"]), "text");
  } else if (type === "reasoning") {
    for (const text of reasoningIn(item)) readText(run, text, "reasoning");
  } else if (type === "function_call_output" || type === "custom_tool_call_output") {
    const { text, failed } = outputOf(item["output"]);
    run.result(call_id, text, failed);
  } else {
    run.messages.message(isMcpCall(item) ? { ...item, name: `${item["namespace"]}__${item["name"]}` } : item);
  }
}

function readText(run: RunWriter, text: unknown, stream: TextStream): void {
  if (typeof text === "string") run.text(text, stream, true);
}

/** A call of an MCP tool: rollouts store the server's name separately, where hooks have both in one name. */
const isMcpCall = ({ namespace }: Fields): boolean => typeof namespace === "string" && namespace.startsWith("mcp__");

function readEvent(run: RunWriter, event: Fields): void {
  if (event["type"] === "user_message") run.messages.spoke(event["message"]);
  else if (event["type"] === "token_count") run.billedBy(objectOf(event["info"])["last_token_usage"]);
}

function isInjected(content: unknown): boolean {
  const text = plainContent(content);
  return typeof text === "string" && INJECTED.some((mark) => text.startsWith(mark));
}

/** Replaces the result of a call that a hook refused. */
const BLOCKED = /^(?:Command|Tool call) blocked by PreToolUse hook: /;

interface Output {
  text: unknown;
  failed: boolean;
}

/** A command's output and exit code; depending on the version in an object, in JSON, or as lines above the output. */
function outputOf(output: unknown): Output {
  if (isFields(output)) return { text: plainContent(output["content"]), failed: output["success"] === false };
  const text = plainContent(output);
  if (typeof text !== "string") return { text, failed: false };
  if (BLOCKED.test(text)) return { text, failed: true };
  return outputInJson(text) ?? { text, failed: failedBelowHead(text) };
}

function outputInJson(text: string): Output | undefined {
  const { output, metadata } = (text.startsWith('{"output":') ? parsedJson(text, {}) : {}) as Fields;
  if (!isFields(metadata)) return undefined; // plain text
  return { text: output, failed: typeof metadata["exit_code"] === "number" && metadata["exit_code"] !== 0 };
}

const HEAD_MAX = 400;
/** The end of the head; a line break or another part of the content follows. */
const HEAD_END = "\nOutput:";
const HEAD_LINE = /^(Exit code|Chunk ID|Wall time|Process |Total output lines|Original token count)/;
const EXIT_CODE = /(?:Exit code:|exited with code) (-?\d+)/;

/** Whether the head above the output tells of a failure. The head itself is left out by the core, as a frame. */
function failedBelowHead(text: string): boolean {
  const end = text.slice(0, HEAD_MAX).indexOf(HEAD_END);
  if (end < 0) return false;
  const head = text.slice(0, end);
  if (!head.split("\n").every((line) => HEAD_LINE.test(line))) return false;
  const code = EXIT_CODE.exec(head)?.[1];
  return code !== undefined && code !== "0";
}
