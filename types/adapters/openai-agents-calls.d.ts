/** The calls of OpenAI Agents runs: what the guard is asked and told, and what the model is to read besides. */
import type { LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
/** What is read of a `RunContext`. There is one for each `run()`, and agents used as tools share their caller's. */
export interface RunContext {
    readonly usage?: {
        readonly requests?: number;
    } | undefined;
}
/** What is read of a function call. */
export interface FunctionCall {
    readonly callId: string;
    readonly name: string;
    readonly namespace?: string | undefined;
    /** Raw JSON text; empty where the SDK hides it, which it does when arguments do not match the tool's schema. */
    readonly arguments: string;
}
export declare class RunCalls {
    #private;
    readonly run: LoopRun;
    constructor(run: LoopRun);
    /** The model is about to be asked: the calls that follow are a round. */
    modelIsAsked(): void;
    before(call: FunctionCall, context: RunContext): Verdict;
    /** `failed`: the output says that the call did not run. */
    after(call: FunctionCall, output: unknown, failed?: boolean): Verdict | undefined;
    /** What the model is to read with the result of a call; asked for once. */
    takeNote(call: FunctionCall): string | undefined;
}
/** The calls of each run of one guard. */
export declare class Runs {
    #private;
    constructor(guard: LoopGuard);
    of(context: RunContext): RunCalls;
}
