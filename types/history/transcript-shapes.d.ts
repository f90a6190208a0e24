/**
 * Messages of LangChain, of Gemini, and of the AI SDK's user interface, as the messages that `TranscriptReader` reads: roles,
 * and parts of the AI SDK's model messages.
 */
type Fields = Record<string, unknown>;
/** The messages that an entry stands for; the entry itself where it is of no such kind. */
export declare function messagesOf(entry: Fields): Fields[];
export {};
