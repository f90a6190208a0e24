/**
 * Agents that work inside a tool of another one, whatever framework they are made with: while a tool is at work, the code in
 * it knows whose call that is, and a run that begins there has that run as its parent.
 *
 *   run of the planner
 *     call of "ask_researcher" --> `duringCall` --> run of the researcher begins: `workIn` --> parent, and its task
 */
import type { LoopCall } from "../base/types.ts";
import { RunProtocol } from "./run-protocol.ts";
/** A tool at work. */
export interface Work {
    readonly run: RunProtocol<unknown, unknown>;
    readonly call: LoopCall;
    /** The tool in which the agent of `run` works. */
    readonly outer: Work | undefined;
}
/** Calls `fn`, the tool of `call`. Without a `delegation` detector that is all. */
export declare function duringCall<T>(run: object, call: LoopCall, fn: () => T): T;
/** The values of a tool that is a generator: what it does, it does while they are read. */
export declare function readDuringCall<T>(run: object, call: LoopCall, values: AsyncIterable<T>): AsyncIterable<T>;
/** The innermost tool at work of the guard whose runs share this engine. */
export declare function workIn(engine: object): Work | undefined;
