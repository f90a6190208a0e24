/** For LiveKit Agents, `@livekit/agents`: function tools of voice and text agents. Imports nothing of it. */
import { DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/**
 * Has what an agent says looked at for loops, and returns the same agent. All replies after one thing that the user said are one
 * run. What `recover` does, and the last request of `onAbort: "answer"`, is done here for guarded tools.
 *
 * @example
 * const agent = withLoopGuard(new voice.Agent({ instructions, tools: guardTools([search], guard) }), guard);
 */
declare function withLoopGuard<A extends object>(agent: A, guard?: DeskInput): A;

/** A `SpeechHandle`, as far as it is used here. */
interface SpeechLike {
    waitForPlayout(): Promise<unknown>;
    readonly chatItems?: readonly object[];
}
/** How an abort ends a turn. */
interface LiveKitGuardOptions {
    /**
     * `"stop"`: the agent is silent until the user speaks. `"answer"`: the calls of that response are told to answer with what there is,
     * and those of later ones stop it. Nothing can be thrown into a turn: see `throwOnToolLoop`. Default `"stop"`.
     */
    onAbort?: "stop" | "answer";
}
/**
 * Guarded tools, in the form in which they are given: a list, or an object by name. Function tools are guarded, those of toolsets
 * too; tools that the provider runs are returned unchanged. Each turn of an agent (a `SpeechHandle`) is its own run.
 *
 * @example
 * const agent = new voice.Agent({ instructions, tools: guardTools([search, book]) });
 */
declare function guardTools<T extends object>(tools: T, guard?: DeskInput, options?: LiveKitGuardOptions): T;
/**
 * Waits until a turn is over, and throws the `ToolLoopError` if a call of it was aborted, or what the agent said.
 *
 * @example
 * await throwOnToolLoop(session.generateReply({ userInput }));
 */
declare function throwOnToolLoop(speech: SpeechLike): Promise<void>;

export { guardTools, throwOnToolLoop, withLoopGuard };
export type { LiveKitGuardOptions, SpeechLike };
