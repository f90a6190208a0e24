/**
 * Runs a tool in its own process.
 *
 * The process gets the text of `execute`, so the function must not use variables from outside itself. It starts with an
 * empty environment, a bounded heap and a time limit. Node's permission model closes the file system to it, as well as
 * child processes, worker threads, native addons and the inspector; network calls are replaced by ones that throw. Its
 * console output is dropped.
 *
 * This is isolation, not a security boundary: it contains a faulty tool, not a hostile one. Node says the same about
 * its permission model. For hostile code use a container or a virtual machine.
 */
import { type Check } from "../base/check-option.ts";
import type { RunContext } from "./run-context.ts";
import type { SandboxConfig, ToolResult } from "./tool-types.ts";
/** Throws `ERR_LOOPGUARD_OPTION` for an invalid value; `null` and `undefined` are allowed. */
export declare function checkSandbox(value: unknown, path: string): void;
/** The longest time for `setTimeout`, which fires at once for a longer one. */
export declare const LONGEST_TIMER_MS: number;
export declare function numberFrom(min: number, what?: string): Check;
/** The sandbox for a tool: its own setting, else the executor's; `null` for none. */
export declare function resolveSandboxConfig(toolLevel?: boolean | SandboxConfig, agentLevel?: boolean | SandboxConfig): SandboxConfig | null;
type Execute = (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>;
/**
 * Runs functions, each in its own process. `enabled` of the configuration is ignored. Throws `ERR_LOOPGUARD_OPTION` for
 * an invalid one.
 *
 * @example
 * const result = await new Sandbox({ timeout: 1000 }).execute(async ({ n }) => `${n}`, { n: 1 }, ctx);
 */
export declare class Sandbox {
    constructor(config?: SandboxConfig);
    /**
     * Rejects with `Sandbox error: <message>` if the function throws; also on time-out, on abort, and if the process
     * ends. The process is gone when the promise settles.
     */
    execute(toolExecuteFn: Execute, args: Record<string, unknown>, ctx: RunContext): Promise<string | ToolResult>;
}
export {};
