/** What is asked of a human, and the answer. */
import type { LoopDetection } from "../base/types.ts";
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
