import type { DeskInput } from "../adapter/desk.ts";
export { withLoopGuard } from "./livekit-text.ts";
/** A `SpeechHandle`, as far as it is used here. */
export interface SpeechLike {
    waitForPlayout(): Promise<unknown>;
    readonly chatItems?: readonly object[];
}
/**
 * Guarded tools, in the form in which they are given: a list, or an object by name. Function tools are guarded, those of toolsets
 * too; tools that the provider runs are returned unchanged. Each turn of an agent (a `SpeechHandle`) is its own run. Throws
 * `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const agent = new voice.Agent({ instructions, tools: guardTools([search, book]) });
 */
export declare function guardTools<T extends object>(tools: T, guard?: DeskInput): T;
/**
 * Waits until a turn is over, and throws the `ToolLoopError` if a call of it was aborted, or what the agent said.
 *
 * @example
 * await throwOnToolLoop(session.generateReply({ userInput }));
 */
export declare function throwOnToolLoop(speech: SpeechLike): Promise<void>;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
