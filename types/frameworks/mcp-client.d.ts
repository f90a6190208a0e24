import type { CallContext, CallParams } from "./mcp-calls.ts";
type Method = (params: CallParams, ...rest: unknown[]) => Promise<unknown>;
/** The part of a `Client`, version 1 or 2, that is used here. */
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
/** Makes a guarded call. */
export type MakeCall = (params: CallParams, invoke: () => unknown, context: CallContext) => unknown;
/** Calls `make` for every tool call. `unknown`: the server has listed its tools, and this one is not among them. */
export declare function guardMethods(client: ClientMethods, make: MakeCall): void;
export {};
