import type { LoopRun } from "../types.ts";
import type { CallParams, ToolCalls } from "./mcp-calls.ts";
/** What a server tells of the request that a call came with: `extra` in version 1, `ctx` in version 2. */
export interface McpRequestContext {
    /** Of transports that have sessions. */
    readonly sessionId?: string | undefined;
    readonly signal?: AbortSignal | undefined;
    readonly authInfo?: unknown;
    readonly http?: {
        readonly authInfo?: unknown;
    } | undefined;
    readonly mcpReq?: McpRequest | undefined;
}
interface McpRequest {
    readonly signal: AbortSignal;
    readonly inputResponses?: unknown;
    requestState?(): unknown;
}
type ToolCallback = (...given: unknown[]) => unknown;
type RequestHandler = (request: {
    params?: Partial<CallParams>;
}, context: McpRequestContext) => Promise<unknown>;
/** What is used of a tool that was registered. */
interface RegisteredTool {
    handler?: unknown;
    update(updates: {
        name?: string | null;
        callback?: ToolCallback;
    }): void;
}
/** What is used of the low-level `Server`. The handlers are the SDK's own business, but nothing else gives them. */
interface LowLevelServer {
    setRequestHandler(...given: unknown[]): void;
    readonly _requestHandlers?: Map<string, RequestHandler>;
}
/** What is used of an `McpServer`. */
interface HighLevelServer {
    readonly server: LowLevelServer;
    registerTool(...given: unknown[]): RegisteredTool;
    tool?(...given: unknown[]): RegisteredTool;
    readonly _registeredTools?: Record<string, RegisteredTool>;
}
export type ServerMethods = LowLevelServer | HighLevelServer;
export declare function guardHandlers(server: ServerMethods, calls: ToolCalls, runOf: (context: McpRequestContext) => LoopRun): void;
export {};
