/**
 * Agents that work inside a tool of another one, whatever framework they are made with: while a tool is at work, the code in
 * it knows whose call that is, and a run that begins there has that run as its parent.
 *
 *   run of the planner
 *     call of "ask_researcher" --> `duringCall` --> run of the researcher begins: `workIn` --> parent, and its task
 */
import type { LoopCall } from "../base/types.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { BaseRun } from "./base-run.ts";
/** A tool at work. */
export interface Work {
    readonly run: BaseRun<unknown, unknown>;
    readonly call: LoopCall;
    /** The tool in which the agent of `run` works. */
    readonly outer: Work | undefined;
    /** Why an agent in it was stopped, where that one gives no answer. */
    stopped?: () => ToolLoopError | undefined;
}
/** Calls `fn`, the tool of `call`. Without a `delegation` detector that is all. */
export declare function duringCall<T>(run: object, call: LoopCall, fn: () => T): T;
/** A tool that is a generator: what it does, it does while its values are read. */
export declare class ReadingWork {
    #private;
    constructor(run: object, call: LoopCall);
    /** Why an agent in the tool was stopped. */
    get stopped(): ToolLoopError | undefined;
    values<T>(values: AsyncIterable<T>): AsyncIterable<T>;
}
/** A run was stopped: the tool of another one, in which its agent works, may have nothing else to say. */
export declare function tellStopped(run: object, end: () => ToolLoopError | undefined): void;
/** The innermost tool at work of the guard whose runs share this engine. */
export declare function workIn(engine: object): Work | undefined;
