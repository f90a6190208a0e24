/** Errors inside a tool, and around it. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolDef } from "../../lib/executor/tool-types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { deferred, makeCall, makeTool, recorded } from "./helpers.ts";

const echo = makeTool("echo", async (args) => JSON.stringify(args));
const fail = (): never => {
  throw new Error("a getter");
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** Records what is published on `loopguard:error`, until the returned function is called. */
function hearErrors(): () => string[] {
  const heard: string[] = [];
  const hear = (message: unknown) => void heard.push((message as { where: string }).where);
  subscribe("loopguard:error", hear);
  return () => {
    unsubscribe("loopguard:error", hear);
    return heard;
  };
}

describe("an error of a tool", () => {
  test.each<[string, unknown, string]>([
    ["an Error", new TypeError("at once"), "at once"],
    ["a text", "no Error at all", "no Error at all"],
    ["a message in an object", { message: "custom" }, "custom"],
    ["a message that is a number", { message: 42 }, "42"],
    ["an object without one", { status: 402, why: "no credits" }, '{"status":402,"why":"no credits"}'],
    ["nothing", undefined, "Unknown error"],
    ["null", null, "Unknown error"],
    ["an object that has no text", Object.create(null, { message: { get: () => fail() } }), "Unknown error"],
    ["a revoked proxy", revoked(), "Unknown error"],
  ])("a tool that throws %s: its text", async (_, thrown, expected) => {
    const rejects = makeTool("rejects", () => Promise.reject(thrown));
    const throws = makeTool("throws", () => {
      throw thrown;
    });
    const calls = [makeCall("rejects"), makeCall("throws")];
    const results = await new ToolExecutor([rejects, throws]).executeAll(calls, recorded().ctx);
    for (const result of results) expect(result).toMatchObject({ result: `Error: ${expected}`, error: expected });
  });
});

test.each([
  [{ type: "object", properties: {} }, "an object"],
  [undefined, "undefined"],
])("a tool whose parameters are no schema: the error says what they must be", async (parameters, given) => {
  const tool = makeTool("search", async () => "never", { parameters: parameters as never });
  const [result] = await new ToolExecutor([tool]).executeAll([makeCall("search")], recorded().ctx);
  expect(result?.error).toBe(
    `"parameters" must be a zod schema or another Standard Schema, got ${given}; JSON Schema is for rawJsonSchema`,
  );
});

describe("a tool that returns nothing", () => {
  test.each([undefined, null])("%s is an error that names the tool", async (nothing) => {
    const returns = (async () => nothing) as never;
    const tools = [
      makeTool("forgot", returns),
      makeTool("later", async () => "text", { toModelOutput: returns }),
      makeTool("saved", returns, { toModelOutput: (result) => `got ${result}` }),
    ];
    const calls = tools.map(({ name }) => makeCall(name));
    for (const artifacts of [null, { maxToolOutputBytes: 1 }]) {
      const { ctx, events } = recorded();
      const results = await new ToolExecutor(tools, { artifacts }).executeAll(calls, ctx);
      expect(results.slice(0, 2).map(({ error }) => error)).toEqual([
        `Tool "forgot" returned ${nothing}; it must return a text, or an object with a text as content`,
        `toModelOutput of tool "later" returned ${nothing}; it must return a text, or an object with a text as content`,
      ]);
      for (const { result, error } of results.slice(0, 2)) expect(result).toBe(`Error: ${error}`);
      expect(results[2]?.error).toBeUndefined();
      expect(events.filter(([name]) => name === "tool.result")).toHaveLength(1);
    }
  });

  test("it is not cached", async () => {
    let calls = 0;
    const tool = makeTool("late", (async () => (calls++ === 0 ? undefined : "there")) as never, {
      cache: { ttl: 1000 },
    });
    const executor = new ToolExecutor([tool]);
    const [first] = await executor.executeAll([makeCall("late")], recorded().ctx);
    const [second] = await executor.executeAll([makeCall("late")], recorded().ctx);
    expect([first?.error === undefined, second?.result]).toEqual([false, "there"]);
  });
});

describe("a ToolLoopError from inside a tool", () => {
  test("executeAll rejects with it after the siblings have finished", async () => {
    const detection = { detector: "count", toolName: "inner", repeats: 3, message: "" } as never;
    const sibling = deferred<string>();
    const executor = new ToolExecutor([
      makeTool("nested", async () => {
        throw new ToolLoopError(detection);
      }),
      makeTool("slow", () => sibling.promise),
    ]);
    const running = executor.executeAll([makeCall("nested"), makeCall("slow")], recorded().ctx);
    sibling.resolve("done");
    await expect(running).rejects.toMatchObject({
      name: "ToolLoopError",
      toolName: "inner",
      results: [{ toolName: "slow", result: "done" }],
    });
  });
});

describe("an agent in a tool that was stopped", () => {
  const search = makeTool("search", async ({ q }) => `Three pages about ${q}.`);
  const looping = async (loopDetection: object): Promise<string> => {
    const inner = new ToolExecutor([search], { loopDetection });
    const again = makeCall("search", { q: "x" });
    const { ctx } = recorded();
    for (let page = 0; ; page++) await inner.executeAll([makeCall("search", { q: `y${page}` }), again], ctx);
  };

  test("gives a result to a run that goes on", async () => {
    const started: ToolDef[] = [makeTool("research", () => looping({ ladder: { abort: 1 } })), echo];
    const outer = new ToolExecutor(started, { loopDetection: true });
    const results = await outer.executeAll([makeCall("research"), makeCall("echo")], recorded().ctx);
    expect(results.map(({ toolName }) => toolName)).toEqual(["research", "echo"]);
    expect(results[0]?.error).toContain("Tool 'search' was called");
    expect(results[0]?.result).toContain("The task was not finished: Tool 'search' was called");
    expect(results[0]?.result).toContain("The last result was:\n\nThree pages about y");
  });

  test("ends a run that is stopped with it", async () => {
    const guard = new LoopGuard({ ladder: { abort: 1 } });
    const ctx = recorded().ctx;
    const inner = new ToolExecutor([search], { loopDetection: guard });
    const outer = new ToolExecutor(
      [
        makeTool("research", async () => {
          for (;;) await inner.executeAll([makeCall("search", { q: "x" })], ctx);
        }),
      ],
      { loopDetection: guard },
    );
    await expect(outer.executeAll([makeCall("research")], ctx)).rejects.toMatchObject({ toolName: "search" });
  });
});

describe("an Agentium ToolLoopError from inside a tool", () => {
  /** Agentium's class. */
  class AgentiumError extends Error {
    override readonly name = "ToolLoopError";
    readonly toolName: string;
    readonly repeats: number;
    constructor(toolName: string, repeats: number) {
      super(`Tool "${toolName}" was called ${repeats} times with identical arguments - aborting to prevent a loop`);
      this.toolName = toolName;
      this.repeats = repeats;
    }
  }

  test("stops the run as ours does: with the siblings' results, and the original as cause", async () => {
    const original = new AgentiumError("inner", 4);
    const nested = makeTool("nested", () => Promise.reject(original));
    const executor = new ToolExecutor([nested, echo]);
    const error: unknown = await executor
      .executeAll([makeCall("nested"), makeCall("echo")], recorded().ctx)
      .catch((e) => e);
    expect(error).toBeInstanceOf(ToolLoopError);
    expect(error).toMatchObject({
      toolName: "inner",
      repeats: 4,
      message: original.message,
      cause: original,
      results: [{ toolName: "echo", result: "{}" }],
    });
  });

  test("an error that only has the name is an ordinary error of the tool", async () => {
    for (const more of [{}, { toolName: "x" }, { toolName: 1, repeats: 1 }]) {
      const tool = makeTool("t", () => Promise.reject(Object.assign(new Error("no"), { name: "ToolLoopError" }, more)));
      const [result] = await new ToolExecutor([tool]).executeAll([makeCall("t")], recorded().ctx);
      expect(result?.error).toBe("no");
    }
  });
});

describe("a bus of another class", () => {
  test("a listener's error that comes out of emit is published, and does not reach the run", async () => {
    const eventBus = new EventEmitter();
    const told = hearErrors();
    for (const name of ["tool.call", "tool.result"]) eventBus.on(name, () => fail());
    const ctx = new RunContext({ sessionId: "s", eventBus });
    const [result] = await new ToolExecutor([echo]).executeAll([makeCall("echo", { a: 1 })], ctx);
    expect(result).toMatchObject({ result: '{"a":1}' });
    expect(told()).toEqual(["eventBus", "eventBus"]);
  });
});
