/**
 * For LiveKit Agents, `@livekit/agents`: function tools of voice and text agents.
 *
 * `warn`: the message is added to the tool's result. `hint` and `ask`: the tool is not called, and the message is its
 * result. `abort`: the call ends with a `StopResponse`, so the agent is silent for the rest of its turn, and `throwOnToolLoop`
 * throws.
 */
import { GuardInput } from '../index.js';

/**
 * Guarded tools, in the form in which they are given: a list, or an object by name. Function tools are guarded, those of toolsets
 * too; tools that the provider runs are returned unchanged. Each turn of an agent (a `SpeechHandle`) is its own run. Throws
 * `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const agent = new voice.Agent({ instructions, tools: guardTools([search, book]) });
 */
declare function guardTools<T extends object>(tools: T, guard?: GuardInput): T;
/**
 * Waits until a turn is over, and throws the `ToolLoopError` if a call of it was aborted.
 *
 * @example
 * await throwOnToolLoop(session.generateReply({ userInput }));
 */
declare function throwOnToolLoop(speech: {
    waitForPlayout(): Promise<unknown>;
}): Promise<void>;

export { guardTools, throwOnToolLoop };
