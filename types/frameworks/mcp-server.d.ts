/** Guards the server's side of MCP: the tools of an `McpServer`, and the handler of all tool calls. */
import type { Desk } from "../adapter/desk.ts";
import { type RunKey } from "../guard/run-scope.ts";
import { CallbackErrors } from "../rules/diagnostics.ts";
import { type CallParams, type Elicited } from "./mcp-calls.ts";
type RequestHandler = (request: {
    params?: Partial<CallParams>;
}, context: McpRequestContext) => Promise<unknown>;
interface RegisteredTool {
    /** In version 2, what calls the handler. */
    executor?: unknown;
    handler?: unknown;
    /** The handler below 1.24. */
    callback?: unknown;
}
/** The part of the low-level `Server` that is used here. `_requestHandlers` is private: there is no public access. */
interface LowLevelServer {
    setRequestHandler(...given: unknown[]): void;
    getClientCapabilities?(): {
        readonly elicitation?: unknown;
    } | undefined;
    elicitInput?(question: object, options: object): Promise<Elicited>;
    readonly _requestHandlers?: Map<string, RequestHandler>;
}
interface HighLevelServer {
    readonly server: LowLevelServer;
    readonly _registeredTools: Record<string, RegisteredTool>;
}
export type ServerMethods = LowLevelServer | HighLevelServer;
/** `turnAfterMs`: a pause of so many milliseconds ends a turn. */
export declare function guardHandlers(server: ServerMethods, desk: Desk, runKey: RunKeyOf | undefined, turnAfterMs: number): void;
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
type RunKeyOf = (context: McpRequestContext) => RunKey | undefined;
/** The key that the user's function returns; `undefined` if there is no function, or it throws. */
export declare function ownKey<Subject>(runKey: ((subject: Subject) => unknown) | undefined, subject: Subject, callbackErrors: CallbackErrors): RunKey | undefined;
export {};
