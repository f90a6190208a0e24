/** What a model said, in the output that a tracing service keeps of its response. */
import type { Said } from "../../history/said-texts.ts";
/** The texts of an output: a text, a message, or what contains messages. Anything else says nothing. */
export declare function outputTexts(output: unknown, depth?: number): readonly Said[];
