/** The executor's options: their types, and the check of what a caller gave. */
import { optionError } from "../errors.ts";
import { LoopGuard, withToolPolicies } from "../loop-guard.ts";
import type { LoopGuardOptions, ToolPolicy } from "../types.ts";
import type { ApprovalConfig } from "./approval.ts";
import type { ArtifactsConfig } from "./artifacts.ts";
import type { RunContext } from "./run-context.ts";
import type { SandboxConfig, ToolDef } from "./tool-types.ts";

export interface ToolExecutorConfig {
  /** How many calls run at once. @default 5 */
  concurrency?: number;
  /** For all tools that do not say otherwise. @default false */
  sandbox?: boolean | SandboxConfig;
  approval?: ApprovalConfig;
  /** Shown to the human who approves. @default "agent" */
  agentName?: string;
  /** Called before each call that loop detection allows. When it throws, the call fails and the tool does not run. */
  onToolCall?: (ctx: RunContext, toolName: string, args: Record<string, unknown>) => Promise<void>;
  /** Keeps large outputs out of the model's context. */
  artifacts?: ArtifactsConfig;
  /** `true`: the recommended preset. Off by default. */
  loopDetection?: boolean | { maxRepeats: number; action: "abort" | "hint" } | LoopGuardOptions | LoopGuard;
}

const KNOWN = new Set<string>([
  "concurrency",
  "sandbox",
  "approval",
  "agentName",
  "onToolCall",
  "artifacts",
  "loopDetection",
] satisfies (keyof ToolExecutorConfig)[]);

/**
 * Throws `ERR_LOOPGUARD_OPTION` for what cannot work.
 *
 * @internal
 */
export function checkConfig(config: ToolExecutorConfig): void {
  if (typeof config !== "object" || config === null)
    throw optionError("type", "config", config, "a number or an object");
  for (const name of Object.keys(config))
    if (!KNOWN.has(name)) throw optionError("type", name, undefined, `one of ${[...KNOWN].join(", ")}`);
  const { concurrency = 1, artifacts } = config;
  if (!(concurrency >= 1) || (concurrency !== Infinity && !Number.isInteger(concurrency)))
    throw optionError("range", "concurrency", concurrency, "an integer from 1 up");
  if (artifacts === undefined) return;
  for (const name of ["maxToolOutputBytes", "previewChars"] as const)
    if (!(artifacts[name] >= 0)) throw optionError("range", `artifacts.${name}`, artifacts[name], "a number from 0 up");
}

/**
 * The guard that `loopDetection` asks for, with the tools' own policies in it.
 *
 * @internal
 */
export function guardFor(
  setting: ToolExecutorConfig["loopDetection"] | null,
  tools: readonly ToolDef[],
): LoopGuard | undefined {
  if (setting === undefined || setting === null || setting === false) return undefined;
  // { maxRepeats, action } needs no case of its own: it means the same among the guard's options.
  const guard = setting instanceof LoopGuard ? setting : new LoopGuard(setting === true ? {} : setting);
  return withToolPolicies(guard, toolPolicies(tools));
}

/**
 * Whether loop detection hears of calls of tools that do not exist. Not under the shorthand: the executor that it comes
 * from answers them before it counts.
 *
 * @internal
 */
export function judgesUnknownTools(setting: ToolExecutorConfig["loopDetection"] | null): boolean {
  if (typeof setting !== "object" || setting === null || setting instanceof LoopGuard) return setting !== undefined;
  return Object.keys(setting).some((name) => name !== "maxRepeats" && name !== "action");
}

function toolPolicies(tools: readonly ToolDef[]): Record<string, false | ToolPolicy> {
  const policies: [string, false | ToolPolicy][] = [];
  for (const { name, loopDetection } of tools) if (loopDetection !== undefined) policies.push([name, loopDetection]);
  // fromEntries and not assignment: a tool may be named __proto__.
  return Object.fromEntries(policies);
}
