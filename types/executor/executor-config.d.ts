import type { ToolPolicy } from "../base/types.ts";
import { LoopGuard } from "../guard/loop-guard.ts";
import { type LoopGuardOptions } from "../rules/options.ts";
import { type ApprovalConfig } from "./approval.ts";
import type { ArtifactsConfig } from "./artifacts.ts";
import type { RunContext } from "./run-context.ts";
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
export type CheckedConfig = {
    [Name in keyof ToolExecutorConfig]: Exclude<ToolExecutorConfig[Name], null>;
};
/** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
export declare function readConfig(config: ToolExecutorConfig): CheckedConfig;
/** Throws `ERR_LOOPGUARD_OPTION` for what is no list of tools, and for an invalid option of a tool. */
export declare function checkTools(tools: readonly GivenTool[]): void;
/** The guard for `loopDetection`, with the tools' own policies. */
export declare function guardFor(setting: CheckedConfig["loopDetection"], tools: readonly GivenTool[]): LoopGuard | undefined;
/** The tools' own policies, by name. */
export declare function policiesOf(tools: readonly GivenTool[]): Record<string, ToolPolicy>;
/** Whether calls of unknown tools are judged. Not with the shorthand: Agentium answers them before it counts. */
export declare function judgesUnknownTools(setting: CheckedConfig["loopDetection"]): boolean;
export {};
