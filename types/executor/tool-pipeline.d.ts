/** Runs one call: approval, cache, validation, the tool itself, `toModelOutput` and artifacts. */
import type { LoopDetection, LoopOutcome } from "../base/types.ts";
import { type ApprovalManager } from "./approval.ts";
import { type ApprovalDecision } from "./event-bus.ts";
import type { CheckedConfig } from "./executor-config.ts";
import type { RunContext } from "./run-context.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";
/** The result of a call. */
interface CachedResult {
    /** The full result, for loop detection. */
    full: string | ToolResult;
    /** The result for the model, after `toModelOutput`. */
    output: string | ToolResult;
    /** The pointer that replaces a large `output`, by the artifacts of each session: other sessions cannot read it. */
    offloaded?: WeakMap<object, string | ToolResult>;
}
/** A cache of limited size; past it the oldest entry is dropped. `now`: the clock, in milliseconds. */
export declare class ResultCache {
    #private;
    constructor(now?: () => number);
    /**
     * The cache key of a call, whatever the order of its arguments' keys; `undefined` for arguments without a JSON text.
     */
    static key(toolName: string, args: unknown): string | undefined;
    get(key: string): CachedResult | undefined;
    set(key: string, result: CachedResult, ttl: number): void;
    clear(): void;
}
/** A call whose tool exists and whose arguments are parsed. */
export interface ReadyCall {
    id: string;
    name: string;
    args: Record<string, unknown>;
    tool: ToolDef;
}
/** The end of a call. */
export interface Ran {
    /** What the model sees. */
    shown: string | ToolResult;
    error?: string;
    /** For loop detection: the full result, before `toModelOutput` and artifacts. */
    outcome: LoopOutcome;
    /** The prefix of the text in the `tool.result` event; `undefined`: no event, or it was already emitted. */
    eventPrefix: string | undefined;
}
export declare class ToolPipeline {
    #private;
    constructor(config: CheckedConfig, approval: ApprovalManager | undefined);
    clearCache(): void;
    /** Never rejects: whatever is thrown becomes the call's error. `approved`: a human has already agreed to it. */
    run(call: ReadyCall, ctx: RunContext, approved: boolean): Promise<Ran>;
    /** What the model sees of an earlier result that replaces this call's. */
    replay(call: ReadyCall, full: string | ToolResult, ctx: RunContext): Promise<string | ToolResult>;
    /** Asks a human about a call that loop detection stopped. `undefined`: nobody has answered. */
    askHuman(call: ReadyCall, ctx: RunContext, detection: LoopDetection): Promise<ApprovalDecision | undefined>;
}
/** The text of whatever was thrown. Never throws. */
export declare function errorText(error: unknown): string;
/** The result; throws if `who` returned none, because a `return` was forgotten. */
export declare function given(result: string | ToolResult | undefined, who: string): string | ToolResult;
export {};
