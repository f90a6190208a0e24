/**
 * For MCP, on either side: `Client` and `McpServer` of `@modelcontextprotocol/sdk` 1 and of `@modelcontextprotocol/client`
 * and `/server` 2. Imports nothing of them.
 *
 * `warn` is one more text part of the tool's result. `hint` and `ask` are an error result, in place of a call. `abort`
 * throws on the side of the client, and is one more error result on the side of the server, which cannot stop anybody.
 */
import { GuardInput } from '../index.js';

/** What is read of the parameters of `tools/call`. */
interface CallParams {
    readonly name: string;
    readonly arguments?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** What a server tells of the request that a call came with: `extra` in version 1, `ctx` in version 2. */
interface McpRequestContext {
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

interface McpClientGuardOptions {
    /**
     * `"throw"`: an aborted call rejects with a `ToolLoopError`. `"stop"`: it resolves with an error result in which
     * `findToolLoopError` finds why, for hosts that would take a rejection for a failure of the tool. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
    /**
     * The agent run that a call belongs to, as a key for `guard.run(key)`; `undefined`: as without this option. MCP does not
     * say, so a client that several runs share at a time needs this. Default: the run of the scope around the call
     * (`runScope`; tools of a `ToolExecutor` are in one), else one for each client.
     */
    runKey?: (params: CallParams) => string | object | undefined;
}
interface McpServerGuardOptions {
    /**
     * The agent run that a request belongs to, as a key for `guard.run(key)`; `undefined`: as without this option. Default:
     * one run for each session. Of a transport without sessions: one for each request over HTTP, where the next one may be of
     * somebody else, and one for the server over a pipe or in memory.
     */
    runKey?: (context: McpRequestContext) => string | object | undefined;
    /**
     * Milliseconds, 1 and up: after a pause of so long between two requests for tools, a session begins a new turn, as if its
     * user had spoken. By the guard's clock (`now`). `Infinity`: never. Default 60,000.
     */
    turnAfterMs?: number;
}
/**
 * Guards the tools that a client calls, and gives the client itself back. MCP shows neither runs nor turns: a client has
 * one run, `guard.run(client)`, and a host that knows more tells it `beginTurn()`, `beginRound()` and `reset()`. A client
 * that is guarded already stays as it is.
 *
 * @example
 * const client = guardClient(new Client({ name: "agent", version: "1.0.0" }));
 */
declare function guardClient<C extends {
    callTool(...given: never[]): PromiseLike<unknown>;
}>(client: C, guard?: GuardInput, { onAbort, runKey }?: McpClientGuardOptions): C;
/**
 * Guards the tools of a server, also those that are registered later, and gives the server itself back: an `McpServer`, or
 * a low-level `Server`. It refuses calls; ending the run is up to the client, which finds the reason in the result of an
 * aborted call with `findToolLoopError`. A server that is guarded already stays as it is.
 *
 * Each session has a state of its own, and a session that was quiet for a minute begins a new turn: a call that is made now
 * and then in a session that lasts for days is no loop. Throws `ERR_LOOPGUARD_OPTION` for what cannot work.
 *
 * @example
 * const server = guardServer(new McpServer({ name: "handbook", version: "1.0.0" }));
 */
declare function guardServer<S extends object>(server: S, guard?: GuardInput, { runKey, turnAfterMs }?: McpServerGuardOptions): S;

export { guardClient, guardServer };
export type { CallParams as McpCallParams, McpClientGuardOptions, McpRequestContext, McpServerGuardOptions };
