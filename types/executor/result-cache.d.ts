import type { ToolResult } from "./tool-types.ts";
/** What a call gave: in full, for loop detection, and as the model saw it. */
export interface CachedResult {
    full: string | ToolResult;
    shown: string | ToolResult;
}
