/** The executor's options: their types and checks. */
import {
  type Check,
  checkMembers,
  checkObject,
  fitting,
  func,
  member,
  number,
  unlessInfinite,
} from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { isGiven } from "../base/property.ts";
import type { ToolPolicy } from "../base/types.ts";
import { isGuard, LoopGuard, withToolPolicies } from "../guard/loop-guard.ts";
import { NAMES as GUARD_OPTIONS, type LoopGuardOptions } from "../rules/options.ts";
import { type ApprovalConfig, checkApproval } from "./approval.ts";
import type { ArtifactsConfig } from "./artifacts.ts";
import type { RunContext } from "./run-context.ts";
import { checkSandbox } from "./sandbox.ts";
import type { GivenTool, SandboxConfig, Untyped } from "./tool-types.ts";

/** The options of `new ToolExecutor()`. */
export interface ToolExecutorConfig {
  /** How many calls run at once. @default 5 */
  concurrency?: number;
  /** For all tools without a setting of their own. @default false */
  sandbox?: boolean | SandboxConfig;
  /** `null`: none. */
  approval?: ApprovalConfig | null;
  /** Shown to the human who approves. @default "" */
  agentName?: string;
  /** Called before each call that loop detection allows. When it throws, the call fails and the tool does not run. */
  onToolCall?(ctx: RunContext, toolName: string, args: Untyped): Promise<void>;
  /** Keeps large outputs out of the model's context. `null`: none. */
  artifacts?: ArtifactsConfig | null;
  /**
   * `true`: the recommended preset. Each run (`RunContext.runId`) has its own state, except with exactly
   * `{ maxRepeats, action }`, which has one state for the whole executor. With `{ maxRepeats }` alone, the action is
   * always `hint`. A guard's own `scope` wins. @default off
   */
  loopDetection?: boolean | Shorthand | LoopGuardOptions | LoopGuard;
}

/** The shorthand of loop detection: Agentium's option. */
interface Shorthand {
  maxRepeats: number;
  action: "abort" | "hint";
}

/**
 * The options as Agentium types them. Of a constructor with several signatures, TypeScript takes the last one for
 * `ConstructorParameters`; code that reads `loopDetection.maxRepeats` of such a type compiles.
 */
export type AgentiumConfig = Omit<ToolExecutorConfig, "approval" | "artifacts" | "loopDetection"> & {
  approval?: ApprovalConfig;
  artifacts?: Required<ArtifactsConfig>;
  loopDetection?: Shorthand;
};

/** The checked options, without those that were `null`, which means none. */
export type CheckedConfig = { [Name in keyof ToolExecutorConfig]: Exclude<ToolExecutorConfig[Name], null> };

const CHECKS: Readonly<Record<keyof ToolExecutorConfig, Check>> = {
  concurrency: unlessInfinite("cap", 1, Number.MAX_VALUE),
  sandbox: checkSandbox,
  approval: checkApproval,
  agentName: fitting((value) => typeof value === "string", "a string"),
  onToolCall: func,
  artifacts(value, path) {
    checkObject(value, path, "an object such as { maxToolOutputBytes: 20_000 }");
    const size = number(0, Infinity);
    size(value["maxToolOutputBytes"], member(path, "maxToolOutputBytes"));
    checkMembers(value, path, { maxToolOutputBytes: size, previewChars: size });
  },
  loopDetection() {}, // by `guardFor`
};

/** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
export function readConfig(config: ToolExecutorConfig): CheckedConfig {
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw optionError("type", "config", config, "a number or an object");
  const given = withoutNulls(config);
  for (const name of GUARD_OPTIONS)
    if (name in given) throw optionError("type", name, given[name], `in loopDetection: { ${name}: ... }`);
  checkMembers(given, "", CHECKS);
  return given;
}

/** Throws `ERR_LOOPGUARD_OPTION` for what is no list of tools, and for an invalid option of a tool. */
export function checkTools(tools: readonly GivenTool[]): void {
  if (!Array.isArray(tools)) throw optionError("type", "tools", tools, "a list of tools");
  for (const [index, tool] of tools.entries()) {
    if (typeof tool !== "object" || typeof tool?.name !== "string")
      throw optionError("type", `tools[${index}]`, tool, "a tool with a name, made by defineTool()");
    func(tool.execute, `tools[${JSON.stringify(tool.name)}].execute`);
    checkSandbox(tool.sandbox, `tools[${JSON.stringify(tool.name)}].sandbox`);
  }
}

/** The guard for `loopDetection`, with the tools' own policies. */
export function guardFor(setting: CheckedConfig["loopDetection"], tools: readonly GivenTool[]): LoopGuard | undefined {
  if (setting === undefined || setting === false) return undefined;
  return withToolPolicies(guardOf(setting), policiesOf(tools));
}

/** The tools' own policies, by name. */
export function policiesOf(tools: readonly GivenTool[]): Record<string, ToolPolicy> {
  const given = tools.filter(({ loopDetection }) => isGiven(loopDetection));
  // fromEntries and not assignment: a tool may be named __proto__.
  return Object.fromEntries(given.map(({ name, loopDetection }) => [name, loopDetection as ToolPolicy]));
}

function guardOf(setting: true | LoopGuardOptions | LoopGuard): LoopGuard {
  if (isGuard(setting)) return setting;
  if (setting === true) return new LoopGuard();
  if (typeof setting !== "object")
    throw optionError("type", "loopDetection", setting, "true, false, a guard, or options such as { maxRepeats: 3 }");
  const given: LoopGuardOptions = withoutNulls(setting);
  if (isShorthand(given)) return new LoopGuard({ scope: "instance", ...given });
  // As in Agentium, the action is `hint` if none is given.
  const counts = isGiven(given.maxRepeats) && !isGiven(given.ladder);
  return new LoopGuard(counts ? { action: "hint", ...given } : given);
}

/** With `maxRepeats` and `action`, Agentium's option: it counts for the whole executor, whatever else is set beside it. */
function isShorthand({ maxRepeats, action }: LoopGuardOptions): boolean {
  return isGiven(maxRepeats) && (action === "abort" || action === "hint");
}

function withoutNulls(options: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => isGiven(value)));
}

/** Whether calls of unknown tools are judged. Not with the shorthand: Agentium answers them before it counts. */
export function judgesUnknownTools(setting: CheckedConfig["loopDetection"]): boolean {
  return typeof setting !== "object" || !isShorthand(setting as LoopGuardOptions);
}
