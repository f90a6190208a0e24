/** OpenTelemetry's own conventions for generative AI. */
import type { Fields } from "../../../history/fields.ts";
import { fieldsOf } from "../../../history/fields.ts";
import type { Said } from "../../../history/said-texts.ts";
import { idOf } from "../../field-values.ts";
import { nameOf, spanOutcome } from "../spans.ts";
import { listOf } from "./attributes.ts";
import type { Dialect, SpanEvent, SpanMessages } from "./dialect.ts";

const MODEL_OPERATIONS = new Set<unknown>(["chat", "generate_content", "text_completion"]);

export const genAi: Dialect = {
  names: {
    tool: ["gen_ai.tool.name"],
    id: ["gen_ai.tool.call.id"],
    arguments: ["gen_ai.tool.call.arguments"],
    result: ["gen_ai.tool.call.result"],
    conversation: ["gen_ai.conversation.id"],
    input: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"],
    cached: ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens"],
    output: ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"],
  },
  kindOf({ "gen_ai.operation.name": operation }) {
    if (operation === "execute_tool") return "tool";
    return MODEL_OPERATIONS.has(operation) ? "model" : undefined;
  },
  messagesOf,
};

/** The messages are on the span, or on an event of it. */
const EVENT = "gen_ai.client.inference.operation.details";

function messagesOf(attributes: Fields, events: readonly SpanEvent[]): SpanMessages {
  const details = events.find(({ name }) => name === EVENT)?.attributes ?? {};
  // Attributes that cannot be structured are JSON text.
  const get = (name: string) => listOf(attributes[name] ?? details[name]);
  const requested = partsOf(get("gen_ai.output.messages"), "tool_call").map((part) => ({
    id: idOf(part["id"]),
    name: nameOf(part["name"]),
    arguments: part["arguments"] ?? {},
  }));
  const results = partsOf(newest(get("gen_ai.input.messages")), "tool_call_response").flatMap((part) => {
    const outcome = spanOutcome(part["response"] ?? part["result"], undefined);
    return outcome === undefined ? [] : [{ id: idOf(part["id"]), outcome }];
  });
  const texts = get("gen_ai.output.messages").flatMap(({ parts }) => fieldsOf(parts).flatMap(saidIn));
  return { requested, results, texts };
}

function saidIn({ type, content }: Fields): Said[] {
  if ((type !== "text" && type !== "reasoning") || typeof content !== "string" || content === "") return [];
  return [[content, type]];
}

/** Every request contains the whole history; the new results come after the last response. */
function newest(messages: readonly Fields[]): readonly Fields[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1);
}

function partsOf(messages: readonly Fields[], type: string): Fields[] {
  return messages.flatMap(({ parts }) => fieldsOf(parts).filter((part) => part["type"] === type));
}
