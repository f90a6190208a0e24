/**
 * For MCP, on either side: `Client` and `McpServer` of `@modelcontextprotocol/sdk` 1 and of
 * `@modelcontextprotocol/client` and `/server` 2. Imports nothing of them.
 */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** The parameters of `tools/call` that are read here. */
interface CallParams {
    readonly name: string;
    readonly arguments?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** The SDK's description of a call's request: `extra` in version 1, `ctx` in version 2. */
interface McpRequestContext {
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

/** `onAbort: "stop"` is for hosts that take a rejection for a failed tool: an aborted call resolves with an error result. */
interface McpClientGuardOptions extends AdapterOptions {
    /**
     * The agent run that a call belongs to, as a key for `guard.run(key)`; `undefined` for the default. MCP does not name
     * runs, so a client that several runs share at the same time needs this. Default: the run of the scope around the
     * call (`runScope`; tools of a `ToolExecutor` are in one), else one run for each client.
     */
    runKey?: (params: CallParams) => string | object | undefined;
}
interface McpServerGuardOptions {
    /**
     * The agent run that a request belongs to, as a key for `guard.run(key)`; `undefined` for the default. Default: one
     * run for each session. Without sessions, one for each request over HTTP, since the next may be from another client,
     * and one for the whole server over a pipe or in memory.
     */
    runKey?: (context: McpRequestContext) => string | object | undefined;
    /**
     * Milliseconds, 1 or more: after such a pause between two tool requests, a session begins a new turn, as if its user
     * had spoken. Measured by the guard's clock (`now`). `Infinity`: never. Default 60,000.
     */
    turnAfterMs?: number;
}
/**
 * Guards the tools that a client calls, and returns the same client. MCP has neither runs nor turns, so a client has
 * one run, `guard.run(client)`; a host that knows more can call its `beginTurn()`, `beginRound()` and `reset()`.
 *
 * @example
 * const client = guardClient(new Client({ name: "agent", version: "1.0.0" }));
 */
declare function guardClient<C extends {
    callTool(...given: never[]): PromiseLike<unknown>;
}>(client: C, guard?: DeskInput, options?: McpClientGuardOptions): C;
/**
 * Guards the tools of a server, also those that are registered later, and returns the same server: an `McpServer`, or a
 * low-level `Server`. It refuses calls; only the client can end the run, and gets the error from the result of an
 * aborted call with `findToolLoopError`. Each session has its own state.
 *
 * @example
 * const server = guardServer(new McpServer({ name: "handbook", version: "1.0.0" }));
 */
declare function guardServer<S extends object>(server: S, guard?: DeskInput, options?: McpServerGuardOptions): S;

export { guardClient, guardServer };
export type { CallParams as McpCallParams, McpClientGuardOptions, McpRequestContext, McpServerGuardOptions };
