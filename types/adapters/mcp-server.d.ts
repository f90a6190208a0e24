import type { CallParams, ToolCalls } from "./mcp-calls.ts";
import { type McpRequestContext, type Sessions } from "./mcp-sessions.ts";
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
export declare function guardHandlers(server: ServerMethods, calls: ToolCalls, sessions: Sessions): void;
export {};
