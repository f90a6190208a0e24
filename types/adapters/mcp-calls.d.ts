/** Guards tool calls over MCP, on either side of the connection. */
import type { LoopRun } from "../base/types.ts";
/** The parameters of `tools/call` that are read here. */
export interface CallParams {
    readonly name: string;
    readonly arguments?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}
/** What the client or the server knows about a call. All default to `false`. */
export interface CallContext {
    /** The call continues an earlier one: it contains the input that the server asked the user for. */
    readonly continues?: boolean;
    /** The server probably has no such tool. The call is made even so: the server's own error is the answer. */
    readonly unknown?: boolean;
    /** Whether an abort throws. If not, the call's result says that the run should end. */
    readonly throws?: boolean;
}
/** A call that the guard judges when it is made; it is then invoked, finished, or failed. */
export declare class OpenCall {
    #private;
    /** The result of a refused call; `undefined` if the call may run. */
    readonly refusal: unknown;
    /** Throws a `ToolLoopError` for a call that the guard aborts, if an abort throws. */
    constructor(run: LoopRun, params: CallParams, context: CallContext);
    /** Calls the tool, unless the call was refused, and gives the result for the caller. */
    invoke(invoke: () => unknown, signal: AbortSignal | undefined): Promise<unknown>;
    /** Reports the tool's result to the guard, and gives the result for the caller. */
    finish(result: unknown): unknown;
    /** Reports an error to the guard, and gives the error for the caller, or a result if the run ends without an error. */
    fail(error: unknown): {
        error: unknown;
    } | {
        result: unknown;
    };
    /** Drops a call without an outcome, such as a cancelled one: it counts neither as a result nor as a failure. */
    drop(error?: unknown): {
        error: unknown;
    };
}
