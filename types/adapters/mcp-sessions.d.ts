/** Whose request it is that comes to an MCP server, and whether its session has been quiet for so long that it begins anew. */
import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { CallbackFaults } from "../report/callbacks.ts";
import { type RunKey } from "../wrap/run-scope.ts";
/** What a server tells of the request that a call came with: `extra` in version 1, `ctx` in version 2. */
export interface McpRequestContext {
    /** Of transports that have sessions. */
    readonly sessionId?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly authInfo?: unknown;
    /** Of HTTP, in version 1. */
    readonly requestInfo?: object | undefined;
    /** Of HTTP, in version 2. */
    readonly http?: {
        readonly authInfo?: unknown;
        readonly req?: object | undefined;
    } | undefined;
    readonly mcpReq?: McpRequest | undefined;
}
interface McpRequest {
    readonly signal: AbortSignal;
    readonly inputResponses?: unknown;
    requestState?(): unknown;
}
export declare function signalOf({ mcpReq, signal }: McpRequestContext): AbortSignal | undefined;
export interface SessionOptions {
    readonly runKey: ((context: McpRequestContext) => RunKey | undefined) | undefined;
    /** A pause of so many milliseconds is the end of a turn. */
    readonly turnAfterMs: number;
}
/** The sessions of one server. */
export declare class Sessions {
    #private;
    constructor(guard: LoopGuard, server: object, options: SessionOptions);
    runOf(context: McpRequestContext): LoopRun;
    /**
     * A request for a call, from its first moment to its last. What is guarded inside is of the session's run.
     *
     * A stuck agent calls again as soon as it has the answer. After a pause of `turnAfterMs` something else has gone on at the
     * client's side, most likely a word of its user: the run begins a new turn. The pause is between any two requests of the
     * session, so one call that is made now and then among others is not judged by it but by what lies between.
     */
    within<T>(context: McpRequestContext, handle: () => Promise<T>): Promise<T>;
}
/** The key that a host's function gives; none where it throws. */
export declare function ownKey<Asked>(runKey: (asked: Asked) => unknown, asked: Asked, faults: CallbackFaults): RunKey | undefined;
export {};
