/** Asks a human for approval before a tool runs. */
import { type Check, checkMembers, choice, fitting, func, member, number, texts } from "../base/check-option.ts";
import { describeValue, optionError } from "../base/errors.ts";
import { getOrAdd, property } from "../base/property.ts";
import type { LoopDetection } from "../base/types.ts";
import { tellMisuse } from "../rules/diagnostics.ts";
import { type ApprovalDecision, type ApprovalRequest, type EventBus, tell } from "./event-bus.ts";
import type { RunContext } from "./run-context.ts";
import { LONGEST_TIMER_MS } from "./sandbox.ts";

/** Which calls a human must allow, and how the human is asked. */
export interface ApprovalConfig {
  /** Which tools need approval: all, or those named. A tool's own `requiresApproval` wins. `"none"`: nobody is ever asked. */
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

interface Pending {
  request: ApprovalRequest;
  decide: (decision: ApprovalDecision) => void;
}

/** Of each manager. Not in private members: a type that has some fits no other class. */
const STATES = new WeakMap<ApprovalManager, { config: ApprovalConfig; pending: Map<string, Pending> }>();
const stateOf = (manager: ApprovalManager) => STATES.get(manager) as NonNullable<ReturnType<typeof STATES.get>>;

/**
 * Holds the requests that wait for an answer. Throws `ERR_LOOPGUARD_OPTION` for an invalid configuration.
 *
 * @example
 * const manager = executor.getApprovalManager();
 * bus.on("tool.approval.request", ({ requestId }) => manager?.approve(requestId));
 */
export class ApprovalManager {
  constructor(config: ApprovalConfig) {
    checkApproval(config);
    STATES.set(this, { config, pending: new Map() });
  }

  /** Requests that wait for `approve` or `deny`. */
  listPending(): ApprovalRequest[] {
    return [...stateOf(this).pending.values()].map(({ request }) => request);
  }

  /** Whether this call needs approval. The tool's own setting wins. Throws what the tool's function throws. */
  needsApproval(
    toolName: string,
    args: Record<string, unknown>,
    toolRequiresApproval?: boolean | ((args: Record<string, unknown>) => boolean),
  ): boolean {
    if (typeof toolRequiresApproval === "boolean") return toolRequiresApproval;
    if (typeof toolRequiresApproval === "function") return toolRequiresApproval(args);
    const { policy } = stateOf(this).config;
    return policy === "all" || (policy !== "none" && policy.includes(toolName));
  }

  /**
   * Asks, and waits for the answer, the time-out, or the abort of the run. Rejects with what the callback throws, and
   * on time-out with `timeoutAction: "throw"`.
   */
  check(
    toolName: string,
    args: unknown,
    ctx: RunContext,
    agentName: string,
    detection?: LoopDetection,
  ): Promise<ApprovalDecision> {
    const { config, pending } = stateOf(this);
    const requestId = crypto.randomUUID();
    const request: ApprovalRequest = { requestId, toolName, args, agentName, runId: ctx.runId };
    if (detection !== undefined) request.detection = detection;
    return new Promise((resolve, reject) => {
      const timeout = config.timeout ?? 300_000;
      const onApproval = config.onApproval ?? undefined;
      const bus = config.eventBus ?? ctx.eventBus;
      let settled = false;
      /** True only for the first result: a callback may return after the time-out. */
      const settle = (): boolean => {
        if (settled) return false;
        settled = true;
        clearTimeout(timer);
        ctx.signal?.removeEventListener("abort", onAbort);
        pending.delete(requestId);
        return true;
      };
      const decide = (decision: ApprovalDecision): void => {
        if (!settle()) return;
        tell(bus, "tool.approval.response", { requestId, ...decision });
        resolve(decision);
      };
      const fail = (error: unknown): void => {
        if (settle()) reject(error);
      };
      const onAbort = (): void => decide(ABORTED);
      const onTimeout = (): void => {
        const timeoutAction = config.timeoutAction ?? "deny";
        if (timeoutAction === "throw") fail(new Error("Approval timed out (configured to throw)"));
        else if (timeoutAction === "approve") decide({ approved: true, reason: "Auto-approved on timeout" });
        else decide(TIMED_OUT);
      };
      if (ctx.signal?.aborted) return resolve(ABORTED);
      ctx.signal?.addEventListener("abort", onAbort, { once: true }); // before the timer: it may throw
      const timer = timeout <= LONGEST_TIMER_MS ? setTimeout(onTimeout, timeout) : undefined;
      if (onApproval === undefined) pending.set(requestId, { request, decide });
      tell(bus, "tool.approval.request", request);
      if (onApproval !== undefined) decisionOf(onApproval, request).then(decide, fail);
    });
  }

  /** Approves a waiting request; does nothing for an unknown id. */
  approve(requestId: string, reason?: string): void {
    answer(this, requestId, true, reason);
  }

  /** Denies a waiting request; does nothing for an unknown id. */
  deny(requestId: string, reason?: string): void {
    answer(this, requestId, false, reason);
  }
}

function answer(manager: ApprovalManager, requestId: string, approved: boolean, reason: string | undefined): void {
  stateOf(manager)
    .pending.get(requestId)
    ?.decide(reason === undefined ? { approved } : { approved, reason });
}

const ABORTED: ApprovalDecision = { approved: false, reason: "The run was aborted" };
const TIMED_OUT: ApprovalDecision = { approved: false, reason: "Approval timed out" };

/** Whether somebody has answered. */
export function isAnswer(decision: ApprovalDecision | undefined): boolean {
  return decision !== undefined && decision !== ABORTED && decision !== TIMED_OUT;
}

/**
 * Checks the callback's answer. Throws for anything but a clear one: a call that needs approval must not run by
 * mistake.
 */
async function decisionOf(
  onApproval: (request: ApprovalRequest) => Promise<ApprovalDecision>,
  request: ApprovalRequest,
): Promise<ApprovalDecision> {
  const decision = (await onApproval(request)) as ApprovalDecision | null | undefined;
  const { approved, reason } = decision ?? {};
  // A copy, since a getter may throw later, and fields may be inherited from a class.
  if (typeof approved === "boolean") return { ...decision, approved, ...(reason === undefined ? {} : { reason }) };
  throw new TypeError(`onApproval must return { approved: true or false, reason? }, got ${describeValue(decision)}`);
}

const CHECKS: Readonly<Record<keyof ApprovalConfig, Check>> = {
  policy(value, path) {
    if (Array.isArray(value)) texts(0)(value, path);
    else if (value !== "none" && value !== "all")
      throw optionError("type", path, value, '"none", "all" or an array of tool names');
  },
  onApproval: func,
  timeout: number(0, Infinity),
  timeoutAction: choice(["deny", "approve", "throw"]),
  eventBus: fitting((bus) => typeof (bus as EventBus).emit === "function", "an event bus, which has a function emit"),
};

/** Throws `ERR_LOOPGUARD_OPTION` for an invalid configuration. */
export function checkApproval(config: unknown, path = "approval"): asserts config is ApprovalConfig {
  if (typeof config !== "object" || config === null)
    throw optionError("type", path, config, 'an object such as { policy: "all" }');
  const given = { ...config } as Partial<ApprovalConfig>;
  CHECKS.policy(given.policy, member(path, "policy"));
  checkMembers(given, path, CHECKS);
}

/** By its name, since a tool may be made anew for each request. Names may be made, too: after so many it is silent. */
const unasked = new Map<string, object>();
const UNASKED_MAX = 100;

/** Tells of tools that ask for approval in an executor that can ask nobody: they run, as in Agentium. */
export function tellUnasked(tools: readonly { readonly name: string }[]): void {
  for (const { name } of tools.filter((one) => unasked.size < UNASKED_MAX && property(one, "requiresApproval"))) {
    const key = getOrAdd(unasked, name, () => ({}));
    const text = `"${name}" has requiresApproval, and runs unasked without approval: { policy: [] }.`;
    tellMisuse(key, "LOOPGUARD_APPROVAL", text);
  }
}
