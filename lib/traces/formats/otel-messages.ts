/** What the span of a model's response says of tools in its messages, for traces that have no spans of tools. */
import { type Fields, fieldsOf, isFields } from "../../transcript-reader.ts";
import { idOf } from "../facts.ts";
import { type Answer, type Asked, nameOf, spanOutcome } from "./spans.ts";

/** The attributes are on the span, or on an event of it. */
const EVENT = "gen_ai.client.inference.operation.details";

/** `events`: of the span, with their attributes as objects. */
export function messagesOfSpan(
  attributes: Fields,
  events: readonly { name: unknown; attributes: Fields }[],
): { asked: Asked[]; answers: Answer[] } {
  const details = events.find(({ name }) => name === EVENT)?.attributes ?? {};
  const get = (name: string) => listOf(attributes[name] ?? details[name]);
  const asked = partsOf(get("gen_ai.output.messages"), "tool_call").map((part) => ({
    id: idOf(part["id"]),
    name: nameOf(part["name"]),
    arguments: part["arguments"] ?? {},
  }));
  const answers = partsOf(newest(get("gen_ai.input.messages")), "tool_call_response").flatMap((part) => {
    const outcome = spanOutcome(part["response"] ?? part["result"], undefined);
    return outcome === undefined ? [] : [{ id: idOf(part["id"]), outcome }];
  });
  return { asked, answers };
}

/** Every request has the whole history; what came back for the response before is behind that. */
function newest(messages: readonly Fields[]): readonly Fields[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1);
}

function partsOf(messages: readonly Fields[], type: string): Fields[] {
  return messages.flatMap(({ parts }) => fieldsOf(parts).filter((part) => part["type"] === type));
}

/** Where attributes have no structure, they are JSON. */
function listOf(value: unknown): readonly Fields[] {
  if (typeof value !== "string") return fieldsOf(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return isFields(parsed) ? [parsed] : fieldsOf(parsed);
  } catch {
    return []; // cut off by a limit of the exporter
  }
}
