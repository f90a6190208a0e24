/** Reads objects of unknown shape, as they are in messages and traces. */

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in a list; none for anything else. */
export function fieldsOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) return NONE;
  return value.every(isFields) ? value : value.filter(isFields);
}

const NONE: readonly Fields[] = [];

const TEXT_TYPES: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);

/** Whether a part of a message with this type is text. */
export function isTextPart(type: unknown): boolean {
  return TEXT_TYPES.has(type);
}

/** The text of a list of text parts; anything else is returned unchanged. */
export function plainContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const parts = fieldsOf(content);
  if (parts.length !== content.length || parts.length === 0) return content;
  if (!parts.every((part) => isTextPart(part["type"]) && typeof part["text"] === "string")) return content;
  return parts.map((part) => part["text"]).join("");
}

/** Characters of a text, or of the text parts of a list. */
export function textSize(content: unknown): number {
  if (typeof content === "string") return content.length;
  return fieldsOf(content).reduce((sum, { text }) => sum + (typeof text === "string" ? text.length : 0), 0);
}
