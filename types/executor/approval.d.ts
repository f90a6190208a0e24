import type { LoopDetection } from "../types.ts";
import type { EventBus } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";
export interface ApprovalRequest {
    requestId: string;
    toolName: string;
    args: Record<string, unknown>;
    agentName: string;
    runId: string;
    /** Why loop detection asks, when it does. */
    detection?: LoopDetection;
}
export interface ApprovalDecision {
    approved: boolean;
    reason?: string;
}
export interface ApprovalResponse extends ApprovalDecision {
    requestId: string;
}
export interface ApprovalConfig {
    /** Which tools need approval, unless the tool itself says: none, all, or those named. */
    policy: "none" | "all" | string[];
    /** Decides. Without it, `tool.approval.request` is emitted and `approve` or `deny` decides. */
    onApproval?: (request: ApprovalRequest) => Promise<ApprovalDecision>;
    /** Milliseconds. @default 300000 */
    timeout?: number;
    /** @default "deny" */
    timeoutAction?: "deny" | "approve" | "throw";
    /** Where requests and responses are emitted. @default the run's */
    eventBus?: EventBus;
}
/**
 * Keeps the requests that wait for an answer.
 *
 * @example
 * const manager = executor.getApprovalManager();
 * bus.on("tool.approval.request", ({ requestId }) => manager?.approve(requestId));
 */
export declare class ApprovalManager {
    #private;
    constructor(config: ApprovalConfig);
    /** Requests that wait for `approve` or `deny`. */
    listPending(): ApprovalRequest[];
    /** Whether this call needs approval. What the tool says wins; a tool's function that throws means yes. */
    needsApproval(toolName: string, args: Record<string, unknown>, toolRequiresApproval?: boolean | ((args: Record<string, unknown>) => boolean)): boolean;
    /**
     * Asks, and waits for the answer, the time-out or the run's abort. Rejects only with `timeoutAction: "throw"`; a
     * callback that fails denies.
     */
    check(toolName: string, args: Record<string, unknown>, ctx: RunContext, agentName: string, detection?: LoopDetection): Promise<ApprovalDecision>;
    /** Whether a request with this id was waiting. */
    approve(requestId: string, reason?: string): boolean;
    /** Whether a request with this id was waiting. */
    deny(requestId: string, reason?: string): boolean;
}
