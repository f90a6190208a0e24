import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod3";
import { defineTool } from "../../lib/executor/define-tool.ts";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolDef } from "../../lib/executor/tool-types.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

const echo = makeTool("echo", async (args) => JSON.stringify(args));
const fails = makeTool("fails", async () => {
  throw new Error("kaboom");
});

describe("executeAll", () => {
  test("returns the results in the order of the calls, whichever finishes first", async () => {
    const wait = makeTool("wait", async ({ ms }) => {
      await new Promise((done) => setTimeout(done, ms as number));
      return `${ms}`;
    });
    const calls = [20, 0, 10].map((ms) => makeCall("wait", { ms }));
    const results = await new ToolExecutor([wait]).executeAll(calls, recorded().ctx);
    expect(results).toEqual(
      calls.map(({ id, arguments: { ms } }) => ({ toolCallId: id, toolName: "wait", result: `${ms}` })),
    );
  });

  test.each([
    [2, [2, 2, 1]],
    [undefined, [5]],
    [1, [1, 1, 1, 1, 1]],
  ])("concurrency %s runs batches", async (concurrency, expected) => {
    const batches: number[] = [];
    let running = 0;
    const tool = makeTool("t", async () => {
      running++;
      await new Promise((done) => setImmediate(done));
      if (running > 0) batches.push(running);
      running = 0;
      return "";
    });
    const calls = Array.from({ length: 5 }, () => makeCall("t"));
    await new ToolExecutor([tool], concurrency).executeAll(calls, recorded().ctx);
    expect(batches).toEqual(expected);
  });

  test("no calls, no results", async () => {
    expect(await new ToolExecutor([]).executeAll([], recorded().ctx)).toEqual([]);
  });

  test("a tool's error is in its result, and no tool.result event is emitted", async () => {
    const { ctx, events } = recorded();
    const [result] = await new ToolExecutor([fails]).executeAll([makeCall("fails")], ctx);
    expect(result).toMatchObject({ result: "Error: kaboom", error: "kaboom" });
    expect(events.map(([name]) => name)).toEqual(["tool.call"]);
  });

  test("an unknown tool", async () => {
    const { ctx, events } = recorded();
    const [result] = await new ToolExecutor([echo]).executeAll([makeCall("nope")], ctx);
    expect(result).toMatchObject({ result: 'Error: Tool "nope" not found', error: 'Tool "nope" not found' });
    expect(events).toEqual([]);
  });

  test.each(["constructor", "__proto__", "toString"])("%s is an unknown tool", async (name) => {
    const [result] = await new ToolExecutor([echo]).executeAll([makeCall(name)], recorded().ctx);
    expect(result?.error).toBe(`Tool "${name}" not found`);
  });

  test("a tool may return an object with other fields", async () => {
    const { ctx, resultTexts } = recorded();
    const full = { content: "see picture", artifacts: [{ type: "image", data: "AAAA", mimeType: "image/png" }] };
    const [result] = await new ToolExecutor([makeTool("draw", async () => full)]).executeAll([makeCall("draw")], ctx);
    expect(result?.result).toEqual(full);
    expect(resultTexts()).toEqual(["see picture"]);
  });

  test("results against their type do not break the run", async () => {
    const values = [42, { rows: 3 }];
    const tool = makeTool("js", (async ({ i }: { i: number }) => values[i]) as unknown as ToolDef["execute"]);
    const { ctx, resultTexts } = recorded();
    await new ToolExecutor([tool], 1).executeAll(
      values.map((_, i) => makeCall("js", { i })),
      ctx,
    );
    expect(resultTexts()).toEqual(["42", '{"rows":3}']);
  });

  test("toModelOutput changes what the model sees", async () => {
    const { ctx, resultTexts } = recorded();
    const tool = makeTool("long", async () => "a very long text", {
      toModelOutput: (result, context) => `${(result as string).slice(0, 6)} for ${context.runId}`,
    });
    const [result] = await new ToolExecutor([tool]).executeAll([makeCall("long")], ctx);
    expect(result?.result).toBe("a very for run-1");
    expect(resultTexts()).toEqual(["a very for run-1"]);
  });
});

test("defineTool: methods and getters of a class belong to the tool", async () => {
  class Search {
    name = "search";
    description = "";
    parameters = z.object({ q: z.string() });
    get requiresApproval() {
      return false;
    }
    async execute({ q }: { q: string }) {
      return `results for ${q}`;
    }
    async toModelOutput(result: unknown) {
      return `${result}!`;
    }
  }
  const tool = defineTool(new Search());
  expect({ ...tool }).toMatchObject({ requiresApproval: false, execute: Search.prototype.execute });
  const [result] = await new ToolExecutor([tool]).executeAll([makeCall("search", { q: "x" })], recorded().ctx);
  expect(result?.result).toBe("results for x!");
});

test("defineTool: toModelOutput always returns a promise, and `this` is the tool", async () => {
  const tool = defineTool({
    ...echo,
    toModelOutput(this: ToolDef, result) {
      return `${this.name}: ${result}`;
    },
  });
  const { ctx } = recorded();
  const told = tool.toModelOutput?.("x", ctx);
  expect(told).toBeInstanceOf(Promise);
  expect(await told).toBe("echo: x");
  expect(defineTool(echo)).toEqual(echo);
  expect((await new ToolExecutor([tool]).executeAll([makeCall("echo")], ctx))[0]?.result).toBe("echo: {}");
});

describe("arguments", () => {
  const schemas = { zod4: z.object({ n: z.number().default(7) }), zod3: z3.object({ n: z3.number().default(7) }) };

  test.each(Object.entries(schemas))("%s: the tool receives the output of the schema", async (_, parameters) => {
    const tool = { ...echo, parameters };
    const results = await new ToolExecutor([tool]).executeAll(
      [makeCall("echo"), makeCall("echo", { n: 1, more: 2 }), makeCall("echo", { n: "x" })],
      recorded().ctx,
    );
    expect(results.map(({ result }) => result).slice(0, 2)).toEqual(['{"n":7}', '{"n":1}']);
    expect(results[2]?.error).toMatch(/^Invalid arguments: n: .*number/i);
    expect(results[2]?.result).toBe(results[2]?.error);
  });

  test.each([
    [
      "zod4",
      z,
      "Invalid input: expected string, received undefined",
      "Invalid input: expected string, received number",
    ],
    ["zod3", z3, "Required", "Expected string, received number"],
  ] as const)("%s: every fault in words, with its path", async (_, from, missing, wrong) => {
    const zod = from as typeof z;
    const parameters = zod.object({ q: zod.string(), deep: zod.object({ list: zod.array(zod.string()) }) });
    const executor = new ToolExecutor([{ ...echo, parameters }]);
    const [result] = await executor.executeAll([makeCall("echo", { deep: { list: ["a", 1] } })], recorded().ctx);
    expect(result?.error).toBe(`Invalid arguments: q: ${missing}; deep.list.1: ${wrong}`);
  });

  test.each([
    ["zod4", z, "expected string", "expected number"],
    ["zod3", z3, "Expected string", "Expected number"],
  ] as const)("%s: a union says what each of its members misses", async (_, from, first, second) => {
    const zod = from as typeof z;
    const parameters = zod.object({ u: zod.union([zod.string(), zod.object({ n: zod.number() })]) });
    const executor = new ToolExecutor([{ ...echo, parameters }]);
    const [result] = await executor.executeAll([makeCall("echo", { u: { n: "x" } })], recorded().ctx);
    expect(result?.error).toMatch(
      new RegExp(`^Invalid arguments: u: Invalid input \\(.*${first}.* or n: .*${second}.*\\)$`),
    );
  });

  test.each([
    [{ message: "no good" }, "no good"],
    ["as a text", "as a text"],
    [undefined, "they do not fit the tool's schema"],
    [{ issues: [], message: "[]" }, "they do not fit the tool's schema"],
    [{ errors: [{ path: ["q"], message: "Required" }] }, "q: Required"],
    [new Error(JSON.stringify([{ code: "custom", path: ["q", 0], message: "no" }])), "q.0: no"],
    [{ issues: [{ path: null }, null] }, "they do not fit the tool's schema"],
  ])("whatever else a schema's error is: %j", async (error, expected) => {
    const parameters = { safeParse: () => ({ success: false, error }) };
    const [result] = await new ToolExecutor([{ ...echo, parameters }]).executeAll([makeCall("echo")], recorded().ctx);
    expect(result?.error).toBe(`Invalid arguments: ${expected}`);
  });

  test("an asynchronous schema is awaited", async () => {
    for (const [parameters] of [
      [z.object({ n: z.number().refine(async (n) => n > 1, "too small") })],
      [z3.object({ n: z3.number().refine(async (n) => n > 1, "too small") })],
    ] as const) {
      const executor = new ToolExecutor([{ ...echo, parameters }]);
      const results = await executor.executeAll(
        [makeCall("echo", { n: 2 }), makeCall("echo", { n: 1 })],
        recorded().ctx,
      );
      expect(results.map(({ result }) => result)).toEqual(['{"n":2}', "Invalid arguments: n: too small"]);
    }
  });

  test("a Standard Schema, also an asynchronous one", async () => {
    const validate = (value: unknown) =>
      typeof (value as { q?: unknown }).q === "string"
        ? { value: { q: `<${(value as { q: string }).q}>` } }
        : { issues: [{ message: "must be text", path: [{ key: "q" }] }] };
    for (const check of [validate, async (value: unknown) => validate(value)]) {
      const parameters = { "~standard": { version: 1 as const, vendor: "test", validate: check } };
      const executor = new ToolExecutor([{ ...echo, parameters }]);
      const results = await executor.executeAll([makeCall("echo", { q: "a" }), makeCall("echo")], recorded().ctx);
      expect(results.map(({ result }) => result)).toEqual(['{"q":"<a>"}', "Invalid arguments: q: must be text"]);
    }
  });

  test("a schema that throws is the call's error", async () => {
    const parameters = {
      safeParse() {
        throw new Error("broken schema");
      },
    };
    const [result] = await new ToolExecutor([{ ...echo, parameters }]).executeAll([makeCall("echo")], recorded().ctx);
    expect(result?.error).toBe("broken schema");
  });

  test.each([
    ['{"q":1}', '{"q":1}'],
    ["", "{}"],
    ["  \n", "{}"],
  ])("the raw text %j of a model is parsed", async (text, expected) => {
    const { ctx, events } = recorded();
    const [result] = await new ToolExecutor([echo]).executeAll([{ id: "1", name: "echo", arguments: text }], ctx);
    expect(result?.result).toBe(expected);
    expect(events[0]).toEqual(["tool.call", { runId: "run-1", toolName: "echo", args: JSON.parse(expected) }]);
  });

  test.each(['{"q":', "[1", "12", '"text"', "null"])("the raw text %j is an invalid argument", async (text) => {
    const execute = vi.fn(async () => "ran");
    const executor = new ToolExecutor([makeTool("t", execute)]);
    const [result] = await executor.executeAll([{ id: "1", name: "t", arguments: text }], recorded().ctx);
    expect(result?.error).toMatch(/^Invalid arguments: they are not (a )?JSON/);
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("order", () => {
  test("event, onToolCall, approval, cache, validation, tool, toModelOutput, artifacts, event", async () => {
    const { ctx, eventBus } = recorded();
    const order: string[] = [];
    eventBus.on("tool.call", () => order.push("tool.call"));
    eventBus.on("tool.result", ({ result }) => order.push(`tool.result ${result.slice(0, 12)}`));
    const tool = makeTool("t", async () => (order.push("execute"), "x".repeat(100)), {
      parameters: { safeParse: (data: unknown) => (order.push("safeParse"), { success: true, data }) },
      cache: { ttl: 1000 },
      toModelOutput: (result) => (order.push("toModelOutput"), result),
    });
    const executor = new ToolExecutor([tool], {
      onToolCall: async () => void order.push("onToolCall"),
      approval: { policy: "all", onApproval: async () => (order.push("approval"), { approved: true }) },
      artifacts: { maxToolOutputBytes: 50, previewChars: 5 },
    });
    await executor.executeAll([makeCall("t")], ctx);
    await executor.executeAll([makeCall("t")], ctx);
    expect(order).toEqual([
      "tool.call",
      "onToolCall",
      "approval",
      "safeParse",
      "execute",
      "toModelOutput",
      'tool.result {"pointer":"',
      "tool.call",
      "onToolCall",
      "approval",
      'tool.result [cached] {"p',
    ]);
  });

  test("onToolCall that throws stops the call", async () => {
    const execute = vi.fn(async () => "ran");
    const executor = new ToolExecutor([makeTool("t", execute)], {
      onToolCall: async () => {
        throw new Error("budget spent");
      },
    });
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result).toMatchObject({ result: "Error: budget spent", error: "budget spent" });
    expect(execute).not.toHaveBeenCalled();
  });

  test("a listener that throws does not break the run", async () => {
    const { ctx, eventBus } = recorded();
    eventBus.on("tool.call", () => {
      throw new Error("listener");
    });
    const [result] = await new ToolExecutor([echo]).executeAll([makeCall("echo", { a: 1 })], ctx);
    expect(result?.result).toBe('{"a":1}');
  });
});

describe("abort signal", () => {
  test("calls that have not started do not run", async () => {
    const controller = new AbortController();
    const begun: unknown[] = [];
    const tool = makeTool("t", async ({ n }) => {
      begun.push(n);
      controller.abort(new Error("enough"));
      return "ran";
    });
    const ctx = new RunContext({ sessionId: "s", signal: controller.signal });
    const calls = [1, 2, 3].map((n) => makeCall("t", { n }));
    const results = await new ToolExecutor([tool], 1).executeAll(calls, ctx);
    expect(begun).toEqual([1]);
    expect(results.map(({ result }) => result)).toEqual(["ran", "Error: enough", "Error: enough"]);
  });
});
