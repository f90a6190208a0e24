/** The executor's options: their types, and the check of what a caller gave. */
import { type Check, checkMembers, checkObject, func, isGiven, member } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import type { ToolPolicy } from "../base/types.ts";
import type { LoopGuardOptions } from "../config/guard-options.ts";
import { isGuard } from "../guard/guard-of.ts";
import { LoopGuard, withToolPolicies } from "../guard/loop-guard.ts";
import { type ApprovalConfig, checkApproval } from "./approval.ts";
import type { ArtifactsConfig } from "./artifacts.ts";
import type { RunContext } from "./run-context.ts";
import { checkSandbox, numberFrom } from "./sandbox-options.ts";
import type { SandboxConfig, ToolDef } from "./tool-types.ts";

export interface ToolExecutorConfig {
  /** How many calls run at once. @default 5 */
  concurrency?: number;
  /** For all tools that do not say otherwise. @default false */
  sandbox?: boolean | SandboxConfig;
  /** `null`: none. */
  approval?: ApprovalConfig | null;
  /** Shown to the human who approves. @default "" */
  agentName?: string;
  /** Called before each call that loop detection allows. When it throws, the call fails and the tool does not run. */
  onToolCall?(ctx: RunContext, toolName: string, args: Record<string, unknown>): Promise<void>;
  /** Keeps large outputs out of the model's context. `null`: none. */
  artifacts?: ArtifactsConfig | null;
  /**
   * `true`: the recommended preset. Each run, which is a `RunContext.runId`, has a state of its own; the shorthand
   * `{ maxRepeats, action }` alone counts for the executor, whoever asks; `{ maxRepeats }` alone gives hints for ever. A
   * `scope` among the options of a guard, or of a guard itself, always wins. @default off
   */
  loopDetection?: boolean | { maxRepeats: number; action: "abort" | "hint" } | LoopGuardOptions | LoopGuard;
}

/** The same after checks: what was `null`, which means none, is left out. */
export type CheckedConfig = { [Name in keyof ToolExecutorConfig]: Exclude<ToolExecutorConfig[Name], null> };

const CHECKS: Readonly<Record<keyof ToolExecutorConfig, Check>> = {
  concurrency(value, path) {
    if (value !== Infinity && !(Number.isInteger(value) && (value as number) >= 1))
      throw optionError("range", path, value, "an integer from 1 up, or Infinity");
  },
  sandbox: checkSandbox,
  approval: checkApproval,
  agentName(value, path) {
    if (typeof value !== "string") throw optionError("type", path, value, "a string");
  },
  onToolCall: func,
  artifacts(value, path) {
    checkObject(value, path, "an object such as { maxToolOutputBytes: 20_000 }");
    numberFrom(0)(value["maxToolOutputBytes"], member(path, "maxToolOutputBytes"));
    checkMembers(value, path, { maxToolOutputBytes: numberFrom(0), previewChars: numberFrom(0) });
  },
  loopDetection() {}, // by `guardFor`
};

/** Throws `ERR_LOOPGUARD_OPTION` for what cannot work. */
export function readConfig(config: ToolExecutorConfig): CheckedConfig {
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw optionError("type", "config", config, "a number or an object");
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => isGiven(value)));
  checkMembers(given, "", CHECKS);
  return given;
}

/** Throws `ERR_LOOPGUARD_OPTION` for what a tool asks for and cannot work. */
export function checkTools(tools: readonly ToolDef[]): void {
  for (const { name, sandbox } of tools) checkSandbox(sandbox, `tools[${JSON.stringify(name)}].sandbox`);
}

/** The guard that `loopDetection` asks for, with the tools' own policies in it. */
export function guardFor(
  setting: ToolExecutorConfig["loopDetection"] | null,
  tools: readonly ToolDef[],
): LoopGuard | undefined {
  if (setting === undefined || setting === null || setting === false) return undefined;
  return withToolPolicies(guardOf(setting), toolPolicies(tools));
}

function guardOf(setting: true | LoopGuardOptions | LoopGuard): LoopGuard {
  if (isGuard(setting)) return setting;
  if (setting === true) return new LoopGuard();
  if (typeof setting !== "object")
    throw optionError("type", "loopDetection", setting, "true, false, a guard, or options such as { maxRepeats: 3 }");
  if (isShorthand(setting)) return new LoopGuard({ ...setting, scope: "instance" });
  // The executor that the shorthand comes from hints where no action is given, and goes on to.
  return new LoopGuard(isMaxRepeatsAlone(setting) ? { maxRepeats: setting.maxRepeats, action: "hint" } : setting);
}

/** `{ maxRepeats, action }` and nothing else, as the executor that it comes from takes it: it counts for the executor. */
function isShorthand(setting: object): boolean {
  const { action } = setting as LoopGuardOptions;
  return namesOf(setting).length === 2 && "maxRepeats" in setting && (action === "abort" || action === "hint");
}

function isMaxRepeatsAlone(setting: LoopGuardOptions): setting is { maxRepeats: number } {
  return namesOf(setting).join() === "maxRepeats";
}

/** What is given at all. */
function namesOf(setting: object): string[] {
  return Object.entries(setting).flatMap(([name, value]) => (isGiven(value) ? [name] : []));
}

/**
 * Whether loop detection hears of calls of tools that do not exist. Not under the shorthand: the executor that it comes
 * from answers them before it counts.
 */
export function judgesUnknownTools(setting: ToolExecutorConfig["loopDetection"] | null): boolean {
  return setting !== undefined && setting !== null && !(typeof setting === "object" && isShorthand(setting));
}

function toolPolicies(tools: readonly ToolDef[]): Record<string, false | ToolPolicy> {
  const policies: [string, false | ToolPolicy][] = [];
  for (const { name, loopDetection } of tools) if (isGiven(loopDetection)) policies.push([name, loopDetection]);
  // fromEntries and not assignment: a tool may be named __proto__.
  return Object.fromEntries(policies);
}
