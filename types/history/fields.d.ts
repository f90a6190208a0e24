/** Reads objects of unknown shape, as they are in messages and traces, and what a model said in them. */
export type Fields = Record<string, unknown>;
export declare function isFields(value: unknown): value is Fields;
/** The objects in a list; none for anything else. */
export declare function fieldsOf(value: unknown): readonly Fields[];
/** Whether a part of a message with this type is text. */
export declare function isTextPart(type: unknown): boolean;
/** The text of a part, if it has one. TanStack AI has it in `content`. */
export declare function textIn({ type, text, content }: Fields): unknown;
/** The text of a list of text parts; anything else is returned unchanged. */
export declare function plainContent(content: unknown): unknown;
/** Characters of a text, or of the text parts of a list. */
export declare function textSize(content: unknown): number;
/** A text, and whether it is part of the answer or of the reasoning. */
export type TextPart = readonly [text: string, stream: "text" | "reasoning"];
/** The texts of a message with these parts. The reasoning comes first, where it is not among the parts. */
export declare function textsIn(message: Fields, parts: readonly Fields[]): TextPart[];
/** The texts of an item `reasoning` of OpenAI's responses; of newer models there is only a summary. */
export declare function reasoningIn({ content, summary }: Fields): string[];
