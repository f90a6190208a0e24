/** Messages of OpenAI, Anthropic, the AI SDK, LangChain and Gemini, as `TranscriptReader` reads them. */
import { type Fields, isFields, objectOf } from "../../history/fields.ts";
import { isStep, isToolItem } from "../../history/transcript-shapes.ts";
import { idOf, sessionOf, timeOf } from "../field-values.ts";
import type { FormatReader, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";

/** Keys of the messages of a conversation: one list (`WHOLE`), or those of the request and the response (`PARTS`). */
const WHOLE = ["messages", "contents", "history", "steps"];
const PARTS = ["input", "output"];
/** Keys of a LangGraph state: in a snapshot or a thread, and in a checkpoint. */
const STATES = ["values", "channel_values"];
const ITEMS = new Set("message reasoning item_reference system ai human tool constructor".split(" "));

export const messagesFormat: TraceFormatSpec = {
  name: "messages",
  description:
    "messages of OpenAI (chat and responses), Anthropic, AI SDK, LangChain or Gemini: lists, {messages: [...]}, or one a line",
  recognises: (value) => isConversation(value) || isMessage(value),
  reader: messagesReader,
};

function isMessage(value: Fields): boolean {
  return typeof value["role"] === "string" || isItem(value["type"]) || isStep(value);
}

function isItem(type: unknown): boolean {
  return typeof type === "string" && (ITEMS.has(type) || type.endsWith("_call_output") || isToolItem(type));
}

/** Not an item, whose `output` may be a list, too. */
function isConversation(value: Fields): boolean {
  return value["role"] === undefined && !isItem(value["type"]) && listsOf(value).length > 0;
}

function listsOf(value: Fields): unknown[][] {
  const at = (key: string) => value[key];
  const isList = (list: unknown): list is unknown[] => Array.isArray(list) && list.some(isFields);
  const whole = WHOLE.map(at).find(isList);
  if (whole !== undefined) return [whole];
  const messages = stateOf(value)?.["messages"];
  return isList(messages) ? [messages] : PARTS.map(at).filter(isList);
}

/** The state of a LangGraph graph. */
const stateOf = (value: Fields): Fields | undefined => STATES.map((key) => value[key]).find(isFields);

function messagesReader(runs: TraceRuns): FormatReader {
  const conversation = (lists: unknown[][], value: Fields | undefined, line: number) => {
    const id = value === undefined ? undefined : (threadOf(value) ?? idOf(value["id"]) ?? sessionOf(value));
    const run = runs.whole(id, line, value === undefined ? undefined : messageTime(value));
    try {
      for (const list of lists) for (const entry of list) if (isFields(entry)) read(run, entry, messageTime(entry));
      run.billedBy(value?.["usage"]);
    } finally {
      run.end();
    }
  };
  return {
    value(value, line) {
      if (isConversation(value)) conversation(listsOf(value), value, line);
      else if (isMessage(value)) {
        const time = messageTime(value);
        read(runs.of(sessionOf(value), line, time), value, time);
      }
    },
    list(values, line, size) {
      if (!values.every((entry) => Array.isArray(entry) || (isFields(entry) && isConversation(entry))))
        return conversation([values], undefined, line);
      for (const entry of values)
        if (Array.isArray(entry)) this.list?.(entry, line, size);
        else this.value(entry as Fields, line, size);
    },
  };
}

/** The id of a state's thread: on the checkpoint itself, in a snapshot's configuration, or in its metadata. */
function threadOf(value: Fields): string | undefined {
  if (stateOf(value) === undefined) return undefined;
  const { checkpoint, config, metadata } = value;
  const threads = [value, checkpoint, objectOf(config)["configurable"], metadata].filter(isFields);
  return idOf(...threads.map((thread) => thread["thread_id"]));
}

/** Reads a message, and the tokens of its response if the message contains them. */
function read(run: RunWriter, message: Fields, time: number | undefined): void {
  run.at = time;
  const inner = isFields(message["kwargs"]) ? message["kwargs"] : isFields(message["data"]) ? message["data"] : message;
  run.message(message, inner["usage"] ?? inner["usage_metadata"] ?? inner["usageMetadata"]);
}

/** A step of the AI SDK has the time of its response. */
const messageTime = (value: Fields): number | undefined => {
  const { response, role, parts } = value;
  // A message of the AI SDK's user interface has several steps, and one time: to a clock they would all be at once.
  if (role === "assistant" && Array.isArray(parts)) return undefined;
  const own = value["timestamp"] ?? value["created_at"] ?? value["createdAt"];
  return timeOf(own ?? objectOf(response)["timestamp"]);
};
