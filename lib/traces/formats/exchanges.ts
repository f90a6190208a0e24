/**
 * Requests to a model and its responses: what proxies log, HTTP archives, and files of the batch APIs. Every request of an
 * agent repeats the history, so a request that begins with all messages of an earlier one continues its run.
 */

import { parsedJson } from "../../base/json-text.ts";
import { isGiven } from "../../base/property.ts";
import { plainFromBase64 } from "../../base/text-bytes.ts";
import { type Fields, fieldsOf, isFields, objectOf, textOf } from "../../history/fields.ts";
import { utf8Text } from "../bytes.ts";
import { idOf, sessionOf, timeOf, wordOf } from "../field-values.ts";
import { Recent } from "../limits.ts";
import type { FormatReader, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";
import { hasTooMuch } from "../trace-splitter.ts";
import { type Answer, Conversation, Conversations } from "./conversations.ts";
import { structured } from "./otel/dialects.ts";

/**
 * Responses that a provider streamed, put together: events of OpenAI (chat completions, responses), Anthropic and Gemini. A
 * stream that was cut gives what it had until then.
 */

/** The objects in the text of an event stream (`text/event-stream`); none in any other text. */
function eventsIn(text: string): readonly Fields[] {
  return text.split(/(?:^|\n)\r?\n/).flatMap((block) => {
    const data = block.split("\n").flatMap((line) => (line.startsWith("data:") ? line.slice(5) : []));
    const whole = data.length === 0 ? undefined : parsed(data.join("\n"));
    // A log of lines may leave out the empty ones between events.
    return (whole === undefined ? data.map(parsed) : [whole]).filter((event) => event !== undefined);
  });
}

/** Not `[DONE]`, and no event that was cut. */
function parsed(data: string): Fields | undefined {
  const value = parsedJson(data);
  return isFields(value) ? value : undefined;
}

/** The response that these events make, as the provider gives one that is not streamed; `undefined`: they make none. */
function responseOf(events: readonly Fields[]): Fields | undefined {
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
    if (type === "message_delta" && isFields(more)) usage = { ...objectOf(usage), ...more };
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
    const delta = objectOf(choice?.["delta"]);
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
  const parts = contents.flatMap((content) => fieldsOf(objectOf(content)["parts"]));
  const usageMetadata = events.findLast(({ usageMetadata }) => isFields(usageMetadata))?.["usageMetadata"];
  return { candidates: [{ content: { role: "model", parts } }], usageMetadata };
}

export const exchangesFormat: TraceFormatSpec = {
  name: "exchanges",
  description:
    "{request, response} as proxies log them, HAR files, and batch files of OpenAI and Anthropic, requests or results",
  recognises: (value) => entriesOf(value) !== undefined || partsOf(value) !== undefined,
  reader: exchangesReader,
};

/** A line of a batch file: a conversation of its own, whose id the user has chosen. */
function isBatch(value: Fields): boolean {
  return idOf(value["custom_id"]) !== undefined;
}

interface Exchange {
  request: readonly Fields[];
  response: readonly Fields[];
  usage: unknown;
  /** The response that the request says it continues, and the response's own id. */
  previous: string | undefined;
  id: string | undefined;
}

/** `undefined`: this is no exchange. */
function partsOf(value: Fields): Exchange | undefined {
  const request = bodyOf(value["request"] ?? value["request_body"] ?? value["body"] ?? value["params"] ?? value);
  const response = bodyOf(value["response"] ?? value["response_body"] ?? objectOf(value["result"])["message"]);
  const messages = request === undefined ? [] : requestMessages(request);
  const answer = response === undefined ? [] : responseMessages(response);
  // Messages on the object itself are those of a conversation, unless there is a response to them.
  if (request === value ? answer.length === 0 : messages.length + answer.length === 0) return undefined;
  return {
    request: messages,
    response: answer,
    usage: response?.["usage"] ?? response?.["usageMetadata"],
    previous: idOf(request?.["previous_response_id"]),
    id: idOf(response?.["id"]),
  };
}

/** The requests and responses of an HTTP archive; `undefined`: this is none. */
function entriesOf({ log }: Fields): readonly Fields[] | undefined {
  if (!isFields(log) || !Array.isArray(log["entries"])) return undefined;
  const entries = fieldsOf(log["entries"]);
  return entries.every(({ request }) => isFields(request)) ? entries : undefined;
}

/** A logged request or response is the body itself, or contains it next to headers and an address. */
function bodyOf(part: unknown): Fields | undefined {
  const outer = parsedPart(part);
  if (outer === undefined) return undefined;
  return parsedPart(outer["body"]) ?? parsedPart(archived(outer["postData"] ?? outer["content"])) ?? outer;
}

/** The text of a body in an HTTP archive: `postData` of a request, `content` of a response. */
function archived(part: unknown): string | undefined {
  if (!isFields(part) || typeof part["text"] !== "string") return undefined;
  if (part["encoding"] !== "base64") return part["text"];
  const bytes = plainFromBase64(part["text"]);
  return bytes && utf8Text(bytes);
}

/** The body itself, or that which its parts make, if it was streamed. */
function parsedPart(part: unknown): Fields | undefined {
  const value = fromText(part);
  if (Array.isArray(value)) return responseOf(fieldsOf(value));
  if (isFields(value)) return value;
  return typeof value === "string" && !isTooMuch(value) ? responseOf(eventsIn(value)) : undefined;
}

/** Of JSON text of an object or a list, its value. */
function fromText(value: unknown): unknown {
  return typeof value === "string" && /^\s*[{[]/.test(value) && isTooMuch(value) ? value : structured(value);
}

/** Texts with so many values that parsing them takes much memory: the values of a line are counted outside of its texts. */
function isTooMuch(text: string): boolean {
  return text.length > COUNTED_FROM && hasTooMuch(encoder.encode(text));
}

const COUNTED_FROM = 1 << 17;
const encoder = new TextEncoder();

function requestMessages(body: Fields): readonly Fields[] {
  const list = [body["messages"], body["contents"], body["input"]].map(fromText).find(Array.isArray);
  const messages = fieldsOf(list);
  if (messages.length > 0 || typeof body["input"] !== "string") return messages.filter(isMessage);
  return body["previous_response_id"] === undefined ? [] : [{ role: "user", content: body["input"] }];
}

const isMessage = ({ role, type }: Fields): boolean => typeof role === "string" || typeof type === "string";

/** OpenAI: the first choice, or the list of items. Anthropic: the body is the message. Gemini: the first candidate. */
function responseMessages(body: Fields): readonly Fields[] {
  const [choice] = fieldsOf(body["choices"]);
  if (choice !== undefined) return [choice["message"]].filter(isFields);
  const [candidate] = fieldsOf(body["candidates"]);
  if (candidate !== undefined) return [candidate["content"]].filter(isFields);
  if (body["role"] === "assistant") return [body];
  return fieldsOf(body["output"]).filter(isMessage);
}

function exchangesReader(runs: TraceRuns): FormatReader {
  const conversations = new Conversations();
  /** Sessions that have a run: the run of another conversation in one, such as a sub-agent's, gets a longer name. */
  const named = new Recent<true>();
  const begin = (value: Fields, line: number, time: number | undefined): RunWriter => {
    const session = sessionOf(value);
    if (session === undefined) return runs.whole(undefined, line, time);
    const isNamed = named.get(session) === true;
    named.set(session, true);
    return runs.whole(isNamed ? `${session}/${line}` : session, line, time);
  };
  return {
    value(value, line, size) {
      const entries = entriesOf(value);
      if (entries === undefined) read(value, line, size);
      else for (const entry of entries) read(entry, line, size / entries.length);
    },
    end: () => conversations.end(),
  };

  function read(value: Fields, line: number, size: number): void {
    const exchange = partsOf(value);
    if (exchange === undefined) return;
    const { request, response, usage, previous, id } = exchange;
    const time = exchangeTime(value);
    const kept = size + VALUE_SIZE * valuesIn(response);
    const answer: Answer | undefined =
      response.length === 0 ? undefined : { messages: response, usage, time: answerTime(value, time), size: kept };
    if (isBatch(value)) {
      const batched = new Conversation(runs.whole(idOf(value["custom_id"]), line, time));
      batched.repeats(request, time);
      batched.answer = answer;
      batched.end();
      return;
    }
    const start = () => begin(value, line, time);
    const conversation =
      request.length === 0 ? conversations.newest(start) : conversations.of(request, time, start, previous, size);
    if (answer !== undefined) conversations.answered(conversation, answer, id);
  }
}

/** Estimated memory of an object or a list in addition to its text, in characters. */
const VALUE_SIZE = 64;

function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 1;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) count += valuesIn(inner);
  return count;
}

/** When the response came: HTTP archives say how long that took. */
function answerTime({ startedDateTime, time: took }: Fields, time: number | undefined): number | undefined {
  return time !== undefined && startedDateTime !== undefined && typeof took === "number" && took > 0
    ? time + took
    : time;
}

function exchangeTime(value: Fields): number | undefined {
  const own = ["timestamp", "created_at", "createdAt", "request_created_at", "startTime", "startedDateTime"]
    .map((name) => value[name])
    .find(isGiven);
  return timeOf(own ?? objectOf(value["request"])["timestamp"]);
}
