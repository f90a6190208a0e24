/**
 * Responses that a provider streamed, put together: events of OpenAI (chat completions, responses), Anthropic and Gemini. A
 * stream that was cut gives what it had until then.
 */
import { type Fields, fieldsOf, isFields } from "../../history/fields.ts";
import { wordOf } from "../field-values.ts";

/** The objects in the text of an event stream (`text/event-stream`); none in any other text. */
export function eventsIn(text: string): readonly Fields[] {
  const events: Fields[] = [];
  let data: string[] = [];
  const end = (): void => {
    const whole = data.length === 0 ? undefined : parsed(data.join("\n"));
    // A log of lines may leave out the empty ones between events.
    for (const event of whole === undefined ? data.map(parsed) : [whole]) if (event !== undefined) events.push(event);
    data = [];
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const next = newline < 0 ? text.length : newline;
    const last = text[next - 1] === "\r" ? next - 1 : next;
    if (last <= start) end();
    else if (text.startsWith("data:", start)) data.push(text.slice(start + 5, last));
    start = next + 1;
  }
  end();
  return events;
}

/** Not `[DONE]`, and no event that was cut. */
function parsed(data: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The response that these events make, as the provider gives one that is not streamed; `undefined`: they make none. */
export function responseOf(events: readonly Fields[]): Fields | undefined {
  return ofResponses(events) ?? ofAnthropic(events) ?? ofChat(events) ?? ofGemini(events);
}

/** OpenAI's responses: the last event has all of it; before that, each item comes when it is done. */
function ofResponses(events: readonly Fields[]): Fields | undefined {
  const begun = events.find(({ type, response }) => type === "response.created" && isFields(response));
  const ended = events.findLast(({ type, response }) => ENDS.has(wordOf(type)) && isFields(response));
  const response = (ended ?? begun)?.["response"] as Fields | undefined;
  // Some servers leave it out at the end.
  if (fieldsOf(response?.["output"]).length > 0) return response;
  const items = events.filter(({ type, item }) => type === "response.output_item.done" && isFields(item));
  if (response === undefined && items.length === 0) return undefined;
  return { ...response, output: items.map(({ item }) => item) };
}

const ENDS: ReadonlySet<string> = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** The deltas of a block of Anthropic's that are text, by their types: the member of the delta, and that of the block. */
const DELTAS: ReadonlyMap<string, readonly [from: string, to: string]> = new Map([
  ["text_delta", ["text", "text"]],
  ["thinking_delta", ["thinking", "thinking"]],
  ["input_json_delta", ["partial_json", "input"]],
]);

function ofAnthropic(events: readonly Fields[]): Fields | undefined {
  const message = events.find(({ type, message }) => type === "message_start" && isFields(message))?.["message"];
  if (!isFields(message)) return undefined;
  const blocks = new Map<unknown, Fields>();
  let usage = message["usage"];
  for (const { type, index, content_block: block, delta, usage: more } of events) {
    if (type === "content_block_start" && isFields(block)) blocks.set(index, { ...block });
    if (type === "message_delta" && isFields(more)) usage = { ...(isFields(usage) ? usage : {}), ...more };
    const own = type === "content_block_delta" && isFields(delta) ? blocks.get(index) : undefined;
    if (own === undefined || !isFields(delta)) continue;
    const [from, to] = DELTAS.get(wordOf(delta["type"])) ?? [];
    if (from !== undefined && to !== undefined) own[to] = textOf(own[to]) + textOf(delta[from]);
  }
  const content = [...blocks.values()].map((block) =>
    typeof block["input"] === "string" ? { ...block, input: parsed(block["input"] || "{}") ?? block["input"] } : block,
  );
  return { ...message, content, usage };
}

interface ChunkedCall {
  id: string;
  name: string;
  arguments: string;
}

/** Whether a chunk begins another call than the one of its number: Gemini's endpoint for chat completions numbers all 0. */
function isAnother(call: ChunkedCall, id: string, name: string): boolean {
  return id !== "" && name !== "" && call.id !== "" && id !== call.id && parsed(call.arguments) !== undefined;
}

function ofChat(events: readonly Fields[]): Fields | undefined {
  const first = events.find(({ choices }) => fieldsOf(choices).some(({ delta }) => isFields(delta)));
  if (first === undefined) return undefined;
  const texts: Record<"content" | "reasoning_content", string> = { content: "", reasoning_content: "" };
  const calls: ChunkedCall[] = [];
  const byIndex = new Map<unknown, ChunkedCall>();
  let newest: unknown;
  let usage: unknown;
  for (const event of events) {
    if (isFields(event["usage"])) usage = event["usage"];
    const choice = fieldsOf(event["choices"]).find(({ index = 0 }) => index === 0);
    const delta = isFields(choice?.["delta"]) ? choice["delta"] : {};
    texts.content += textOf(delta["content"]);
    texts.reasoning_content += textOf(delta["reasoning_content"] ?? delta["reasoning"]);
    // `function_call` is the predecessor of `tool_calls`, for a single call.
    for (const { index, id, function: part } of [
      ...fieldsOf(delta["tool_calls"]),
      { function: delta["function_call"] },
    ]) {
      if (!isFields(part)) continue;
      // Some servers send each call as a whole and do not number it.
      newest = index ?? (textOf(id) || newest);
      let call = byIndex.get(newest);
      if (call === undefined || isAnother(call, textOf(id), textOf(part["name"]))) {
        call = { id: "", name: "", arguments: "" };
        byIndex.set(newest, call);
        calls.push(call);
      }
      call.id ||= textOf(id);
      call.name ||= textOf(part["name"]);
      call.arguments += textOf(part["arguments"]);
    }
  }
  const tool_calls = calls.map(({ id, ...call }) => ({ id: id || undefined, type: "function", function: call }));
  const message = { role: "assistant", ...texts, ...(tool_calls.length > 0 ? { tool_calls } : {}) };
  return { id: first["id"], choices: [{ message }], usage };
}

function ofGemini(events: readonly Fields[]): Fields | undefined {
  const contents = events.flatMap(({ candidates }) => fieldsOf(candidates).slice(0, 1)).map(({ content }) => content);
  if (contents.length === 0) return undefined;
  const parts = contents.flatMap((content) => (isFields(content) ? fieldsOf(content["parts"]) : []));
  const usageMetadata = events.findLast(({ usageMetadata }) => isFields(usageMetadata))?.["usageMetadata"];
  return { candidates: [{ content: { role: "model", parts } }], usageMetadata };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
