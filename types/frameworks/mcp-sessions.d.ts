import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { type RunKey } from "../guard/run-scope.ts";
import { CallbackFaults } from "../rules/diagnostics.ts";
/** The SDK's description of a call's request: `extra` in version 1, `ctx` in version 2. */
export interface McpRequestContext {
    /** For transports with sessions. */
    readonly sessionId?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly authInfo?: unknown;
    /** For HTTP, in version 1. */
    readonly requestInfo?: object | undefined;
    /** For HTTP, in version 2. */
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
    /** A pause of so many milliseconds ends a turn. */
    readonly turnAfterMs: number;
}
/** The sessions of one server. */
export declare class Sessions {
    #private;
    constructor(desk: Desk, server: object, options: SessionOptions);
    runOf(context: McpRequestContext): AgentRun;
    /**
     * Handles the request of a call. Guarded code inside belongs to the session's run.
     *
     * A stuck agent calls again as soon as it has the result. After a pause of `turnAfterMs` something else has happened
     * on the client's side, most likely a message of the user, so the run begins a new turn. The pause is measured
     * between any two requests of the session: a call that is repeated now and then among others does not begin a turn.
     */
    within<T>(context: McpRequestContext, handle: () => Promise<T>): Promise<T>;
}
/** The key that the user's function returns; `undefined` if there is no function, or it throws. */
export declare function ownKey<Subject>(runKey: ((subject: Subject) => unknown) | undefined, subject: Subject, faults: CallbackFaults): RunKey | undefined;
export {};
