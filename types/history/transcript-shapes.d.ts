/**
 * Messages of LangChain, of Gemini, of pi, and of the AI SDK's user interface, as the messages that `TranscriptReader` reads:
 * roles, and parts of the AI SDK's model messages.
 */
import { type Fields } from "./fields.ts";
/** The messages in an entry; for any other form, the entry itself. */
export declare function messagesOf(entry: Fields): Fields[];
/**
 * A step of the AI SDK's `generateText`: v4 has `args` and `result`, later ones `input` and `output`. As JSON, later ones
 * have only what their class keeps in fields: calls and results are in the content.
 */
export declare function isStep({ role, content, finishReason, toolCalls, toolResults }: Fields): boolean;
