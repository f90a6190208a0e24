import type { ToolResult } from "./tool-types.ts";
/** What a call gave. */
export interface CachedResult {
    /** For loop detection. */
    full: string | ToolResult;
    /** For the model: what `toModelOutput` made of it. */
    output: string | ToolResult;
    /** What stands for `output` where it is an artifact, by the session's artifacts: no other session has them. */
    offloaded?: WeakMap<object, string | ToolResult>;
}
