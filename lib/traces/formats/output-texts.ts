/** What a model said, in the output that a tracing service keeps of its response. */

import { type Fields, isFields } from "../../history/fields.ts";
import type { Said } from "../../history/said-texts.ts";
import { readMessages } from "./otel/read-messages.ts";

/** How deep lists and wrappers of messages are looked into. */
const DEPTH_MAX = 4;
/** What providers and LangChain wrap messages in. */
const WRAPPERS = ["choices", "generations", "message", "messages", "output"];

/** The texts of an output: a text, a message, or what contains messages. Anything else says nothing. */
export function outputTexts(output: unknown, depth = 0): readonly Said[] {
  if (typeof output === "string") return output === "" ? [] : [[output, "text"]];
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(output))
    return output.flatMap((one) => (isFields(one) ? outputTexts(one, depth + 1) : wrapped(one, depth)));
  if (!isFields(output)) return [];
  const inner = WRAPPERS.map((name) => output[name]).find((value) => isFields(value) || Array.isArray(value));
  if (inner !== undefined) return outputTexts(inner, depth + 1);
  return messageTexts(output);
}

/** LangChain's generations are lists of lists. */
function wrapped(value: unknown, depth: number): readonly Said[] {
  return Array.isArray(value) ? outputTexts(value, depth + 1) : [];
}

/** A message of the model, whose role need not be said; LangChain and LangServe write one in a generation's `text`. */
function messageTexts(message: Fields): readonly Said[] {
  const known = readMessages([], [message]).texts ?? [];
  if (known.length > 0 || typeof message["role"] === "string") return known;
  if ("content" in message) return readMessages([], [{ ...message, role: "assistant" }]).texts ?? [];
  return typeof message["text"] === "string" ? outputTexts(message["text"]) : [];
}
