/** Guards tool calls over MCP, on either side of the connection. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { CallEnds } from "../adapter/result-form.ts";
/** The parameters of `tools/call` that are read here. */
export interface CallParams {
    readonly name: string;
    readonly arguments?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}
/** What the client or the server knows about a call. */
export interface CallContext {
    /** The call continues an earlier one: it contains the input that the server asked the user for. */
    readonly continues?: boolean;
    /** The server probably has no such tool. The call is made even so: the server's own error is the answer. */
    readonly unknown?: boolean;
    readonly signal?: AbortSignal | undefined;
    readonly elicit?: ((question: object) => Promise<Elicited>) | undefined;
    /** The result comes as a stream of messages. */
    readonly iterated?: (messages: never, ends: CallEnds) => unknown;
}
/** What a user answered. */
export interface Elicited {
    readonly action: string;
    readonly content?: object | undefined;
}
/** The result of a call: that of `invoke`, unless it is refused. */
export declare function guardedCall(run: AgentRun, params: CallParams, invoke: () => unknown, context?: CallContext): unknown;
export declare function isErrorResult(result: unknown): boolean;
