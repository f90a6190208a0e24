/** Sentences of docs/coming-from-agentium.md: the order of events of siblings and of approvals, and two schemas. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod3";
import type { ApprovalConfig } from "../../lib/executor/approval.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

describe("approvals", () => {
  test.each<[string, Partial<ApprovalConfig>]>([
    ["approve()", {}],
    ["onApproval", { onApproval: async () => ({ approved: true }) }],
    ["a time-out", { timeout: 5, timeoutAction: "approve" }],
  ])("by %s: the response is emitted before the waiting call goes on", async (_, config) => {
    const { ctx, eventBus } = recorded();
    const order: string[] = [];
    const rm = makeTool("rm", async () => {
      order.push("rm runs");
      return "gone";
    });
    const executor = new ToolExecutor([rm], { approval: { policy: ["rm"], ...config } });
    eventBus.on("tool.approval.request", ({ requestId }) => {
      order.push("request");
      if (Object.keys(config).length === 0) executor.getApprovalManager()?.approve(requestId);
    });
    eventBus.on("tool.approval.response", () => order.push("response"));
    eventBus.on("tool.result", () => order.push("result"));
    await executor.executeAll([makeCall("rm")], ctx);
    expect(order).toEqual(["request", "response", "rm runs", "result"]);
  });

  test("a cached sibling ends before one that waits", async () => {
    const { ctx, eventBus, events } = recorded();
    const ls = makeTool("ls", async () => "a b c", { cache: { ttl: 60_000 } });
    const rm = makeTool("rm", async () => "gone");
    const executor = new ToolExecutor([ls, rm], { approval: { policy: ["rm"] } });
    await executor.executeAll([makeCall("ls")], ctx);
    events.length = 0;
    eventBus.on("tool.result", ({ toolName }) => {
      const [waiting] = executor.getApprovalManager()?.listPending() ?? [];
      if (toolName === "ls" && waiting !== undefined) executor.getApprovalManager()?.approve(waiting.requestId);
    });
    const results = await executor.executeAll([makeCall("rm"), makeCall("ls")], ctx);
    expect(results.map(({ result }) => result)).toEqual(["gone", "a b c"]);
    const order = events.map(([name, payload]) => `${name} ${(payload as { toolName?: string }).toolName ?? ""}`);
    const ends = ["tool.result ls", "tool.approval.response ", "tool.result rm"];
    expect(order.filter((event) => ends.includes(event))).toEqual(ends);
  });
});

test.each([
  ["zod 4", z.object({ title: z.string(), nothing: z.null() })],
  ["zod 3", z3.object({ title: z3.string(), nothing: z3.null() })],
])("a property that is named title stays, and z.null() is a null: %s", (_, parameters) => {
  const tool = makeTool("save", async () => "saved", { parameters });
  const [definition] = new ToolExecutor([tool]).getToolDefinitions();
  expect(definition?.parameters).toEqual({
    type: "object",
    properties: { title: { type: "string" }, nothing: { type: "null" } },
    required: ["title", "nothing"],
  });
});
