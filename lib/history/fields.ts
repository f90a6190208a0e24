/** Reads objects of unknown shape, as they are in messages and traces, and what a model said in them. */

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object itself; for anything else one without members. */
export function objectOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The text itself; for anything else "". Not String(), which throws for an object without toString. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
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

/** The text of a part, if it has one. TanStack AI has it in `content`. */
export function textIn({ type, text, content }: Fields): unknown {
  return text ?? (type === "text" ? content : undefined);
}

/** The text of a list of text parts; anything else is returned unchanged. */
export function plainContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const parts = fieldsOf(content);
  if (parts.length !== content.length || parts.length === 0) return content;
  if (!parts.every((part) => isTextPart(part["type"]) && typeof textIn(part) === "string")) return content;
  return parts.map(textIn).join("");
}

/** Characters of a text, or of the text parts of a list. */
export function textSize(content: unknown): number {
  if (typeof content === "string") return content.length;
  return fieldsOf(content).reduce((sum, part) => sum + textSize(textIn(part)), 0);
}

/** A text, and whether it is part of the answer or of the reasoning. */
export type TextPart = readonly [text: string, stream: "text" | "reasoning"];

/** The texts of a message with these parts. The reasoning comes first, where it is not among the parts. */
export function textsIn(message: Fields, parts: readonly Fields[]): TextPart[] {
  const { content } = message;
  const texts: TextPart[] = [];
  const add = (text: unknown, stream: TextPart[1]): void => {
    if (typeof text === "string" && text !== "") texts.push([text, stream]);
  };
  // Chat completions of DeepSeek, vLLM and OpenRouter, and what LangChain makes of them.
  add(message["reasoning_content"] ?? message["reasoning"], "reasoning");
  add(content, "text");
  for (const part of parts) {
    const { type, text } = part;
    if (type === "thinking") add(part["thinking"], "reasoning");
    // The AI SDK has `text`, LangChain `reasoning`.
    else if (type === "reasoning") add(text ?? part["reasoning"], "reasoning");
    else if (isTextPart(type)) add(textIn(part), part["thought"] === true ? "reasoning" : "text");
  }
  return texts;
}

/** The texts of an item `reasoning` of OpenAI's responses; of newer models there is only a summary. */
export function reasoningIn({ content, summary }: Fields): string[] {
  const texts = [...fieldsOf(content), ...fieldsOf(summary)].map(({ text }) => text);
  return texts.filter((text): text is string => typeof text === "string" && text !== "");
}
