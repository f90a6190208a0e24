import type { RunContext } from "./run-context.ts";
import type { SandboxConfig, ToolResult } from "./tool-types.ts";
/** `sandboxFor` by its name in Agentium, and with `null` for no sandbox. */
export declare function resolveSandboxConfig(toolLevel?: boolean | SandboxConfig, agentLevel?: boolean | SandboxConfig): SandboxConfig | null;
/**
 * Runs functions, each in its own process; `enabled` is ignored.
 *
 * @example
 * const result = await new Sandbox({ timeout: 1000 }).execute(async ({ n }) => `${n}`, { n: 1 }, ctx);
 */
export declare class Sandbox {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION` for an invalid configuration. */
    constructor(config?: SandboxConfig);
    /**
     * Rejects with `Sandbox error: <message>` if the function throws; also on time-out, on abort, and if the process
     * ends.
     */
    execute(toolExecuteFn: (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>, args: Record<string, unknown>, ctx: RunContext): Promise<string | ToolResult>;
}
