/** Asking a human before a tool runs. */
import { randomUUID } from "node:crypto";
import { optionError } from "../errors.ts";
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

interface Pending {
  request: ApprovalRequest;
  decide: (decision: ApprovalDecision) => void;
}

/** `setTimeout` fires at once for anything longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Keeps the requests that wait for an answer.
 *
 * @example
 * const manager = executor.getApprovalManager();
 * bus.on("tool.approval.request", ({ requestId }) => manager?.approve(requestId));
 */
export class ApprovalManager {
  readonly #config: ApprovalConfig;
  readonly #pending = new Map<string, Pending>();

  constructor(config: ApprovalConfig) {
    if (config.policy !== "none" && config.policy !== "all" && !Array.isArray(config.policy))
      throw optionError("type", "approval.policy", config.policy, '"none", "all" or an array of tool names');
    if (config.timeout !== undefined && !(config.timeout >= 0))
      throw optionError("range", "approval.timeout", config.timeout, "a number of milliseconds from 0 up");
    this.#config = config;
  }

  /** Requests that wait for `approve` or `deny`. */
  listPending(): ApprovalRequest[] {
    return [...this.#pending.values()].map(({ request }) => request);
  }

  /** Whether this call needs approval. What the tool says wins; a tool's function that throws means yes. */
  needsApproval(
    toolName: string,
    args: Record<string, unknown>,
    toolRequiresApproval?: boolean | ((args: Record<string, unknown>) => boolean),
  ): boolean {
    if (typeof toolRequiresApproval === "boolean") return toolRequiresApproval;
    if (typeof toolRequiresApproval === "function") {
      try {
        return toolRequiresApproval(args);
      } catch {
        return true;
      }
    }
    const { policy } = this.#config;
    return policy === "all" || (policy !== "none" && policy.includes(toolName));
  }

  /**
   * Asks, and waits for the answer, the time-out or the run's abort. Rejects only with `timeoutAction: "throw"`; a
   * callback that fails denies.
   */
  check(
    toolName: string,
    args: Record<string, unknown>,
    ctx: RunContext,
    agentName: string,
    detection?: LoopDetection,
  ): Promise<ApprovalDecision> {
    const request: ApprovalRequest = { requestId: randomUUID(), toolName, args, agentName, runId: ctx.runId };
    if (detection !== undefined) request.detection = detection;
    return new Promise((resolve, reject) => {
      const { timeout = 300_000, onApproval } = this.#config;
      const bus = this.#config.eventBus ?? ctx.eventBus;
      const settle = (): void => {
        clearTimeout(timer);
        ctx.signal?.removeEventListener("abort", onAbort);
        this.#pending.delete(request.requestId);
      };
      const decide = (decision: ApprovalDecision): void => {
        settle();
        resolve(decision);
      };
      const onAbort = (): void => decide({ approved: false, reason: "The run was aborted" });
      const onTimeout = (): void => {
        const { timeoutAction = "deny" } = this.#config;
        settle();
        if (timeoutAction === "throw") reject(new Error("Approval timed out (configured to throw)"));
        else if (timeoutAction === "approve") resolve({ approved: true, reason: "Auto-approved on timeout" });
        else resolve({ approved: false, reason: "Approval timed out" });
      };
      const timer = timeout <= LONGEST_TIMER_MS ? setTimeout(onTimeout, timeout) : undefined;
      if (ctx.signal?.aborted) return onAbort();
      ctx.signal?.addEventListener("abort", onAbort, { once: true });
      if (onApproval !== undefined) {
        void callback(onApproval, request).then(decide);
        return;
      }
      this.#pending.set(request.requestId, {
        request,
        decide: (decision) => {
          decide(decision);
          bus.emit("tool.approval.response", { requestId: request.requestId, ...decision });
        },
      });
      bus.emit("tool.approval.request", request);
    });
  }

  /** Whether a request with this id was waiting. */
  approve(requestId: string, reason?: string): boolean {
    return this.#answer(requestId, true, reason);
  }

  /** Whether a request with this id was waiting. */
  deny(requestId: string, reason?: string): boolean {
    return this.#answer(requestId, false, reason);
  }

  #answer(requestId: string, approved: boolean, reason: string | undefined): boolean {
    const pending = this.#pending.get(requestId);
    pending?.decide(reason === undefined ? { approved } : { approved, reason });
    return pending !== undefined;
  }
}

async function callback(
  onApproval: (request: ApprovalRequest) => Promise<ApprovalDecision>,
  request: ApprovalRequest,
): Promise<ApprovalDecision> {
  try {
    return await onApproval(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { approved: false, reason: `The approval callback failed: ${message}` };
  }
}
