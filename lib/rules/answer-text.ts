/** What was found, as texts for a model. */
import { isPlainObject } from "../base/property.ts";
import { shortened, shownText } from "../base/value-text.ts";
import type { ToolLoopError } from "./tool-loop-error.ts";

/** Of a result, in an answer of ours. */
const QUOTED_MAX = 2_000;

/** What a run says that was stopped, where the model said nothing: the reason, and the newest result. */
export function answerText(end: ToolLoopError): string {
  const last = end.results.findLast((result) => resultText(result).trim() !== "");
  const found = last === undefined ? "" : ` The last result was:\n\n${shortened(resultText(last), QUOTED_MAX)}`;
  return `The task was not finished: ${end.message}.${found}`;
}

/** A result as a text for a model: of content parts their texts, and of images and other bytes what they are. */
export function resultText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPart)) return value.map(partText).join("\n");
  if (isPlainObject(value) && Array.isArray(value["content"])) return resultText(value["content"]);
  if (isPlainObject(value) && "toolCallId" in value && "result" in value) return resultText(value["result"]);
  return shownText(value);
}

type Fields = Readonly<Record<string, unknown>>;

function isPart(value: unknown): value is Fields {
  return isPlainObject(value) && ("type" in value || "text" in value || "data" in value);
}

function partText(part: Fields): string {
  const { type, text, data, mimeType, mediaType } = part;
  if (typeof text === "string") return text;
  if (typeof data !== "string") return shownText(part);
  const what = [mimeType, mediaType, type].find((name) => typeof name === "string") ?? "data";
  return `[${what as string}, ${data.length} characters in base64]`;
}
