import type { LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
/** A `RunContext`, as far as it is read here. Each `run()` has one; agents used as tools share their caller's. */
export interface RunContext {
    readonly usage?: {
        readonly requests?: number;
        readonly inputTokens?: number;
        readonly outputTokens?: number;
    } | undefined;
}
/** The part of a function call that is read here. */
export interface FunctionCall {
    readonly callId: string;
    readonly name: string;
    readonly namespace?: string | undefined;
    /** Raw JSON text; empty when the arguments do not match the tool's schema, because the SDK then hides them. */
    readonly arguments: string;
}
export declare class RunCalls {
    #private;
    readonly run: LoopRun;
    /** `used`: what was used before the run began. */
    constructor(run: LoopRun, used?: RunContext["usage"]);
    /** Called before a model request: the calls that follow are a round. */
    expectResponse(): void;
    before(call: FunctionCall, context: RunContext): Verdict;
    /** `failed`: the output is an error, because the call did not run. */
    after(call: FunctionCall, output: unknown, failed?: boolean): Verdict | undefined;
    /** A handoff to another agent, with the arguments that the model gave it. */
    handoff(agent: string, args: string, context: RunContext): Verdict;
    /** The message for the model about a call's result; removes it. */
    takeNote(call: FunctionCall): string | undefined;
}
/** The calls of each run of one guard. */
export declare class Runs {
    #private;
    constructor(guard: LoopGuard);
    of(context: RunContext): RunCalls;
    get seesDelegations(): boolean;
    /** Calls `fn`, the tool of a call, in which another agent may work. */
    during<T>(context: RunContext, call: FunctionCall | undefined, fn: () => T): T;
    /** Judges a handoff from one agent to another. */
    handoff(context: RunContext, from: string, to: string, args: string): Verdict;
}
