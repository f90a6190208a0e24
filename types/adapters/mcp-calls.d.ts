/** Tool calls over MCP under a guard, on either side of the connection. */
import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
/** What is read of the parameters of `tools/call`. */
export interface CallParams {
    readonly name: string;
    readonly arguments?: unknown;
}
/** What the side that opens a call knows of it. */
export interface CallFacts {
    /** It brings what the server asked the user for: the second half of an earlier call. */
    readonly continues?: boolean;
    /** The server has no such tool, as far as is known: it is called, so that its own error is the answer. */
    readonly unknown?: boolean;
}
export declare class ToolCalls {
    /** An aborted call throws; otherwise its result says that the run is to end. */
    readonly throws: boolean;
    constructor(throws: boolean);
    /** Judges a call. Throws a `ToolLoopError` in place of one that the guard aborts. */
    open(run: LoopRun, params: CallParams, { continues, unknown }?: CallFacts): OpenCall;
}
/** A call that was judged, and its end. */
export declare class OpenCall {
    #private;
    /** In place of the call, when it is not to run. */
    readonly refusal: unknown;
    constructor(run: LoopRun, call: LoopCall, before: Verdict, throws: boolean, unknown: boolean, wait: () => void);
    /** Calls the tool, unless it was refused, and gives what the caller is to see. */
    through(invoke: () => unknown, signal: AbortSignal | undefined): Promise<unknown>;
    /** The result as the caller is to see it. */
    finish(result: unknown): unknown;
    /** What the caller is to see of an error: another error, or a result where the run is to end and nothing is thrown. */
    fail(error: unknown): {
        error: unknown;
    } | {
        result: unknown;
    };
    /** The call came to no end of its own, such as one that was cancelled: neither a result nor a failure. */
    drop(error?: unknown): {
        error: unknown;
    };
}
