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
