import type { RunContext } from "./run-context.ts";
import type { SandboxConfig, ToolResult } from "./tool-types.ts";
/** Runs a function in a child process, which is gone when the promise settles. */
export declare function runInProcess(execute: (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>, args: Record<string, unknown>, ctx: RunContext, config: SandboxConfig, timeoutMs: number): Promise<string | ToolResult>;
