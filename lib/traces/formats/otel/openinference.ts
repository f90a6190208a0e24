/**
 * Attributes of OpenInference, as Arize and Phoenix have them: messages are flattened,
 * `llm.output_messages.0.message.role`.
 */
import { type Fields, isFields } from "../../../history/fields.ts";
import { messagesOf as messagesIn } from "../../../history/transcript-shapes.ts";
import { wordOf } from "../../field-values.ts";
import { indexed, structured } from "./attributes.ts";
import type { Dialect } from "./dialect.ts";
import { messageOf, readMessages } from "./read-messages.ts";

export const openInference: Dialect = {
  names: {
    tool: ["tool.name", "tool_call.function.name"],
    id: ["tool_call.id"],
    arguments: ["tool_call.function.arguments", "input.value"],
    result: ["output.value"],
    conversation: ["session.id"],
    input: ["llm.token_count.prompt"],
    cached: ["llm.token_count.prompt_details.cache_read"],
    output: ["llm.token_count.completion"],
  },
  kindOf({ "openinference.span.kind": kind }) {
    const word = wordOf(kind).toUpperCase();
    return word === "TOOL" ? "tool" : word === "LLM" ? "model" : undefined;
  },
  /** A LangChain message contains the call's id, which differs from call to call. */
  unwrapped(value) {
    const inner = structured(value);
    return isFields(inner) && messagesIn(inner)[0]?.["role"] === "tool" ? inner : value;
  },
  messagesOf(attributes) {
    const messages = (name: string) => indexed(attributes, name).map(message);
    return readMessages(messages("llm.input_messages"), messages("llm.output_messages"));
  },
};

function message(fields: Fields): object {
  // Newer versions store calls among the other parts, in order.
  const calls = [...indexed(fields, "message.tool_calls"), ...indexed(fields, "message.contents")]
    .filter((call) => call["tool_call.function.name"] !== undefined)
    .map((call) => ({
      id: call["tool_call.id"],
      name: call["tool_call.function.name"],
      arguments: call["tool_call.function.arguments"],
    }));
  return messageOf(fields["message.role"], fields["message.content"], fields["message.tool_call_id"], calls);
}
