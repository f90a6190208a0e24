/** What is misused speaks once, with the call that would be right; calls in the shapes of others are read as what they are. */
import { describe, expect, expectTypeOf, it } from "vitest";
import type { LoopCall, LoopOutcome } from "../../lib/base/types.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { checkMessages } from "../../lib/guard/check-messages.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, custom, duplicate, noNews, repeat } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { hearWarnings } from "./process-warnings.ts";

const { all: warnings, codes } = hearWarnings();
const fail = (): never => {
  throw new TypeError("console.lg is not one");
};
const F: LoopCall = { name: "f", arguments: {} };
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** One call, as others write it. */
const SHAPES: Record<string, (id: string, q: string) => unknown> = {
  Anthropic: (id, q) => ({ type: "tool_use", id, name: "search", input: { q } }),
  "OpenAI chat": (id, q) => ({ id, type: "function", function: { name: "search", arguments: JSON.stringify({ q }) } }),
  "OpenAI responses": (id, q) => ({ type: "function_call", id, name: "search", arguments: JSON.stringify({ q }) }),
  "AI SDK": (id, q) => ({ type: "tool-call", toolCallId: id, toolName: "search", input: { q } }),
  "AI SDK 4": (id, q) => ({ type: "tool-call", toolCallId: id, toolName: "search", args: { q } }),
  LangChain: (id, q) => ({ type: "tool_call", id, name: "search", args: { q } }),
};

describe.each(Object.entries(SHAPES))("a call of %s", (_, shape) => {
  const call = (id: string, q: string) => shape(id, q) as LoopCall;

  it("is told apart from others by its arguments, and counted where it is the same", () => {
    const guard = new LoopGuard({ detectors: [count({ maxRepeats: 1, canonical: true })], action: "hint" });
    const said = [call("1", "x"), call("2", "y"), call("3", "x")].map((it) => guard.before(it));
    expect(said.map(({ action }) => action)).toEqual(["allow", "allow", "hint"]);
    expect(said[2]?.detection).toMatchObject({ toolName: "search", callId: "3" });
    expect(guard.before({ id: "4", name: "search", arguments: { q: "y" } }).action).toBe("hint");
    expect(warnings).toEqual([]);
    guard.close();
  });

  it("is completed, by its id or by its object", async () => {
    const guard = new LoopGuard({ detectors: [repeat({ threshold: 2 })], action: "warn" });
    const stored = guard.storedRun("r", memoryStore());
    for (const run of [guard, stored]) {
      const said = [];
      for (const id of ["1", "2"]) {
        await run.before(call(id, "x"));
        said.push((await run.after(call(id, "x"), { result: "ok" })).action);
      }
      expect(said).toEqual(["allow", "warn"]);
      expect(run.stats().calls).toBe(2);
    }
    await stored.close();
    guard.close();
  });

  it("is read by check, by invalid and by an executor", async () => {
    const guard = new LoopGuard({ detectors: [duplicate()], action: "hint" });
    expect(guard.check([call("1", "x"), call("2", "y")], [])).toBeNull();
    expect(guard.check([call("1", "x"), call("2", "x")], [])).toMatchObject({ detector: "duplicate" });
    expect(guard.invalid(call("3", "z"), "no such tool").action).toBe("allow");
    const seen: unknown[] = [];
    const tool = {
      name: "search",
      description: "",
      rawJsonSchema: { type: "object" },
      parameters: { safeParse: (data: unknown) => ({ success: true, data }) },
      execute: async (args: unknown) => {
        seen.push(args);
        return "ok";
      },
    };
    const executor = new ToolExecutor([tool as never], { loopDetection: guard });
    const results = await executor.executeAll([call("4", "x") as never], { runId: "r" } as never);
    expect(seen).toEqual([{ q: "x" }]);
    expect(results).toEqual([{ toolCallId: "4", toolName: "search", result: "ok" }]);
    expect(warnings).toEqual([]);
    guard.close();
  });
});

describe("is told once for each guard", () => {
  it("that a call has no name", () => {
    const [guard, other] = [new LoopGuard(), new LoopGuard()];
    for (const it of [guard, guard, other]) expect(it.before({ arguments: {} } as LoopCall).action).toBe("allow");
    expect(codes()).toEqual(["LOOPGUARD_CALL", "LOOPGUARD_CALL"]);
    expect(warnings[0]?.text).toContain("before({ id, name:");
    guard.close();
    other.close();
  });

  it.each(["ok", ["ok"], new Error("ok"), { output: "ok" }, 7])("that %j is no outcome", (outcome) => {
    const guard = new LoopGuard({ detectors: [repeat({ threshold: 2 })], action: "warn" });
    const said = times(2, () => {
      guard.before(F);
      return guard.after(F, outcome as LoopOutcome).action;
    });
    expect(said).toEqual(["allow", "warn"]);
    expect(codes()).toEqual(["LOOPGUARD_OUTCOME"]);
    expect(warnings[0]?.text).toContain("after(call, { result })");
    guard.close();
  });

  it.each([
    ["ok", "a text"],
    [7, "7 (number)"],
    [["ok"], "an array of 1"],
    [new Error("ok"), "an instance of Error"],
    [{ output: "ok" }, "an object"],
    [Promise.resolve("ok"), "a promise"],
    [undefined, "undefined"],
    [null, "null"],
  ])("%s is no outcome, but %s", (outcome, said) => {
    const guard = new LoopGuard();
    for (const id of ["1", "2"]) guard.after({ id, name: "f", arguments: {} }, outcome as LoopOutcome);
    expect(warnings.map(({ text }) => text.split(". ")[0])).toEqual([`after() was given ${said}, which is no outcome`]);
    guard.close();
  });

  it.each([Promise.resolve("ok"), { result: Promise.resolve("ok") }])("that nobody waited for a result", (outcome) => {
    const guard = new LoopGuard();
    for (const _ of [1, 2]) {
      guard.before(F);
      guard.after(F, outcome as LoopOutcome);
    }
    expect(codes()).toEqual(["LOOPGUARD_OUTCOME"]);
    expect(warnings[0]?.text).toContain("after(call, { result: await result })");
    guard.close();
  });

  it.each(["params", "parameters", "payload"])("that the arguments in %s are not read", (name) => {
    const guard = new LoopGuard();
    for (const q of [1, 2]) guard.before({ id: `${q}`, name: "f", [name]: { q } } as LoopCall);
    expect(codes()).toEqual(["LOOPGUARD_CALL"]);
    expect(warnings[0]?.text).toContain(`before({ id, name, arguments: call.${name} })`);
    guard.close();
  });

  it.each([
    ["onDetection", { onDetection: () => fail() }],
    ["onDetection", { onDetection: async () => fail() }],
    ["action", { action: () => fail() as never }],
    ["message", { message: () => fail() as never }],
    ["now", { now: () => fail() as never }],
    ["identity", { tools: { f: { identity: () => fail() } } }],
    ["detector mine", { detectors: [custom("mine", () => fail() as never)] }],
  ])("that the function %s threw", async (where, options) => {
    const guard = new LoopGuard(options);
    for (let i = 0; i < 4; i++) {
      const call = { name: "f", arguments: {} };
      if (guard.before(call).allowed) guard.after(call, { result: "same" });
    }
    await new Promise(setImmediate);
    expect(codes()).toEqual(["LOOPGUARD_RETURN"]);
    expect(warnings[0]?.text).toBe(
      `The function ${where} threw, and the guard goes on without it: console.lg is not one`,
    );
    guard.close();
  });

  it("that a text or an error was taken for what it is: another one is news", () => {
    const guard = new LoopGuard({ detectors: [noNews()], action: "hint" });
    const said = (make: (i: number) => unknown) =>
      times(6, (i) => {
        guard.beginRound();
        const { action } = guard.before(F);
        if (action === "allow") guard.after(F, make(i) as LoopOutcome);
        return action;
      });
    expect(said((i) => `line ${"abcdef"[i]}`)).not.toContain("hint");
    guard.reset();
    expect(said(() => "the same")).toContain("hint");
    guard.close();
  });

  it.each([
    ["of one run", (guard: LoopGuard) => (i: number) => guard.before({ name: "f", arguments: { i } })],
    [
      "of many runs",
      (guard: LoopGuard) => (i: number) => guard.run(`${Math.floor(i / 5)}`).before({ name: "f", arguments: {} }),
    ],
  ])("that thirty calls %s came back from nowhere, and later ones as well", (_, asking) => {
    let time = 0;
    const guard = new LoopGuard({ now: () => time });
    const ask = asking(guard);
    times(29, ask);
    time += 5000;
    ask(29);
    time += 999;
    ask(30);
    expect(warnings).toEqual([]);
    time += 1;
    ask(31);
    ask(32);
    expect(codes()).toEqual(["LOOPGUARD_NO_AFTER"]);
    guard.close();
  });
});

describe("nothing is told", () => {
  it("of a large round whose calls are at work", () => {
    const guard = new LoopGuard();
    guard.beginRound();
    const calls = times(60, (i) => ({ id: `c${i}`, name: "f", arguments: { i } }));
    for (const call of calls) guard.before(call);
    for (const call of calls) guard.after(call, { result: "ok" });
    for (const call of calls) guard.before({ ...call, id: `d${call.id}` });
    expect(warnings).toEqual([]);
    guard.close();
  });

  it("of forty parallel calls that nobody says are a round", async () => {
    const guard = new LoopGuard();
    const work = async (i: number) => {
      const call = { id: `c${i}`, name: "f", arguments: { i } };
      await Promise.resolve();
      guard.before(call);
      await new Promise(setImmediate);
      guard.after(call, { result: "ok" });
    };
    await Promise.all(times(40, work));
    expect(warnings).toEqual([]);
    guard.close();
  });

  it("of calls that are at work where earlier ones came back", () => {
    const guard = new LoopGuard();
    const call = (i: number) => ({ id: `c${i}`, name: "f", arguments: { i } });
    guard.before(call(0));
    guard.after(call(0), { result: "ok" });
    times(60, (i) => guard.before(call(i + 1)));
    expect(warnings).toEqual([]);
    guard.close();
  });

  it("of a guard that needs no outcomes", () => {
    const guard = new LoopGuard({ maxRepeats: 3, action: "hint" });
    times(50, (i) => guard.before({ name: "f", arguments: { i } }));
    expect(warnings).toEqual([]);
    guard.close();
  });

  it("of outcomes that say nothing, and of replays", () => {
    const guard = new LoopGuard();
    for (const outcome of [{}, { result: undefined }, { status: 200 }]) {
      guard.before(F);
      guard.after(F, outcome);
    }
    guard.check(
      times(40, (i) => ({ name: "f", arguments: { i } })),
      [],
    );
    expect(warnings).toEqual([]);
    guard.close();
  });

  it("where there is no process", () => {
    const { process: own } = globalThis;
    const guard = new LoopGuard();
    try {
      Reflect.deleteProperty(globalThis, "process");
      expect(guard.before({} as LoopCall).action).toBe("allow");
    } finally {
      globalThis.process = own;
    }
    guard.close();
  });
});

describe("what nobody judges is told once", () => {
  it("a list without a message", () => {
    const guard = new LoopGuard();
    for (const messages of [[1], ["hi"], [{ content: "hi" }, null]])
      expect(checkMessages(messages, guard)).toMatchObject({ action: "allow", calls: [] });
    guard.close();
    expect(codes()).toEqual(["LOOPGUARD_MESSAGES"]);
    expect(warnings[0]?.text).toContain('{ role: "assistant", tool_calls }');
  });

  it("but not a list with one, and an empty one", () => {
    checkMessages([]);
    checkMessages([1, { role: "user", content: "hi" }]);
    expect(warnings).toEqual([]);
  });

  it("a verdict of a stored run that is not waited for", async () => {
    const guard = new LoopGuard();
    const run = guard.storedRun("r", memoryStore());
    const { allowed } = run.before({ name: "f", arguments: {} }) as unknown as { allowed: unknown };
    expect(allowed).toBeUndefined();
    expect(codes()).toEqual(["LOOPGUARD_AWAIT"]);
    expect(warnings[0]?.text).toContain("await run.before(call)");
    expect((await run.before({ name: "f", arguments: {} })).allowed).toBe(true);
    expect(codes()).toEqual(["LOOPGUARD_AWAIT"]);
    await run.close();
    guard.close();
  });
});

it("a block of Anthropic type-checks, and is read; other shapes do not", () => {
  const block = { type: "tool_use" as const, id: "1", name: "search", input: { q: "x" } };
  expectTypeOf(block).toExtend<LoopCall>();
  expectTypeOf<{ toolCallId: string; toolName: string; input: unknown }>().not.toExtend<LoopCall>();
});
