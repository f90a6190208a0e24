import type { DeskInput } from "../adapter/desk.ts";
/**
 * Has what an agent says looked at for loops, and returns the same agent. A reply that repeats itself is cut, and the model is
 * told and asked again. All replies after one thing that the user said are one run. Throws `ERR_LOOPGUARD_OPTION` for what is
 * no agent, and for invalid options.
 *
 * @example
 * const agent = withLoopGuard(new voice.Agent({ instructions, tools: guardTools([search], guard) }), guard);
 */
export declare function withLoopGuard<A extends object>(agent: A, guard?: DeskInput): A;
/** The error that a speech has ended with, in one of its messages. */
export declare function endOfSpeech({ chatItems }: {
    chatItems?: readonly object[];
}): unknown;
