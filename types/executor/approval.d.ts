import type { LoopDetection } from "../base/types.ts";
import { type ApprovalDecision, type ApprovalRequest, type EventBus } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";
/** Which calls a human must allow, and how the human is asked. */
export interface ApprovalConfig {
    /** Which tools need approval: none, all, or those named. A tool's own `requiresApproval` wins. */
    policy: "none" | "all" | string[];
    /**
     * Decides a request; if it throws, that is the call's error. Without it, `approve` or `deny` must be called. Request
     * and response are emitted on the bus in both cases.
     */
    onApproval?: (request: ApprovalRequest) => Promise<ApprovalDecision>;
    /** Milliseconds to wait for an answer, 0 or more. @default 300000 */
    timeout?: number;
    /** What happens without an answer in time; `"throw"`: the call fails. @default "deny" */
    timeoutAction?: "deny" | "approve" | "throw";
    /** The bus on which requests and responses are emitted. @default the run's bus */
    eventBus?: EventBus;
}
/**
 * Holds the requests that wait for an answer. Throws `ERR_LOOPGUARD_OPTION` for an invalid configuration.
 *
 * @example
 * const manager = executor.getApprovalManager();
 * bus.on("tool.approval.request", ({ requestId }) => manager?.approve(requestId));
 */
export declare class ApprovalManager {
    constructor(config: ApprovalConfig);
    /** Requests that wait for `approve` or `deny`. */
    listPending(): ApprovalRequest[];
    /** Whether this call needs approval. The tool's own setting wins. Throws what the tool's function throws. */
    needsApproval(toolName: string, args: Record<string, unknown>, toolRequiresApproval?: boolean | ((args: Record<string, unknown>) => boolean)): boolean;
    /**
     * Asks, and waits for the answer, the time-out, or the abort of the run. Rejects with what the callback throws, and
     * on time-out with `timeoutAction: "throw"`.
     */
    check(toolName: string, args: unknown, ctx: RunContext, agentName: string, detection?: LoopDetection): Promise<ApprovalDecision>;
    /** Approves a waiting request; does nothing for an unknown id. */
    approve(requestId: string, reason?: string): void;
    /** Denies a waiting request; does nothing for an unknown id. */
    deny(requestId: string, reason?: string): void;
}
/** Whether somebody has answered. */
export declare function isAnswer(decision: ApprovalDecision | undefined): boolean;
/** Throws `ERR_LOOPGUARD_OPTION` for an invalid configuration. */
export declare function checkApproval(config: unknown, path?: string): asserts config is ApprovalConfig;
