import { type GuardInput } from "./guard-of.ts";
import { type CallParams } from "./mcp-calls.ts";
import { type McpRequestContext } from "./mcp-server.ts";
export type { CallParams as McpCallParams } from "./mcp-calls.ts";
export type { McpRequestContext } from "./mcp-server.ts";
export interface McpClientGuardOptions {
    /**
     * `"throw"`: an aborted call rejects with a `ToolLoopError`. `"stop"`: it resolves with an error result in which
     * `findToolLoopError` finds why, for hosts that would take a rejection for a failure of the tool. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
    /**
     * The agent run that a call belongs to, as a key for `guard.run(key)`; `undefined`: the client's own. MCP does not say,
     * so a client that several runs share at a time needs this. Default: one run for each client.
     */
    runKey?: (params: CallParams) => string | object | undefined;
}
export interface McpServerGuardOptions {
    /**
     * The agent run that a request belongs to, as a key for `guard.run(key)`; `undefined`: as without this option. Default:
     * one run for each session, and for each server where the transport has none.
     */
    runKey?: (context: McpRequestContext) => string | object | undefined;
}
/**
 * Guards the tools that a client calls, and gives the client itself back. MCP shows neither runs nor turns: a client has
 * one run, `guard.run(client)`, and a host that knows more tells it `beginTurn()`, `beginRound()` and `reset()`. A client
 * that is guarded already stays as it is.
 *
 * @example
 * const client = guardClient(new Client({ name: "agent", version: "1.0.0" }));
 */
export declare function guardClient<C extends {
    callTool(...given: never[]): PromiseLike<unknown>;
}>(client: C, guard?: GuardInput, { onAbort, runKey }?: McpClientGuardOptions): C;
/**
 * Guards the tools of a server, also those that are registered later, and gives the server itself back: an `McpServer`, or
 * a low-level `Server`. It refuses calls; ending the run is up to the client, which finds the reason in the result of an
 * aborted call with `findToolLoopError`. A server that is guarded already stays as it is.
 *
 * @example
 * const server = guardServer(new McpServer({ name: "handbook", version: "1.0.0" }));
 */
export declare function guardServer<S extends object>(server: S, guard?: GuardInput, { runKey }?: McpServerGuardOptions): S;
