import type { ToolResult } from "./tool-types.ts";
/** The result of a call. */
export interface CachedResult {
    /** The full result, for loop detection. */
    full: string | ToolResult;
    /** The result for the model, after `toModelOutput`. */
    output: string | ToolResult;
    /** The pointer that replaces a large `output`, by the artifacts of each session: other sessions cannot read it. */
    offloaded?: WeakMap<object, string | ToolResult>;
}
/** A cache of limited size; past it the oldest entry is dropped. `now`: the clock, in milliseconds. */
export declare class ResultCache {
    #private;
    constructor(now?: () => number);
    /**
     * The cache key of a call, whatever the order of its arguments' keys; `undefined` for arguments without a JSON text.
     */
    static key(toolName: string, args: unknown): string | undefined;
    get(key: string): CachedResult | undefined;
    set(key: string, result: CachedResult, ttl: number): void;
    clear(): void;
}
