import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod3";
import type { z as z40 } from "zod3/v4";
import type { LoopDetection, Verdict } from "../../lib/base/types.ts";
import { createPollResultTool, defineAsyncTool, defineTool } from "../../lib/executor/define-tool.ts";
import { EventBus } from "../../lib/executor/event-bus.ts";
import type { InferArguments, StandardSchema } from "../../lib/executor/parameter-schema.ts";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolCall, ToolCallResult, ToolDef, ToolResult } from "../../lib/executor/tool-types.ts";

const named = { name: "t", description: "" };

describe("defineTool types execute by the schema", () => {
  test("zod 4", () => {
    defineTool({
      ...named,
      parameters: z.object({ q: z.string(), n: z.number().default(1), tag: z.string().optional() }),
      execute: async (args, ctx) => {
        expectTypeOf(args).toEqualTypeOf<{ q: string; n: number; tag?: string | undefined }>();
        expectTypeOf(ctx).toEqualTypeOf<RunContext>();
        return args.q;
      },
      inputExamples: [{ q: "x" }],
    });
  });

  test("zod 4.0 and zod/mini", () => {
    expectTypeOf<InferArguments<z40.ZodObject<{ q: z40.ZodString }>>>().toEqualTypeOf<{ q: string }>();
    const schema = mini.object({ q: mini.string() });
    expectTypeOf<InferArguments<typeof schema>>().toEqualTypeOf<{ q: string }>();
  });

  test("zod 3: output type for execute, input type for examples", () => {
    defineTool({
      ...named,
      parameters: z3.object({ when: z3.string().transform((text) => new Date(text)), n: z3.number().default(1) }),
      execute: async (args) => {
        expectTypeOf(args).toEqualTypeOf<{ when: Date; n: number }>();
        return "";
      },
      inputExamples: [{ when: "2020-01-01" }],
    });
  });

  test("a Standard Schema", () => {
    const parameters = {} as StandardSchema<{ q?: string }, { q: string }>;
    defineTool({
      ...named,
      parameters,
      async execute(args) {
        expectTypeOf(args).toEqualTypeOf<{ q: string }>();
        return { content: args.q };
      },
      inputExamples: [{}],
    });
  });

  test("anything with safeParse", () => {
    const parameters = {
      safeParse: (_: unknown): { success: true; data: { q: string } } | { success: false; error: Error } => ({
        success: true,
        data: { q: "" },
      }),
    };
    expectTypeOf<InferArguments<typeof parameters>>().toEqualTypeOf<{ q: string }>();
  });

  test("what does not fit is an error", () => {
    const parameters = z.object({ q: z.string() });
    // @ts-expect-error args.q is a string
    defineTool({ ...named, parameters, execute: async (args) => args.q.toFixed() });
    // @ts-expect-error a result is text or has content
    defineTool({ ...named, parameters, execute: async () => 42 });
    // @ts-expect-error an example must fit the schema
    defineTool({ ...named, parameters, execute: async () => "", inputExamples: [{ q: 1 }] });
    // @ts-expect-error not a schema
    defineTool({ ...named, parameters: { q: "string" }, execute: async () => "" });
  });
});

describe("tools fit together", () => {
  test("different arguments in one executor, also from an interface", () => {
    interface Query {
      q: string;
    }
    const one = defineTool({ ...named, parameters: z.object({ n: z.number() }), execute: async ({ n }) => `${n}` });
    const two = defineTool({ ...named, parameters: {} as StandardSchema<Query>, execute: async ({ q }) => q });
    const late = defineAsyncTool({
      ...named,
      parameters: z.object({ n: z.number() }),
      execute: async ({ n }) => `${n}`,
    });
    // As Agentium's: where a tool is called, its arguments are those of a model.
    expectTypeOf(one.execute).parameter(0).toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf(new ToolExecutor([one, two, late, createPollResultTool()])).toEqualTypeOf<ToolExecutor>();
  });

  test("a plain ToolDef gets unknown arguments by name", () => {
    const tool: ToolDef = {
      ...named,
      parameters: z.object({}),
      execute: async (args) => {
        expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
        return "";
      },
    };
    expectTypeOf(tool.execute).returns.toEqualTypeOf<Promise<string | ToolResult>>();
  });
});

test("the executor", () => {
  const executor = new ToolExecutor([], { loopDetection: { maxRepeats: 3, action: "hint" } });
  const ctx = new RunContext({ sessionId: "s" });
  const calls: ToolCall[] = [{ id: "1", name: "t", arguments: {} }];
  expectTypeOf(executor.executeAll(calls, ctx)).resolves.toEqualTypeOf<ToolCallResult[]>();
  expectTypeOf(executor.executeAll([{ id: "1", name: "t", arguments: "{}" }], ctx)).resolves.toEqualTypeOf<
    ToolCallResult[]
  >();
  // @ts-expect-error "stop" is no action
  new ToolExecutor([], { loopDetection: { maxRepeats: 3, action: "stop" } });
});

test("events are typed by name", () => {
  const bus = new EventBus();
  bus.on("loop.detected", (event) => {
    expectTypeOf(event).toEqualTypeOf<{ runId: string; detection: LoopDetection; verdict: Verdict }>();
  });
  // @ts-expect-error no such event
  bus.on("tool.unknown", () => {});
  // @ts-expect-error a payload must be complete
  bus.emit("tool.result", { runId: "r" });
});
