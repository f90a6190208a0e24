/** Attributes of OpenLLMetry, by Traceloop: messages are flattened, `gen_ai.completion.0.tool_calls.0.name`. */
import { type Fields, isFields } from "../../../history/fields.ts";
import { indexed, structured } from "./attributes.ts";
import type { Dialect } from "./dialect.ts";
import { messageOf, readMessages } from "./read-messages.ts";

const MODEL_REQUESTS = new Set<unknown>(["chat", "completion"]);

export const traceloop: Dialect = {
  names: {
    entity: ["traceloop.entity.name"],
    arguments: ["traceloop.entity.input"],
    result: ["traceloop.entity.output"],
    conversation: ["langfuse.session.id", "traceloop.association.properties.session_id"],
  },
  kindOf({ "traceloop.span.kind": kind, "llm.request.type": request }) {
    if (kind === "tool") return "tool";
    return MODEL_REQUESTS.has(request) ? "model" : undefined;
  },
  /** Removes the tags and metadata of LangChain's callbacks, which differ from step to step. */
  unwrapped(value) {
    const entity = structured(value);
    if (!isFields(entity)) return value;
    if ("input_str" in entity) return entity["inputs"] ?? entity["input_str"];
    return "output" in entity && "kwargs" in entity ? entity["output"] : value;
  },
  messagesOf(attributes) {
    const messages = (name: string) => indexed(attributes, name).map(message);
    return readMessages(messages("gen_ai.prompt"), messages("gen_ai.completion"));
  },
};

function message(fields: Fields): object {
  const calls = indexed(fields, "tool_calls").map((call) => ({
    id: call["id"],
    name: call["name"] ?? call["function.name"],
    arguments: call["arguments"] ?? call["function.arguments"],
  }));
  const { role, content, tool_call_id } = fields;
  // Anthropic's tool results are parts of a user message, recorded as JSON; a tool message contains plain text.
  return messageOf(role, tool_call_id === undefined ? structured(content) : content, tool_call_id, calls);
}
