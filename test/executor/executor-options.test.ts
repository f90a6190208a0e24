import { describe, expect, test } from "vitest";
import { Sandbox } from "../../lib/executor/sandbox.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

const echo = makeTool("echo", async (args) => JSON.stringify(args));

describe("options", () => {
  test.each([
    [0, "concurrency"],
    [1.5, "concurrency"],
    [Number.NaN, "concurrency"],
    [{ concurrency: -1 }, "concurrency"],
    [{ concurency: 3 }, "concurency"],
    [{ artifacts: { maxToolOutputBytes: -1, previewChars: 1 } }, "artifacts.maxToolOutputBytes"],
    [{ artifacts: { maxToolOutputBytes: 1, previewChars: "x" } }, "artifacts.previewChars"],
    [{ artifacts: { previewChars: 1 } }, "artifacts.maxToolOutputBytes"],
    [{ artifacts: 5 }, "artifacts"],
    [{ onToolCall: "log" }, "onToolCall"],
    [{ approval: { policy: "some" } }, "approval.policy"],
    [{ approval: { policy: "all", timeout: -1 } }, "approval.timeout"],
    [{ approval: { policy: "all", timeout: "5" } }, "approval.timeout"],
    [{ approval: { policy: "all", timeoutAction: "aprove" } }, "approval.timeoutAction"],
    [{ approval: { policy: "all", onApproval: true } }, "approval.onApproval"],
    [{ approval: "all" }, "approval"],
    [{ loopDetection: "hint" }, "loopDetection"],
    [{ loopDetection: { maxRepeats: 3, action: "stop" } }, "action"],
    [{ approval: { policy: ["echo", 5] } }, "approval.policy[1]"],
    [{ approval: { policy: "all", eventBus: {} } }, "approval.eventBus"],
    [{ agentName: 5 }, "agentName"],
    [{ sandbox: "yes" }, "sandbox"],
    [{ sandbox: { timeOut: 5 } }, "sandbox.timeOut"],
    [{ sandbox: { timeout: "5" } }, "sandbox.timeout"],
    [{ sandbox: { timeout: -1 } }, "sandbox.timeout"],
    [{ sandbox: { maxMemoryMB: 0 } }, "sandbox.maxMemoryMB"],
    [{ sandbox: { allowNetwork: "no" } }, "sandbox.allowNetwork"],
    [{ sandbox: { allowFS: ["/data"] } }, "sandbox.allowFS"],
    [{ sandbox: { allowFS: { read: ["/data"] } } }, "sandbox.allowFS.read"],
    [{ sandbox: { allowFS: { readOnly: "/data" } } }, "sandbox.allowFS.readOnly"],
    [{ sandbox: { env: "A=b" } }, "sandbox.env"],
    [{ sandbox: { enabled: 1 } }, "sandbox.enabled"],
    [null, "config"],
    [[], "config"],
  ])("%j is refused", (config, option) => {
    expect(() => new ToolExecutor([echo], config as never)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message: expect.stringContaining(`"${option}"`) }),
    );
  });

  test.each([
    [{ echo }, "tools"],
    [undefined, "tools"],
    [[echo, undefined], "tools[1]"],
    [["echo"], "tools[0]"],
    [[{ type: "function", function: { name: "echo" } }], "tools[0]"],
  ])("tools %j are refused", (tools, option) => {
    expect(() => new ToolExecutor(tools as never)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message: expect.stringContaining(`"${option}"`) }),
    );
  });

  test.each([
    [
      { loopDetectoin: true },
      'Option "loopDetectoin" must be a known option (did you mean "loopDetection"?), got true (boolean)',
    ],
    [
      { approval: { policy: "all", timeOut: 5 } },
      'Option "approval.timeOut" must be a known option (did you mean "timeout"?), got 5 (number)',
    ],
    [
      { loopDetection: { maxRepeats: 3, acton: "hint" } },
      'Option "acton" must be a known option (did you mean "action"?), got "hint" (string)',
    ],
    [
      { loopDetection: { maxRepeats: 2.5, action: "hint" } },
      'Option "maxRepeats" must be an integer from 0 to 1,000,000,000, got 2.5 (number)',
    ],
  ])("%j: the message has the value, and the likely option", (config, message) => {
    expect(() => new ToolExecutor([echo], config as never)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message }),
    );
  });

  test("a tool's own sandbox setting is checked, too", () => {
    const tool = makeTool("t", async () => "ok", { sandbox: { timeOut: 5 } as never });
    const message =
      'Option "tools["t"].sandbox.timeOut" must be a known option (did you mean "timeout"?), got 5 (number)';
    expect(() => new ToolExecutor([tool])).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message }));
    expect(() => new Sandbox({ timeOut: 5 } as never)).toThrow(/"sandbox.timeOut"/);
    const nothing = { enabled: null, timeout: null, allowFS: { readOnly: null }, env: process.env } as never;
    for (const sandbox of [true, false, null as never, nothing])
      expect(() => new ToolExecutor([makeTool("t", async () => "ok", { sandbox })], { sandbox })).not.toThrow();
  });

  test("null means absent, as undefined does", async () => {
    const names = ["concurrency", "sandbox", "approval", "agentName", "onToolCall", "artifacts", "loopDetection"];
    for (const nothing of [null, undefined]) {
      const config = Object.fromEntries(names.map((name) => [name, nothing]));
      const executor = new ToolExecutor([echo], config);
      const [result] = await executor.executeAll([makeCall("echo", { a: 1 })], recorded().ctx);
      expect(result?.result).toBe('{"a":1}');
      expect(executor.getApprovalManager() ?? executor.loopGuard).toBeUndefined();
    }
  });

  test("a preview has 200 characters by default", async () => {
    for (const more of [{}, { previewChars: null as never }]) {
      const executor = new ToolExecutor([makeTool("t", async () => "x".repeat(999))], {
        artifacts: { maxToolOutputBytes: 500, ...more },
      });
      const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
      expect(JSON.parse(result?.result as string).preview).toBe(`${"x".repeat(200)}... (799 more chars)`);
    }
  });

  test("without approval and loop detection, there is no manager and no guard", () => {
    const executor = new ToolExecutor([echo], { approval: { policy: "none" }, loopDetection: false });
    expect(executor.getApprovalManager()).toBeUndefined();
    expect(executor.loopGuard).toBeUndefined();
  });

  test("of tools with one name the last counts", async () => {
    const named = (description: string) => makeTool("t", async () => description, { description });
    const executor = new ToolExecutor([named("first"), echo, named("last")]);
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result?.result).toBe("last");
    expect(executor.getToolDefinitions().map(({ description }) => description)).toEqual(["last", "does echo"]);
  });

  test.each([Infinity, Number.MAX_SAFE_INTEGER])("any concurrency from 1 up: %s", async (concurrency) => {
    const executor = new ToolExecutor([echo], { concurrency });
    const results = await executor.executeAll(
      Array.from({ length: 50 }, () => makeCall("echo")),
      recorded().ctx,
    );
    expect(results).toHaveLength(50);
  });
});
