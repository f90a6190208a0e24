import { describe, expect, test, vi } from "vitest";
import { type ApprovalConfig, ApprovalManager, type ApprovalRequest } from "../../lib/executor/approval.ts";
import { EventBus } from "../../lib/executor/event-bus.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

const ask = (config: Partial<ApprovalConfig>, ctx = recorded().ctx) =>
  new ApprovalManager({ policy: "all", ...config }).check("rm", { path: "/" }, ctx, "agent-7");

describe("needsApproval", () => {
  test.each([
    ["all", undefined, true],
    ["none", undefined, false],
    [["rm"], undefined, true],
    [["ls"], undefined, false],
    ["none", true, true],
    ["all", false, false],
    ["none", (args: Record<string, unknown>) => args["force"] === true, true],
    ["all", (args: Record<string, unknown>) => args["force"] !== true, false],
  ] as const)("policy %j, tool %j: %j", (policy, tool, expected) => {
    const manager = new ApprovalManager({ policy: policy as ApprovalConfig["policy"] });
    expect(manager.needsApproval("rm", { force: true }, tool)).toBe(expected);
  });

  test("a tool's function that throws means yes", () => {
    const manager = new ApprovalManager({ policy: "none" });
    const broken = () => {
      throw new Error("?");
    };
    expect(manager.needsApproval("rm", {}, broken)).toBe(true);
  });
});

describe("with a callback", () => {
  test("the callback decides, and no event is emitted", async () => {
    const { ctx, events } = recorded();
    const requests: ApprovalRequest[] = [];
    const onApproval = async (request: ApprovalRequest) => {
      requests.push(request);
      return { approved: true, reason: "fine" };
    };
    expect(await ask({ onApproval }, ctx)).toEqual({ approved: true, reason: "fine" });
    expect(requests).toEqual([
      { requestId: expect.any(String), toolName: "rm", args: { path: "/" }, agentName: "agent-7", runId: "run-1" },
    ]);
    expect(events).toEqual([]);
  });

  test("a callback that fails denies", async () => {
    const rejected = ask({ onApproval: () => Promise.reject(new Error("offline")) });
    expect(await rejected).toEqual({ approved: false, reason: "The approval callback failed: offline" });
  });
});

describe("with events", () => {
  test("waits for approve or deny", async () => {
    const { ctx, events } = recorded();
    const manager = new ApprovalManager({ policy: "all" });
    const first = manager.check("rm", {}, ctx, "a");
    const second = manager.check("mv", {}, ctx, "a");
    const [rm, mv] = manager.listPending();
    expect([rm?.toolName, mv?.toolName]).toEqual(["rm", "mv"]);
    expect(manager.deny(mv?.requestId as string, "too risky")).toBe(true);
    expect(manager.approve(rm?.requestId as string)).toBe(true);
    expect(await first).toEqual({ approved: true });
    expect(await second).toEqual({ approved: false, reason: "too risky" });
    expect(manager.listPending()).toEqual([]);
    expect(manager.approve(rm?.requestId as string)).toBe(false);
    expect(events).toEqual([
      ["tool.approval.request", rm],
      ["tool.approval.request", mv],
      ["tool.approval.response", { requestId: mv?.requestId, approved: false, reason: "too risky" }],
      ["tool.approval.response", { requestId: rm?.requestId, approved: true }],
    ]);
  });

  test("a listener may answer at once, on a bus of its own", async () => {
    const eventBus = new EventBus();
    const manager = new ApprovalManager({ policy: "all", eventBus });
    eventBus.on("tool.approval.request", ({ requestId }) => manager.approve(requestId, "auto"));
    expect(await manager.check("rm", {}, recorded().ctx, "a")).toEqual({ approved: true, reason: "auto" });
  });
});

describe("time-out", () => {
  test.each([
    [undefined, { approved: false, reason: "Approval timed out" }],
    ["deny", { approved: false, reason: "Approval timed out" }],
    ["approve", { approved: true, reason: "Auto-approved on timeout" }],
  ] as const)("action %s", async (timeoutAction, expected) => {
    const more = timeoutAction === undefined ? {} : { timeoutAction };
    expect(await ask({ timeout: 5, ...more })).toEqual(expected);
    expect(await ask({ timeout: 5, onApproval: () => new Promise(() => {}), ...more })).toEqual(expected);
  });

  test("action throw", async () => {
    const asked = ask({ timeout: 5, timeoutAction: "throw" });
    await expect(asked).rejects.toThrow(new Error("Approval timed out (configured to throw)"));
  });

  test("a request that timed out is no longer pending", async () => {
    const manager = new ApprovalManager({ policy: "all", timeout: 1 });
    await manager.check("rm", {}, recorded().ctx, "a");
    expect(manager.listPending()).toEqual([]);
  });

  test("no timer outlives the answer", async () => {
    vi.useFakeTimers();
    try {
      const before = vi.getTimerCount();
      await ask({ onApproval: async () => ({ approved: true }) });
      const manager = new ApprovalManager({ policy: "all", timeout: Infinity });
      const answer = manager.check("rm", {}, recorded().ctx, "a");
      expect(vi.getTimerCount()).toBe(before);
      manager.approve(manager.listPending()[0]?.requestId as string);
      await answer;
      expect(vi.getTimerCount()).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });
});

test.each([true, false])("an abort ends the wait (aborted before: %s)", async (early) => {
  const controller = new AbortController();
  if (early) controller.abort();
  const { ctx } = recorded({ signal: controller.signal });
  const manager = new ApprovalManager({ policy: "all" });
  const answer = manager.check("rm", {}, ctx, "a");
  controller.abort();
  expect(await answer).toEqual({ approved: false, reason: "The run was aborted" });
  expect(manager.listPending()).toEqual([]);
});

describe("in the executor", () => {
  test("a denied call does not run, and says why", async () => {
    const { ctx, resultTexts } = recorded();
    const execute = vi.fn(async () => "gone");
    const executor = new ToolExecutor([makeTool("rm", execute)], { approval: { policy: ["rm"] } });
    const running = executor.executeAll([makeCall("rm"), makeCall("rm")], ctx);
    const manager = executor.getApprovalManager();
    await vi.waitFor(() => expect(manager?.listPending()).toHaveLength(2));
    const [first, second] = manager?.listPending() ?? [];
    manager?.deny(first?.requestId as string, "too risky");
    manager?.deny(second?.requestId as string);
    const byDefault = "Tool call denied by human reviewer";
    expect(await running).toMatchObject([
      { result: "[DENIED] too risky", error: "too risky" },
      { result: `[DENIED] ${byDefault}`, error: byDefault },
    ]);
    expect(resultTexts()).toEqual(["[DENIED] too risky", `[DENIED] ${byDefault}`]);
    expect(execute).not.toHaveBeenCalled();
  });

  test("the time-out that throws is the call's error", async () => {
    const approval: ApprovalConfig = { policy: "all", timeout: 1, timeoutAction: "throw" };
    const executor = new ToolExecutor([makeTool("rm", async () => "gone")], { approval });
    const [result] = await executor.executeAll([makeCall("rm")], recorded().ctx);
    expect(result?.error).toBe("Approval timed out (configured to throw)");
  });

  test("the tool decides by the arguments that the model sent", async () => {
    const requiresApproval = (args: Record<string, unknown>) => args["force"] === true;
    const onApproval = vi.fn(async () => ({ approved: false }));
    const executor = new ToolExecutor([makeTool("rm", async () => "gone", { requiresApproval })], {
      approval: { policy: [], onApproval },
      agentName: "cleaner",
    });
    const calls = [makeCall("rm"), makeCall("rm", { force: true })];
    const results = await executor.executeAll(calls, recorded().ctx);
    expect(results.map(({ error }) => error)).toEqual([undefined, "Tool call denied by human reviewer"]);
    expect(onApproval).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ agentName: "cleaner" }));
  });

  test('policy "none" makes no manager, so nobody is asked', async () => {
    const executor = new ToolExecutor([makeTool("rm", async () => "gone", { requiresApproval: true })], {
      approval: { policy: "none" },
    });
    expect(executor.getApprovalManager()).toBeUndefined();
    const [result] = await executor.executeAll([makeCall("rm")], recorded().ctx);
    expect(result?.result).toBe("gone");
  });
});
