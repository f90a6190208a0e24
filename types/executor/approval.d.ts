import type { LoopDetection } from "../base/types.ts";
import type { ApprovalDecision, ApprovalRequest } from "./approval-messages.ts";
import { type EventBusLike } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";
export interface ApprovalConfig {
    /** Which tools need approval, unless the tool itself says: none, all, or those named. */
    policy: "none" | "all" | string[];
    /**
     * Decides; what it throws is the call's error. Without it `approve` or `deny` decides. The bus hears of the request and of
     * the response either way.
     */
    onApproval?: (request: ApprovalRequest) => Promise<ApprovalDecision>;
    /** Milliseconds. @default 300000 */
    timeout?: number;
    /** @default "deny" */
    timeoutAction?: "deny" | "approve" | "throw";
    /** Where requests and responses are emitted. @default the run's */
    eventBus?: EventBusLike;
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
    /** Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(config: ApprovalConfig);
    /** Requests that wait for `approve` or `deny`. */
    listPending(): ApprovalRequest[];
    /** Whether this call needs approval. What the tool says wins. Throws what a tool's function throws. */
    needsApproval(toolName: string, args: Record<string, unknown>, toolRequiresApproval?: boolean | ((args: Record<string, unknown>) => boolean)): boolean;
    /**
     * Asks, and waits for the answer, the time-out or the run's abort. Rejects where nobody decides: with what the callback
     * throws, and on time-out with `timeoutAction: "throw"`.
     */
    check(toolName: string, args: unknown, ctx: RunContext, agentName: string, detection?: LoopDetection): Promise<ApprovalDecision>;
    /** Answers a request that waits; any other is passed over. */
    approve(requestId: string, reason?: string): void;
    /** Answers a request that waits; any other is passed over. */
    deny(requestId: string, reason?: string): void;
}
