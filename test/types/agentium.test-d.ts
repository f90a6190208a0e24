/** Code that is typed by Agentium, with our classes, and the other way round. */
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod3";
import * as executor from "../../lib/executor.ts";
import * as ours from "../../lib/index.ts";
import type * as theirs from "./agentium-interface.ts";

const named = { name: "t", description: "" };
declare const theirTool: theirs.ToolDef;
declare const theirContext: theirs.RunContext;
declare const theirBus: theirs.EventBus;
declare const TheirExecutor: typeof theirs.ToolExecutor;

describe("their things in our places", () => {
  test("tools, alone and beside ours", () => {
    const own = ours.defineTool({
      ...named,
      parameters: z.object({ n: z.number() }),
      execute: async ({ n }) => `${n}`,
    });
    new ours.ToolExecutor([theirTool]);
    new ours.ToolExecutor([theirTool, own, ours.createPollResultTool()], 3);
    const tools: theirs.ToolDef[] = [theirTool];
    new ours.ToolExecutor(tools);
    const tool: ours.ToolDef = theirTool;
    return tool;
  });

  test("contexts, buses, calls and results", async () => {
    const executor = new ours.ToolExecutor([theirTool]);
    const calls: theirs.ToolCall[] = [];
    const results: theirs.ToolCallResult[] = await executor.executeAll(calls, theirContext);
    const context: ours.RunContext = theirContext;
    const bus: ours.EventBus = theirBus;
    return [results, context, bus];
  });

  test("configurations, as a whole and in parts", () => {
    const approval = {} as theirs.ApprovalConfig & { eventBus?: theirs.EventBus };
    const config = {} as theirs.ToolExecutorConfig;
    new ours.ToolExecutor([theirTool], config);
    new ours.ToolExecutor([theirTool], { approval, artifacts: { maxToolOutputBytes: 1 } });
    new ours.ApprovalManager(approval);
    new ours.ToolExecutor([], { approval: null, artifacts: null });
  });
});

describe("our things in their places", () => {
  test("tools of defineTool, with their zod", () => {
    const tool = ours.defineTool({
      ...named,
      parameters: z3.object({ q: z3.string() }),
      execute: async ({ q }) => q,
      inputExamples: [{ q: "x" }],
      toModelOutput: (result) => result,
    });
    new TheirExecutor([tool]);
    const one: theirs.ToolDef = tool;
    return one;
  });

  test("a context that has their bus", async () => {
    const ctx = new ours.RunContext({ sessionId: "s", eventBus: theirBus });
    expectTypeOf(ctx.eventBus).toEqualTypeOf<theirs.EventBus>();
    const context: theirs.RunContext = ctx;
    await new TheirExecutor([]).executeAll([], ctx);
    await theirTool.execute({}, ctx);
    return context;
  });

  test("a context with a bus of ours is none of theirs: their class of buses has private members", () => {
    const ctx = new ours.RunContext({ sessionId: "s", eventBus: new ours.EventBus() });
    // @ts-expect-error see above
    const context: theirs.RunContext = ctx;
    return [context, ctx as theirs.RunContext];
  });

  test("results, errors and answers", () => {
    const result: theirs.ToolResult = {} as ours.ToolResult;
    const error: theirs.ToolLoopError = new ours.ToolLoopError("x", 4);
    expectTypeOf<ours.ToolCallResult>().toExtend<theirs.ToolCallResult>();
    expectTypeOf<ours.ApprovalRequest>().toExtend<theirs.ApprovalRequest>();
    expectTypeOf<theirs.ApprovalManager>().toExtend<Pick<ours.ApprovalManager, "listPending" | "approve" | "deny">>();
    expectTypeOf<ours.ApprovalManager["approve"]>().toEqualTypeOf<theirs.ApprovalManager["approve"]>();
    expectTypeOf<ours.ApprovalManager["deny"]>().toEqualTypeOf<theirs.ApprovalManager["deny"]>();
    return [result, error];
  });
});

describe("code that was written for theirs", () => {
  test("the session state may be replaced; dependencies are texts", () => {
    const ctx = new ours.RunContext({ sessionId: "s", eventBus: new ours.EventBus(), dependencies: { url: "x" } });
    ctx.sessionState = { n: 1 };
    expectTypeOf(ctx.dependencies).toEqualTypeOf<Record<string, string>>();
    expectTypeOf(ctx.getState<number>("n")).toEqualTypeOf<number | undefined>();
  });

  test("every event of theirs has a name and a payload here", () => {
    const bus = new ours.EventBus();
    bus.on("run.start", ({ agentName }) => expectTypeOf(agentName).toEqualTypeOf<string>());
    bus.once("run.stream.chunk", (event: ours.AgentEventMap["run.stream.chunk"]) => event.chunk);
    bus.on("tool.result", (event: theirs.AgentEventMap["tool.result"]) => event.result);
    expectTypeOf<theirs.AgentEventMap>().toExtend<Pick<ours.AgentEventMap, keyof theirs.AgentEventMap>>();
    // @ts-expect-error no such event
    bus.on("run.strat", () => {});
  });

  test("a tool knows its schema", () => {
    const tool = ours.defineTool({ ...named, parameters: z.object({ q: z.string() }), execute: async ({ q }) => q });
    const schema: z3.ZodObject<z3.ZodRawShape> = tool.parameters;
    expectTypeOf<z3.infer<ours.ToolDef["parameters"]>>().toBeAny();
    return schema;
  });

  test("inside a tool the context's bus tells of tools", () => {
    ours.defineTool({
      ...named,
      parameters: z.object({}),
      execute: async (_, ctx) => {
        ctx.eventBus.emit("tool.result", { runId: ctx.runId, toolName: "t", result: "half of it" });
        return "";
      },
    });
  });

  test("a manager is asked about whatever arguments there are", () => {
    const asked = new ours.ApprovalManager({ policy: "all" }).check("t", {} as unknown, theirContext, "agent");
    expectTypeOf(asked).resolves.toEqualTypeOf<ours.ApprovalDecision>();
  });

  test("a bus of one's own stays what it is", () => {
    new ours.RunContext({ sessionId: "s" }).eventBus.on("loop.detected", ({ detection }) => detection.repeats);
    class Own extends ours.RunContext {}
    expectTypeOf<Own>().toExtend<ours.RunContext>();
  });

  test("the names of its other types and functions", () => {
    expectTypeOf<ours.Artifact>().toEqualTypeOf<theirs.Artifact>();
    expectTypeOf<ours.ToolCacheConfig>().toEqualTypeOf<theirs.ToolCacheConfig>();
    expectTypeOf(executor.resolveSandboxConfig).returns.toEqualTypeOf<ours.SandboxConfig | null>();
    const sandbox = new executor.Sandbox({ timeout: 5 });
    expectTypeOf(sandbox.execute(theirTool.execute as never, {}, theirContext)).toEqualTypeOf<
      Promise<string | ours.ToolResult>
    >();
  });
});
