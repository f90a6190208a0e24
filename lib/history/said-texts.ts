/** What a message of the model says, and what it thought before, in the forms of the providers and frameworks. */

import { type Fields, fieldsOf, isTextPart } from "./fields.ts";

/** A text, and whether it is part of the answer or of the reasoning. */
export type Said = readonly [text: string, stream: "text" | "reasoning"];

/** The texts of a message with these parts. The reasoning comes first, where it is not among the parts. */
export function saidIn(message: Fields, parts: readonly Fields[]): Said[] {
  const { content } = message;
  const said: Said[] = [];
  const add = (text: unknown, stream: Said[1]): void => {
    if (typeof text === "string" && text !== "") said.push([text, stream]);
  };
  // Chat completions of DeepSeek, vLLM and OpenRouter, and what LangChain makes of them.
  add(message["reasoning_content"] ?? message["reasoning"], "reasoning");
  add(content, "text");
  for (const part of parts) {
    const { type, text } = part;
    if (type === "thinking") add(part["thinking"], "reasoning");
    // The AI SDK has `text`, LangChain `reasoning`.
    else if (type === "reasoning") add(text ?? part["reasoning"], "reasoning");
    else if (isTextPart(type)) add(text, part["thought"] === true ? "reasoning" : "text");
  }
  return said;
}

/** The texts of an item `reasoning` of OpenAI's responses; of newer models there is only a summary. */
export function reasoningIn({ content, summary }: Fields): string[] {
  const texts = [...fieldsOf(content), ...fieldsOf(summary)].map(({ text }) => text);
  return texts.filter((text): text is string => typeof text === "string" && text !== "");
}
