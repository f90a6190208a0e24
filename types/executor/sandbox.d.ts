import type { RunContext } from "./run-context.ts";
import type { SandboxConfig, ToolResult } from "./tool-types.ts";
/** `sandboxFor` by the name, and with the answers, that Agentium has for it: `null` is no sandbox. */
export declare function resolveSandboxConfig(toolLevel?: boolean | SandboxConfig, agentLevel?: boolean | SandboxConfig): SandboxConfig | null;
/**
 * Runs functions in processes of their own, one for each, whatever `enabled` says.
 *
 * @example
 * const result = await new Sandbox({ timeout: 1000 }).execute(async ({ n }) => `${n}`, { n: 1 }, ctx);
 */
export declare class Sandbox {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(config?: SandboxConfig);
    /** Rejects with what the function throws, after `Sandbox error: `; and on time-out, abort, or the end of the process. */
    execute(toolExecuteFn: (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>, args: Record<string, unknown>, ctx: RunContext): Promise<string | ToolResult>;
}
