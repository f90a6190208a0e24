import { type CallParams } from "./mcp-calls.ts";
import { type McpRequestContext, type Sessions } from "./mcp-sessions.ts";
type ToolCallback = (...given: unknown[]) => unknown;
type RequestHandler = (request: {
    params?: Partial<CallParams>;
}, context: McpRequestContext) => Promise<unknown>;
/** The part of a registered tool that is used here. */
interface RegisteredTool {
    handler?: unknown;
    update(updates: {
        name?: string | null;
        callback?: ToolCallback;
    }): void;
}
/**
 * The part of the low-level `Server` that is used here. `_requestHandlers` is private, but there is no public access.
 */
interface LowLevelServer {
    setRequestHandler(...given: unknown[]): void;
    readonly _requestHandlers?: Map<string, RequestHandler>;
}
/** The part of an `McpServer` that is used here. */
interface HighLevelServer {
    readonly server: LowLevelServer;
    registerTool(...given: unknown[]): RegisteredTool;
    tool?(...given: unknown[]): RegisteredTool;
    readonly _registeredTools?: Record<string, RegisteredTool>;
}
export type ServerMethods = LowLevelServer | HighLevelServer;
export declare function guardHandlers(server: ServerMethods, sessions: Sessions): void;
export {};
