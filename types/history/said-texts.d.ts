/** What a message of the model says, and what it thought before, in the forms of the providers and frameworks. */
import { type Fields } from "./fields.ts";
/** A text, and whether it is part of the answer or of the reasoning. */
export type Said = readonly [text: string, stream: "text" | "reasoning"];
/** The texts of a message with these parts. The reasoning comes first, where it is not among the parts. */
export declare function saidIn(message: Fields, parts: readonly Fields[]): Said[];
/** The texts of an item `reasoning` of OpenAI's responses; of newer models there is only a summary. */
export declare function reasoningIn({ content, summary }: Fields): string[];
