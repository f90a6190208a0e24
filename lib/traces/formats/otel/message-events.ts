/**
 * One event for each message, as OpenTelemetry's conventions had it up to version 1.36: `gen_ai.choice` is a response,
 * `gen_ai.tool.message` what came back for a call. They are events of a span, or log records of their own.
 */
import { type Fields, isFields, plainContent } from "../../../history/transcript-reader.ts";
import { idOf } from "../../facts.ts";
import type { Answer, Asked } from "../spans.ts";
import { structured } from "./attributes.ts";
import type { Dialect, Fact, SpanEvent } from "./dialect.ts";
import { readMessages } from "./read-messages.ts";

const CHOICE = "gen_ai.choice";
const TOOL_MESSAGE = "gen_ai.tool.message";

/** Whether it is one of the events that say something of calls. */
export const isMessageEvent = (name: unknown): boolean => name === CHOICE || name === TOOL_MESSAGE;

/** The body of an event, where a span's events have none. */
export const EVENT_BODY = "gen_ai.event.content";

export const messageEvents: Dialect = {
  names: {},
  /** On a call's own span, the message to the tool has the arguments, and the choice is the tool's. */
  inEvents(fact: Fact, events: readonly SpanEvent[]) {
    if (fact !== "arguments" && fact !== "result") return undefined;
    const event = events.find(({ name }) => name === (fact === "arguments" ? TOOL_MESSAGE : CHOICE));
    return event && bodyOf(event)[fact === "arguments" ? "content" : "message"];
  },
  messagesOf(_attributes, events) {
    const asked: Asked[] = [];
    const answers: Answer[] = [];
    for (const event of events) {
      const body = bodyOf(event);
      if (event.name === CHOICE) {
        const message = structured(body["message"]);
        const fields = isFields(message) ? message : {};
        const calls = structured(fields["tool_calls"] ?? body["tool_calls"]);
        asked.push(...readMessages([], [{ ...fields, role: "assistant", tool_calls: calls }]).asked);
      } else if (event.name === TOOL_MESSAGE) {
        const id = idOf(body["id"], body["tool_call_id"]);
        answers.push({ id, outcome: { result: plainContent(body["content"]) } });
      }
    }
    return { asked, answers };
  },
};

function bodyOf({ attributes }: SpanEvent): Fields {
  const body = structured(attributes[EVENT_BODY]);
  return isFields(body) ? body : attributes;
}
