/** The request for a human's approval, and the answer. */
import type { LoopDetection } from "../base/types.ts";
export interface ApprovalRequest {
    requestId: string;
    toolName: string;
    args: Record<string, unknown>;
    agentName: string;
    runId: string;
    /** The detection, if loop detection (the verdict `ask`) is the reason for the request. */
    detection?: LoopDetection;
}
export interface ApprovalDecision {
    approved: boolean;
    reason?: string;
}
export interface ApprovalResponse extends ApprovalDecision {
    requestId: string;
}
