/** Slips of a first hour, each of which is told with what was given and what would be right. */
import { describe, expect, it } from "vitest";
import type { AnyRun } from "../../lib/adapter/call-run.ts";
import type { LoopCall, LoopUsage } from "../../lib/base/types.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { LoopDetector } from "../../lib/guard/loop-detector.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { runScope } from "../../lib/guard/run-scope.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { hearWarnings } from "./process-warnings.ts";

const { all: warnings, codes } = hearWarnings();
const never = (value: unknown): never => value as never;

describe("a call that cannot be judged says what was given:", () => {
  it.each<[unknown, string]>([
    [undefined, "This one was undefined."],
    [null, "This one was null."],
    ["search", 'This one was "search" (string).'],
    [[{ name: "search" }], "This one was an array of 1."],
    [Promise.resolve(1), "This one was a promise."],
    [{ functionCall: { name: "search", args: {} } }, "an object with functionCall."],
    [{ role: "assistant", tool_calls: [] }, "an object with role, tool_calls."],
    [{ name: "search", parameters: '{"q":1}' }, "arguments: call.parameters"],
    [{ name: "search", arguments: Promise.resolve({ q: 1 }) }, "arguments: await args"],
  ])("%j", (call, text) => {
    const guard = new LoopGuard();
    for (let i = 0; i < 3; i++) expect(guard.before(call as LoopCall).action).toBe("allow");
    expect(codes()).toEqual(["LOOPGUARD_CALL"]);
    expect(warnings[0]?.text).toContain(text);
    guard.close();
  });

  it("but not a text that is no arguments", () => {
    const guard = new LoopGuard();
    guard.before({ name: "now", text: "{ not JSON" } as LoopCall);
    guard.before({ name: "now", arguments: '{"q":1}' });
    expect(warnings).toEqual([]);
    guard.close();
  });
});

describe("arguments that are a promise are told of by", () => {
  const call: LoopCall = { name: "search", arguments: Promise.resolve({ q: 1 }) };
  const acts: [string, (run: AnyRun) => unknown][] = [
    ["before", (run) => run.before(call)],
    ["after", (run) => run.after(call, { result: 1 })],
    ["invalid", (run) => run.invalid(call, "no such tool")],
  ];
  const kinds = [
    ["a run", (guard: LoopGuard): AnyRun => guard.run()],
    ["a run in a store", (guard: LoopGuard): AnyRun => guard.storedRun("r", memoryStore())],
  ] as const;

  it.each(kinds.flatMap(([kind, runOf]) => acts.map(([act, ask]) => [act, kind, runOf, ask] as const)))(
    "%s of %s",
    async (_act, _kind, runOf, ask) => {
      using guard = new LoopGuard();
      await ask(runOf(guard));
      expect(codes()).toEqual(["LOOPGUARD_CALL"]);
      expect(warnings[0]?.text).toContain("arguments: await args");
    },
  );
});

it("usage that is a promise is told", () => {
  const guard = new LoopGuard({ budget: { tokens: 100 } });
  guard.usage(Promise.resolve({ inputTokens: 5 }) as LoopUsage);
  expect(codes()).toEqual(["LOOPGUARD_USAGE"]);
  guard.close();
});

describe("options say where they belong:", () => {
  it.each([
    ["loopDetection", { maxRepeats: 3 }, /ToolExecutor; a guard takes what is in it/],
    ["onAbort", "stop", /must be in the next argument, as in \(\{\}, \{ onAbort \}\), got "stop"/],
    ["store", {}, /storedRun\(key, store\)/],
    ["argumentsOf", () => 1, /must be in the next argument, as in \(\{\}, \{ argumentsOf \}\), got/],
  ])("%s", (name, value, text) => {
    expect(() => new LoopGuard({ [name]: value })).toThrow(text);
  });

  it("a guard's, of an executor", () => {
    const make = (options: object) => () => new ToolExecutor([], options);
    expect(make({ maxRepeats: 3 })).toThrow('Option "maxRepeats" must be in loopDetection: { maxRepeats: ... }, got 3');
    expect(make({ preset: "strict" })).toThrow('in loopDetection: { preset: ... }, got "strict"');
  });

  it("a second argument of a guard", () => {
    expect(() => new LoopGuard({}, never({ onAbort: "stop" }))).toThrow(
      /the only argument of LoopGuard.*, got an object/,
    );
    expect(() => new LoopGuard({}, never("strict"))).toThrow(/got "strict"/);
  });
});

describe("what would fail in foreign words, or in none, fails in ours:", () => {
  it("an error without a detection", () => {
    const guard = new LoopGuard();
    const verdict = guard.before({ name: "f", arguments: {} });
    expect(() => new ToolLoopError(never(verdict.detection))).toThrow(
      /new ToolLoopError\(verdict.detection\), got null/,
    );
    expect(() => new ToolLoopError(never(verdict))).toThrow(/verdict.detection\), got an object/);
    expect(() => new ToolLoopError(never(undefined))).toThrow(/got undefined/);
    guard.close();
  });

  it("a snapshot that went through JSON", () => {
    const told = /the bytes of a snapshot are a Uint8Array, got "LGGR" \(string\)/;
    expect(() => LoopGuard.restore(never("LGGR"))).toThrow(told);
    expect(() => LoopDetector.restore(never("LGGR"))).toThrow(told);
  });

  it("a scope without a function", () => {
    expect(() => runScope("u", never(undefined))).toThrow('Option "fn" must be a function, got undefined');
  });

  it("a function as a tool, and a call that is no list", async () => {
    expect(() => new ToolExecutor([never(async function search() {})])).toThrow(
      /tools\[0\].*defineTool\(\), got function/,
    );
    const executor = new ToolExecutor([]);
    const call = { id: "1", name: "search", arguments: {} };
    await expect(executor.executeAll(never(call), never({}))).rejects.toThrow(
      /executeAll\(\[call\], ctx\), got an object/,
    );
  });
});
