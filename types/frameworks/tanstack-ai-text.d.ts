import { type WatchedChat } from "./tanstack-ai-edit.ts";
/** Has the texts of a chat looked at, if its adapter is a guarded one. */
export declare function watchChat(context: object, chat: WatchedChat): void;
/**
 * An adapter whose texts are looked at for loops, in each `chat` that has the `toolLoopMiddleware`. A response that repeats
 * itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is no text adapter.
 *
 * @example
 * const adapter = guardAdapter(openaiText("gpt-5.5"));
 * const stream = chat({ adapter, messages, tools, middleware: [toolLoopMiddleware()] });
 */
export declare function guardAdapter<A extends object>(adapter: A): A;
