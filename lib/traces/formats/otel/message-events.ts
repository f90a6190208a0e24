/**
 * One event for each message, as in OpenTelemetry's conventions up to version 1.36: `gen_ai.choice` is a response,
 * `gen_ai.tool.message` the result of a call. They are events of a span, or separate log records.
 */
import { type Fields, isFields, plainContent } from "../../../history/fields.ts";
import type { Said } from "../../../history/said-texts.ts";
import { idOf } from "../../field-values.ts";
import type { CallResult, RequestedCall } from "../spans.ts";
import { structured } from "./attributes.ts";
import type { Dialect, SpanEvent, SpanField } from "./dialect.ts";
import { readMessages } from "./read-messages.ts";

const CHOICE = "gen_ai.choice";
const TOOL_MESSAGE = "gen_ai.tool.message";

/** Whether this is the name of an event about calls. */
export const isMessageEvent = (name: unknown): boolean => name === CHOICE || name === TOOL_MESSAGE;

/** The attribute with the body of an event: events of spans have no body of their own. */
export const EVENT_BODY = "gen_ai.event.content";

export const messageEvents: Dialect = {
  names: {},
  /** On the span of a call, the tool message contains the arguments, and the choice contains the result. */
  inEvents(field: SpanField, events: readonly SpanEvent[]) {
    if (field !== "arguments" && field !== "result") return undefined;
    const event = events.find(({ name }) => name === (field === "arguments" ? TOOL_MESSAGE : CHOICE));
    return event && bodyOf(event)[field === "arguments" ? "content" : "message"];
  },
  messagesOf(_attributes, events) {
    const requested: RequestedCall[] = [];
    const results: CallResult[] = [];
    const texts: Said[] = [];
    for (const event of events) {
      const body = bodyOf(event);
      if (event.name === CHOICE) {
        const message = structured(body["message"]);
        const fields = isFields(message) ? message : {};
        const calls = structured(fields["tool_calls"] ?? body["tool_calls"]);
        const said = readMessages([], [{ ...fields, role: "assistant", tool_calls: calls }]);
        requested.push(...said.requested);
        texts.push(...(said.texts ?? []));
      } else if (event.name === TOOL_MESSAGE) {
        const id = idOf(body["id"], body["tool_call_id"]);
        results.push({ id, outcome: { result: plainContent(body["content"]) } });
      }
    }
    return { requested, results, texts };
  },
};

function bodyOf({ attributes }: SpanEvent): Fields {
  const body = structured(attributes[EVENT_BODY]);
  return isFields(body) ? body : attributes;
}
