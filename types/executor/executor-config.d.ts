import type { LoopGuardOptions } from "../config/guard-options.ts";
import { LoopGuard } from "../guard/loop-guard.ts";
import type { ApprovalConfig } from "./approval.ts";
import type { ArtifactsConfig } from "./artifacts.ts";
import type { RunContext } from "./run-context.ts";
import type { SandboxConfig } from "./tool-types.ts";
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
    loopDetection?: boolean | {
        maxRepeats: number;
        action: "abort" | "hint";
    } | LoopGuardOptions | LoopGuard;
}
/** The same after checks: what was `null`, which means none, is left out. */
export type CheckedConfig = {
    [Name in keyof ToolExecutorConfig]: Exclude<ToolExecutorConfig[Name], null>;
};
