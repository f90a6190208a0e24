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

import { bool, type Check, checkMembers, checkObject, fitting, number, texts } from "../base/check-option.ts";
import { isGiven } from "../base/property.ts";
import type { RunContext } from "./run-context.ts";
import type { SandboxConfig, ToolResult } from "./tool-types.ts";

const CHECKS: Readonly<Record<keyof SandboxConfig, Check>> = {
  enabled: bool,
  timeout: number(0, Infinity),
  maxMemoryMB: number(1, Infinity),
  allowNetwork: bool,
  allowFS(value, path) {
    if (typeof value === "boolean") return;
    checkObject(value, path, 'true, false or an object such as { readOnly: ["/data"] }');
    checkMembers(value, path, { readOnly: texts(0), readWrite: texts(0) });
  },
  env: fitting((value) => typeof value === "object" && !Array.isArray(value), "an object of texts by name"),
};

/** Throws `ERR_LOOPGUARD_OPTION` for an invalid value; `null` and `undefined` are allowed. */
export function checkSandbox(value: unknown, path: string): void {
  if (!isGiven(value) || typeof value === "boolean") return;
  checkObject(value, path, "true, false or an object such as { timeout: 1000 }");
  checkMembers(value, path, CHECKS);
}

/** The longest time for `setTimeout`, which fires at once for a longer one. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** The sandbox for a tool: its own setting, else the executor's; `null` for none. */
export function resolveSandboxConfig(
  toolLevel?: boolean | SandboxConfig,
  agentLevel?: boolean | SandboxConfig,
): SandboxConfig | null {
  const setting = toolLevel ?? agentLevel ?? false;
  const config = typeof setting === "boolean" ? { enabled: setting } : setting;
  return config.enabled === false ? null : { ...config, enabled: true };
}

type Execute = (args: Record<string, unknown>, ctx: RunContext) => Promise<string | ToolResult>;

/** Of each sandbox. Not in a private member: a type that has one fits no other class. */
const CONFIGS = new WeakMap<Sandbox, SandboxConfig>();

/**
 * Runs functions, each in its own process. `enabled` of the configuration is ignored. Throws `ERR_LOOPGUARD_OPTION` for
 * an invalid one.
 *
 * @example
 * const result = await new Sandbox({ timeout: 1000 }).execute(async ({ n }) => `${n}`, { n: 1 }, ctx);
 */
export class Sandbox {
  constructor(config: SandboxConfig = {}) {
    checkSandbox(config, "sandbox");
    CONFIGS.set(this, config);
  }

  /**
   * Rejects with `Sandbox error: <message>` if the function throws; also on time-out, on abort, and if the process
   * ends. The process is gone when the promise settles.
   */
  async execute(toolExecuteFn: Execute, args: Record<string, unknown>, ctx: RunContext): Promise<string | ToolResult> {
    // Loaded when it is needed: most programs do without, and a browser cannot use it.
    const { runInProcess } = await import("./sandbox-process.ts");
    const config = CONFIGS.get(this) as SandboxConfig;
    const timeoutMs = Math.min(Math.ceil(config.timeout ?? 30_000), LONGEST_TIMER_MS);
    return runInProcess(toolExecuteFn, args, ctx, config, timeoutMs);
  }
}
