import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { guardExecutor } from "../../lib/executor.ts";
import { detectors, LoopGuard, RunContext, ToolExecutor } from "../../lib/index.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

const { count, duplicate, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const LOOP = { name: "ToolLoopError", code: "ERR_TOOL_LOOP" };

interface Call {
  id: string;
  name: string;
  arguments: Record<string, unknown> | string;
}
let ids = 0;
const call = (name: string, args: Call["arguments"] = { q: "x" }): Call => ({
  id: `call_${++ids}`,
  name,
  arguments: args,
});

/** Somebody else's executor, with private fields. */
class Runner {
  readonly #prefix = "ran ";
  readonly rounds: string[][] = [];
  concurrency = 2;

  async executeAll(
    calls: readonly Call[],
    _ctx?: { runId?: string },
  ): Promise<{ toolCallId: string; result: unknown; error?: string }[]> {
    this.rounds.push(calls.map(({ name }) => name));
    return calls.map(({ id, name }) =>
      name === "fail"
        ? { toolCallId: id, result: "Error: no", error: "no" }
        : { toolCallId: id, result: this.#prefix + name },
    );
  }

  describe(): string {
    return this.#prefix;
  }
}

it("adds one message, also where a loop was found before a call and after it", async () => {
  const bare = { executeAll: async (calls: readonly Call[]) => calls.map(() => ({ rows: 1 })) };
  const detectors = [count({ maxRepeats: 1, action: "warn" }), repeat({ threshold: 2, action: "warn" })];
  const guarded = guardExecutor(bare, { detectors, message: ({ detector }) => `from ${detector}` });
  await guarded.executeAll([call("t")]);
  expect(await guarded.executeAll([call("t")])).toEqual([{ rows: 1, loopguard: "from repeat" }]);
});

describe("calls that a provider gave one id, or an empty one", () => {
  const options: LoopGuardOptions = { maxRepeats: 1, action: "hint" };
  const echo = {
    name: "echo",
    description: "",
    parameters: z.looseObject({}),
    execute: async (args: unknown) => JSON.stringify(args),
  };
  const other = { ...echo, name: "other" };
  const executors = {
    ToolExecutor: () => new ToolExecutor([echo, other], { loopDetection: options }),
    guardExecutor: () => guardExecutor(new ToolExecutor([echo, other]), options),
  };
  it.each(Object.entries(executors))("are each judged for itself: %s", async (_name, make) => {
    for (const id of ["", "call_0"]) {
      const [executor, ctx] = [make(), new RunContext({ sessionId: "s" })];
      const round = async (...calls: [string, object][]) => {
        const given = calls.map(([name, args]) => ({ id, name, arguments: { ...args } }));
        return (await executor.executeAll(given, ctx)).map(({ error }) => error ?? "ran");
      };
      expect(await round(["echo", { a: 1 }], ["echo", { b: 1 }], ["echo", { a: 1 }])).toEqual([
        "ran",
        "ran",
        "loop-detected",
      ]);
      expect(await round(["echo", { a: 1 }], ["other", {}], ["nope", {}])).toEqual([
        "loop-detected",
        "ran",
        'Tool "nope" not found',
      ]);
      expect(await round(["other", {}], ["echo", { b: 1 }])).toEqual(["loop-detected", "loop-detected"]);
    }
  });
});

describe("guardExecutor", () => {
  it("lets two calls run, warns with the second, refuses two and throws at the fifth", async () => {
    const runner = new Runner();
    const executor = guardExecutor(runner, STUCK);
    const ctx = { runId: "a" };
    const step = async () => (await executor.executeAll([call("search")], ctx))[0];
    expect(await step()).toEqual({ toolCallId: `call_${ids}`, result: "ran search" });
    expect((await step())?.result).toMatch(/^ran search\n\nTool 'search' called 2 times/);
    for (let i = 0; i < 2; i++)
      expect(await step()).toEqual({
        toolCallId: `call_${ids}`,
        toolName: "search",
        result: expect.stringContaining("was not run"),
        error: "loop-detected",
      });
    await expect(step()).rejects.toMatchObject(LOOP);
    expect(runner.rounds).toEqual([["search"], ["search"]]);
  });

  it("keeps everything else of the executor", () => {
    const runner = new Runner();
    const executor = guardExecutor(runner);
    expect(executor).toBeInstanceOf(Runner);
    expect(executor.describe()).toBe("ran ");
    expect(executor.describe).toBe(executor.describe);
    executor.concurrency = 7;
    expect(runner.concurrency).toBe(7);
  });

  it("guards a frozen object too", async () => {
    const plain = Object.freeze({ executeAll: async (calls: readonly Call[]) => calls.map(() => "x") });
    const executor = guardExecutor(plain, { maxRepeats: 1, action: "hint" });
    const one = call("a");
    expect(await executor.executeAll([one])).toEqual(["x"]);
    expect(await executor.executeAll([{ ...one, id: "other" }])).toEqual([
      expect.objectContaining({ error: "loop-detected" }),
    ]);
  });

  it("guards an object whose methods cannot be replaced", async () => {
    const plain = Object.defineProperties({} as Runner, {
      executeAll: { value: async (calls: readonly Call[]) => calls.map(() => "x") },
      describe: { value: () => "mine" },
    });
    const executor = guardExecutor(plain, { maxRepeats: 1, action: "hint" });
    expect(executor.describe()).toBe("mine");
    expect(await executor.executeAll([call("a")])).toEqual(["x"]);
  });

  it("keeps runs apart: by the context's runId, by the context, and all calls without one together", async () => {
    const executor = guardExecutor(new Runner(), { maxRepeats: 1, action: "hint" });
    const refused = async (ctx?: object) => {
      const [result] = await executor.executeAll([call("search")], ctx as { runId?: string });
      return result?.error === "loop-detected";
    };
    const own = {};
    expect([await refused({ runId: "a" }), await refused({ runId: "b" }), await refused({ runId: "a" })]).toEqual([
      false,
      false,
      true,
    ]);
    expect([await refused(own), await refused({}), await refused(own)]).toEqual([false, false, true]);
    expect([await refused(), await refused()]).toEqual([false, true]);
  });

  it("takes the calls of one executeAll for a round", async () => {
    const executor = guardExecutor(new Runner(), STUCK);
    const three = () => executor.executeAll([call("search"), call("search"), call("search")]);
    expect((await three()).map(({ result }) => result)).toEqual(["ran search", "ran search", "ran search"]);
    expect((await three()).some(({ result }) => String(result).includes("called 2 times"))).toBe(true);
  });

  it("puts refusals where their calls were, and passes on the rest in one go", async () => {
    const runner = new Runner();
    const executor = guardExecutor(runner, { detectors: [count({ maxRepeats: 1 })], action: "hint" });
    await executor.executeAll([call("b")]);
    const results = await executor.executeAll([call("a"), call("b"), call("c")]);
    expect(results.map(({ error }) => error)).toEqual([undefined, "loop-detected", undefined]);
    expect(runner.rounds).toEqual([["b"], ["a", "c"]]);
  });

  it("throws with what the calls before in the round came to", async () => {
    const runner = new Runner();
    const executor = guardExecutor(runner, { maxRepeats: 1, action: "abort" });
    await executor.executeAll([call("b")]);
    await expect(executor.executeAll([call("a"), call("b"), call("c")])).rejects.toMatchObject({
      ...LOOP,
      results: [{ result: "ran a" }],
    });
    expect(runner.rounds).toEqual([["b"], ["a"]]);
  });

  it("tells the guard of failures", async () => {
    const {
      detectors: { errorStreak },
    } = await import("../../lib/index.ts");
    const executor = guardExecutor(new Runner(), { detectors: [errorStreak({ threshold: 2 })], action: "abort" });
    await executor.executeAll([call("fail", { n: 1 })]);
    const failing = executor.executeAll([call("fail", { n: 2 })]);
    await expect(failing).rejects.toMatchObject({
      detection: { detector: "error_streak" },
      results: [{ error: "no" }],
    });
  });

  it("knows unknown tools and arguments that are no JSON from an executor that tells its tools", async () => {
    const parameters = z.object({ q: z.string() });
    const execute = vi.fn(async () => "found");
    const inner = new ToolExecutor([{ name: "search", description: "", parameters, execute }]);
    const executor = guardExecutor(inner, {
      detectors: [unknownTool({ threshold: 2 })],
      ladder: { warn: 1, hint: 2, abort: 3 },
    });
    const ctx = new RunContext({ sessionId: "s" });
    for (const bad of [call("serach"), call("search", '{"q": ')]) {
      const own = new RunContext({ sessionId: "s" });
      const step = async () => (await executor.executeAll([{ ...bad, id: `id_${++ids}` } as never], own))[0];
      const first = await step();
      expect(first?.error).toBeDefined();
      expect(String((await step())?.result).startsWith(String(first?.result))).toBe(true);
      expect((await step())?.error).toBe("loop-detected");
      await expect(step()).rejects.toMatchObject(LOOP);
    }
    expect(await executor.executeAll([call("search") as never], ctx)).toMatchObject([{ result: "found" }]);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it("replays an earlier result where the guard is told to", async () => {
    const runner = new Runner();
    const executor = guardExecutor(runner, { detectors: [duplicate({ replay: true })] });
    await executor.executeAll([call("search")]);
    expect((await executor.executeAll([call("search")]))[0]?.result).toBe("ran search");
    expect(runner.rounds).toHaveLength(1);
  });

  it("finds results by id where the executor leaves some out", async () => {
    const half = {
      executeAll: async (calls: readonly Call[]) => calls.slice(1).map(({ id }) => ({ toolCallId: id, result: id })),
    };
    const [a, b] = [call("a"), call("b")];
    expect(await guardExecutor(half).executeAll([a, b])).toEqual([undefined, { toolCallId: b.id, result: b.id }]);
  });

  it("does not take refusals of the executor's own loop detection for results", async () => {
    const parameters = z.object({ q: z.string() });
    const tools = [{ name: "search", description: "", parameters, execute: async () => "found" }];
    const inner = new ToolExecutor(tools, { loopDetection: { maxRepeats: 1, action: "hint" } });
    const guard = new LoopGuard({ detectors: [repeat({ threshold: 3 })], action: "abort" });
    const executor = guardExecutor(inner, guard);
    const ctx = new RunContext({ sessionId: "s", runId: "r" });
    for (let i = 0; i < 5; i++) await executor.executeAll([call("search") as never], ctx);
    expect(guard.run("r").tripped).toBeNull();
  });

  it("counts a call that no tool can take once", async () => {
    const {
      detectors: { errorStreak },
    } = await import("../../lib/index.ts");
    const executor = guardExecutor(new ToolExecutor([]), {
      detectors: [errorStreak({ threshold: 3 })],
      action: "abort",
    });
    const ctx = new RunContext({ sessionId: "s" });
    const step = () => executor.executeAll([call("serach") as never], ctx);
    const errors: unknown[] = [];
    const listen = (message: unknown) => errors.push(message);
    subscribe("loopguard:error", listen);
    for (let i = 0; i < 2; i++) expect(await step()).toMatchObject([{ error: 'Tool "serach" not found' }]);
    await expect(step()).rejects.toMatchObject({ repeats: 3 });
    unsubscribe("loopguard:error", listen);
    expect(errors).toEqual([]);
  });

  it("takes each executeAll for a round, also after one that failed, and whatever the ids", async () => {
    let down = true;
    const flaky = {
      executeAll: async (calls: readonly Call[]): Promise<unknown[]> => {
        if (down) throw new Error("down");
        return calls.map(() => "x");
      },
    };
    const executor = guardExecutor(flaky, { maxRepeats: 1, action: "hint" });
    const same = call("a");
    await expect(executor.executeAll([same])).rejects.toThrow("down");
    down = false;
    expect(await executor.executeAll([same])).toEqual([expect.objectContaining({ error: "loop-detected" })]);
  });

  it("lets what the executor throws pass", async () => {
    const broken = { executeAll: async (_: readonly Call[]): Promise<unknown[]> => Promise.reject(new Error("down")) };
    await expect(guardExecutor(broken).executeAll([call("a")])).rejects.toThrow("down");
  });
});
