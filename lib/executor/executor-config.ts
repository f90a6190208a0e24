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
  /**
   * `true`: the recommended preset. Each run, which is a `RunContext.runId`, has a state of its own; the shorthand
   * `{ maxRepeats, action }` alone counts for the executor, whoever asks. A `scope` among the options of a guard, or of a
   * guard itself, always wins. @default off
   */
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
  return withToolPolicies(guardOf(setting), toolPolicies(tools));
}

function guardOf(setting: true | LoopGuardOptions | LoopGuard): LoopGuard {
  if (setting instanceof LoopGuard) return setting;
  if (setting === true) return new LoopGuard();
  return new LoopGuard(isShorthand(setting) ? { ...setting, scope: "instance" } : setting);
}

/** `{ maxRepeats, action }` and nothing else, as the executor that it comes from takes it: it counts for the executor. */
function isShorthand(setting: object): boolean {
  const given = Object.entries(setting).filter(([, value]) => value !== undefined);
  const { action } = setting as LoopGuardOptions;
  return given.length === 2 && "maxRepeats" in setting && (action === "abort" || action === "hint");
}

/**
 * Whether loop detection hears of calls of tools that do not exist. Not under the shorthand: the executor that it comes
 * from answers them before it counts.
 *
 * @internal
 */
export function judgesUnknownTools(setting: ToolExecutorConfig["loopDetection"] | null): boolean {
  return setting !== undefined && setting !== null && !(typeof setting === "object" && isShorthand(setting));
}

function toolPolicies(tools: readonly ToolDef[]): Record<string, false | ToolPolicy> {
  const policies: [string, false | ToolPolicy][] = [];
  for (const { name, loopDetection } of tools) if (loopDetection !== undefined) policies.push([name, loopDetection]);
  // fromEntries and not assignment: a tool may be named __proto__.
  return Object.fromEntries(policies);
}
