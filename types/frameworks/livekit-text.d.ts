/** The replies of a LiveKit agent: ends those that repeat themselves, and changes requests of a run in a loop. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { DeskInput } from "../adapter/desk.ts";
interface Item {
    readonly type: string;
    readonly id: string;
    readonly role?: string;
    readonly textContent?: string | undefined;
    readonly callId?: string;
    readonly name?: string;
    readonly args?: string;
    readonly output?: string;
}
export declare function judgedIn(run: AgentRun, session: object, { id }: Pick<Item, "id">): void;
/**
 * Has what an agent says looked at for loops, and returns the same agent. A reply that repeats itself is cut, and the model is
 * told and asked again. All replies after one thing that the user said are one run. What `recover` does, and the last request
 * of `onAbort: "answer"`, is done here for guarded tools. Throws `ERR_LOOPGUARD_OPTION` for what is no agent, and for invalid
 * options.
 *
 * @example
 * const agent = withLoopGuard(new voice.Agent({ instructions, tools: guardTools([search], guard) }), guard);
 */
export declare function withLoopGuard<A extends object>(agent: A, guard?: DeskInput): A;
/** The error that a speech has ended with, in one of its messages. */
export declare function endOfSpeech({ chatItems }: {
    chatItems?: readonly object[];
}): unknown;
export {};
