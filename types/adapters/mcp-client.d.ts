import type { CallParams, OpenCall } from "./mcp-calls.ts";
type Method = (params: CallParams, ...rest: unknown[]) => Promise<unknown>;
/** What is used of a `Client`, of either version. */
export interface ClientMethods {
    callTool: Method;
    listTools?: (params?: {
        cursor?: string;
    }, ...rest: unknown[]) => Promise<ToolList>;
    /** Version 1 only. */
    readonly experimental?: {
        readonly tasks?: {
            callToolStream?: StreamMethod;
        };
    };
}
type StreamMethod = (params: CallParams, ...rest: unknown[]) => AsyncIterable<StreamMessage>;
interface StreamMessage {
    readonly type: string;
    readonly result?: unknown;
    readonly error?: unknown;
}
interface ToolList {
    readonly tools: readonly {
        readonly name: string;
    }[];
    readonly nextCursor?: string;
}
/** Puts `open` before every call of a tool. `unknown`: the server has listed its tools, and this is none of them. */
export declare function guardMethods(client: ClientMethods, open: (params: CallParams, unknown: boolean) => OpenCall): void;
export {};
