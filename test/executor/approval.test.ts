import { EventEmitter } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { type ApprovalConfig, ApprovalManager } from "../../lib/executor/approval.ts";
import type { ApprovalRequest } from "../../lib/executor/event-bus.ts";
import { EventBus } from "../../lib/executor/event-bus.ts";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { hearWarnings } from "../guard/process-warnings.ts";
import { deferred, makeCall, makeTool, recorded } from "./helpers.ts";

const ask = (config: Partial<ApprovalConfig>, ctx = recorded().ctx) =>
  new ApprovalManager({ policy: "all", ...config }).check("rm", { path: "/" }, ctx, "agent-7");

const idOf = (event: readonly unknown[] | undefined) => (event?.[1] as ApprovalRequest | undefined)?.requestId;

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

  test("throws what a tool's function throws", () => {
    const manager = new ApprovalManager({ policy: "none" });
    const broken = () => {
      throw new Error("no such path");
    };
    expect(() => manager.needsApproval("rm", {}, broken)).toThrow("no such path");
  });
});

describe("with a callback", () => {
  test("the callback decides; request and response are emitted", async () => {
    const { ctx, events } = recorded();
    const requests: ApprovalRequest[] = [];
    const onApproval = async (request: ApprovalRequest) => {
      expect(events).toEqual([["tool.approval.request", request]]);
      requests.push(request);
      return { approved: true, reason: "fine" };
    };
    expect(await ask({ onApproval }, ctx)).toEqual({ approved: true, reason: "fine" });
    const { requestId } = requests[0] as ApprovalRequest;
    expect(requests).toEqual([
      { requestId: expect.any(String), toolName: "rm", args: { path: "/" }, agentName: "agent-7", runId: "run-1" },
    ]);
    expect(events.slice(1)).toEqual([["tool.approval.response", { requestId, approved: true, reason: "fine" }]]);
  });

  test("an answer with a getter that throws is an error, and the request does not stay open", async () => {
    const answer = {
      approved: true,
      get reason(): string {
        throw new Error("offline");
      },
    };
    await expect(ask({ onApproval: async () => answer })).rejects.toThrow(new Error("offline"));
  });

  test("an answer that is an instance of a class is emitted with all its fields", async () => {
    class Answer {
      get approved(): boolean {
        return true;
      }
    }
    expect(await ask({ onApproval: async () => new Answer() })).toEqual({ approved: true });
  });

  test.each<[string, ApprovalConfig["onApproval"]]>([
    ["rejects", () => Promise.reject(new Error("offline"))],
    [
      "throws",
      () => {
        throw new Error("offline");
      },
    ],
  ])("a callback that %s is an error: nobody has decided", async (_, onApproval) => {
    const { ctx, events } = recorded();
    await expect(ask({ onApproval: onApproval as never }, ctx)).rejects.toThrow(new Error("offline"));
    expect(events.map(([name]) => name)).toEqual(["tool.approval.request"]);
  });

  test.each([
    [undefined, "undefined"],
    [true, "true (boolean)"],
    ["yes", '"yes" (string)'],
    [{}, "an object"],
    [{ approved: "false" }, "an object"],
  ])("a callback that gives %j has not decided either", async (answer, shown) => {
    const asked = ask({ onApproval: async () => answer as never });
    await expect(asked).rejects.toThrow(`onApproval must return { approved: true or false, reason? }, got ${shown}`);
  });

  test("an answer after the time-out has no effect", async () => {
    const { ctx, events } = recorded();
    const late = deferred<{ approved: boolean }>();
    expect(await ask({ timeout: 1, onApproval: () => late.promise }, ctx)).toMatchObject({ approved: false });
    late.resolve({ approved: true });
    await new Promise((done) => setImmediate(done));
    expect(events.map(([name]) => name)).toEqual(["tool.approval.request", "tool.approval.response"]);
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
    expect(manager.deny(mv?.requestId as string, "too risky")).toBeUndefined();
    expect(manager.approve(rm?.requestId as string)).toBeUndefined();
    expect(await first).toEqual({ approved: true });
    expect(await second).toEqual({ approved: false, reason: "too risky" });
    expect(manager.listPending()).toEqual([]);
    manager.approve(rm?.requestId as string); // answered already
    manager.deny("no such request");
    expect(events).toEqual([
      ["tool.approval.request", rm],
      ["tool.approval.request", mv],
      ["tool.approval.response", { requestId: mv?.requestId, approved: false, reason: "too risky" }],
      ["tool.approval.response", { requestId: rm?.requestId, approved: true }],
    ]);
  });

  test("a listener may answer at once, also on the configuration's bus", async () => {
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
    for (const how of [{}, { onApproval: () => new Promise<never>(() => {}) }]) {
      const { ctx, events } = recorded();
      expect(await ask({ timeout: 1, ...how, ...more }, ctx)).toEqual(expected);
      expect(events).toEqual([
        ["tool.approval.request", expect.objectContaining({ requestId: expect.any(String) })],
        ["tool.approval.response", { requestId: idOf(events[0]), ...expected }],
      ]);
    }
  });

  test("action throw", async () => {
    const { ctx, events } = recorded();
    const asked = ask({ timeout: 1, timeoutAction: "throw" }, ctx);
    await expect(asked).rejects.toThrow(new Error("Approval timed out (configured to throw)"));
    expect(events.map(([name]) => name)).toEqual(["tool.approval.request"]);
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

test.each([true, false])("an abort ends the wait (already aborted: %s)", async (early) => {
  const controller = new AbortController();
  if (early) controller.abort();
  const { ctx, events } = recorded({ signal: controller.signal });
  const manager = new ApprovalManager({ policy: "all" });
  const answer = manager.check("rm", {}, ctx, "a");
  controller.abort();
  expect(await answer).toEqual({ approved: false, reason: "The run was aborted" });
  expect(manager.listPending()).toEqual([]);
  const both = ["tool.approval.request", "tool.approval.response"];
  expect(events.map(([name]) => name)).toEqual(early ? [] : both);
});

describe("in the executor", () => {
  test("a denied call does not run, and its result has the reason", async () => {
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
    expect(resultTexts()).toEqual(["too risky", byDefault]);
    expect(execute).not.toHaveBeenCalled();
  });

  test("with timeoutAction throw, the time-out is the call's error", async () => {
    const approval: ApprovalConfig = { policy: "all", timeout: 1, timeoutAction: "throw" };
    const executor = new ToolExecutor([makeTool("rm", async () => "gone")], { approval });
    const [result] = await executor.executeAll([makeCall("rm")], recorded().ctx);
    expect(result?.error).toBe("Approval timed out (configured to throw)");
  });

  test("an error of the callback, or of the tool's own function, is the call's error: the tool does not run", async () => {
    const execute = vi.fn(async () => "gone");
    const broken = () => {
      throw new Error("no such path");
    };
    const executor = new ToolExecutor(
      [makeTool("rm", execute), makeTool("mv", execute, { requiresApproval: broken })],
      {
        approval: { policy: ["rm"], onApproval: () => Promise.reject(new Error("offline")) },
      },
    );
    const { ctx, resultTexts } = recorded();
    expect(await executor.executeAll([makeCall("rm"), makeCall("mv")], ctx)).toMatchObject([
      { result: "Error: offline", error: "offline" },
      { result: "Error: no such path", error: "no such path" },
    ]);
    expect(resultTexts()).toEqual([]);
    expect(execute).not.toHaveBeenCalled();
  });

  test("an asynchronous requiresApproval is awaited", async () => {
    const onApproval = vi.fn(async () => ({ approved: true }));
    const answers = [async () => false, async () => true, () => Promise.reject(new Error("no such path"))];
    const tools = answers.map((answer, i) =>
      makeTool(`t${i}`, async () => "ran", { requiresApproval: answer as unknown as () => boolean }),
    );
    const executor = new ToolExecutor(tools, { approval: { policy: "all", onApproval } });
    const calls = tools.map(({ name }) => makeCall(name));
    const results = await executor.executeAll(calls, recorded().ctx);
    expect(results.map(({ result }) => result)).toEqual(["ran", "ran", "Error: no such path"]);
    expect(onApproval).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ toolName: "t1" }));
  });

  test("without agentName, the request has an empty one", async () => {
    const onApproval = vi.fn(async () => ({ approved: true }));
    const executor = new ToolExecutor([makeTool("rm", async () => "gone")], {
      approval: { policy: "all", onApproval },
    });
    await executor.executeAll([makeCall("rm")], recorded().ctx);
    expect(onApproval).toHaveBeenCalledWith(expect.objectContaining({ agentName: "" }));
  });

  test("requests are emitted on the configuration's bus, of any class, or else on the run's", async () => {
    const heard: string[] = [];
    /** A bus of another package. */
    class OtherBus extends EventEmitter {}
    for (const eventBus of [new OtherBus(), undefined]) {
      const { ctx, events } = recorded();
      eventBus?.on("tool.approval.request", ({ toolName }) => heard.push(toolName));
      const approval: ApprovalConfig = { policy: "all", onApproval: async () => ({ approved: true }) };
      if (eventBus !== undefined) approval.eventBus = eventBus as never;
      await new ToolExecutor([makeTool("rm", async () => "gone")], { approval }).executeAll([makeCall("rm")], ctx);
      const onRun = events.filter(([name]) => name === "tool.approval.request").length;
      expect([heard.splice(0).length, onRun]).toEqual(eventBus === undefined ? [0, 1] : [1, 0]);
    }
  });

  test("approval: null means none", async () => {
    const executor = new ToolExecutor([makeTool("rm", async () => "gone")], { approval: null });
    expect(executor.getApprovalManager()).toBeUndefined();
  });

  test("requiresApproval receives the arguments that the model sent", async () => {
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

describe("a tool that asks for approval, where nobody can be asked", () => {
  const { all } = hearWarnings();
  let names = 0;

  test("is not told of where another tool took its name", () => {
    const before = all.length;
    const asks = makeTool("rm", async () => "gone", { requiresApproval: true });
    new ToolExecutor([asks, makeTool("rm", async () => "kept")]);
    expect(all.slice(before)).toEqual([]);
  });

  test.each([{}, { approval: null }, { approval: { policy: "none" } }] as const)(
    "runs, as in Agentium, and that is told once of its name: %j",
    async (config) => {
      for (const requiresApproval of [true, () => false]) {
        const name = `rm${names++}`;
        const before = all.length;
        const tools = [makeTool("ls", async () => "all"), makeTool(name, async () => "gone", { requiresApproval })];
        const madeAnew = tools.map((tool) => ({ ...tool }));
        for (const executor of [tools, tools, madeAnew].map((some) => new ToolExecutor(some, config)))
          expect(await executor.executeAll([makeCall(name)], recorded().ctx)).toMatchObject([{ result: "gone" }]);
        const text = expect.stringMatching(new RegExp(`^"${name}" has requiresApproval.*approval: `));
        expect(all.slice(before)).toEqual([{ code: "LOOPGUARD_APPROVAL", text }]);
      }
    },
  );

  test("is not told of where somebody can be, and of a tool that needs none", () => {
    const broken = Object.defineProperty(
      makeTool("mv", async () => ""),
      "requiresApproval",
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    const asking = makeTool("rm", async () => "", { requiresApproval: true });
    new ToolExecutor([asking], { approval: { policy: [] } });
    new ToolExecutor([
      makeTool("ls", async () => ""),
      makeTool("ls", async () => "", { requiresApproval: false }),
      broken,
    ]);
    expect(all).toEqual([]);
  });

  test("is told of a hundred names at most, which may be made for each request", () => {
    const asks = Array.from({ length: 150 }, (_, i) =>
      makeTool(`made${i}`, async () => "", { requiresApproval: true }),
    );
    for (const tool of asks) new ToolExecutor([tool]);
    const told = all.length;
    expect(told).toBeGreaterThan(50);
    expect(told).toBeLessThanOrEqual(100);
  });
});

test("what is no signal is refused where a context is made, and in one of another library ends no process", async () => {
  const signal = { aborted: false } as AbortSignal; // one that JSON has been through
  const options = { sessionId: "s", signal };
  expect(() => new RunContext(options)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  const ctx = Object.assign(new RunContext({ sessionId: "s" }), { signal });
  const executor = new ToolExecutor([makeTool("rm", async () => "ran")], { approval: { policy: "all", timeout: 1 } });
  const [result] = await executor.executeAll([makeCall("rm")], ctx);
  await new Promise((resolve) => setTimeout(resolve, 5)); // the time-out
  expect(result?.error).toContain("addEventListener");
});

test.each([7, {}, Symbol("no")])("a reason that is no text, as %o, is none", async (reason) => {
  const onApproval = async () => ({ approved: false, reason: reason as string });
  const executor = new ToolExecutor([makeTool("rm", async () => "ran")], { approval: { policy: "all", onApproval } });
  const [result] = await executor.executeAll([makeCall("rm")], recorded().ctx);
  expect(result?.error).toBe("Tool call denied by human reviewer");
});
