/** What throws when it is looked at never reaches a run: the call passes, and it is told. */
import { describe, expect, it } from "vitest";
import type { LoopCall, LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { guardExecutor } from "../../lib/frameworks/guard-executor.ts";
import { guardFunction } from "../../lib/frameworks/guard-function.ts";
import { checkMessages } from "../../lib/guard/check-messages.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { custom, duplicate, noNews, repeat, similarQuery } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { hearing, settled } from "./callbacks.ts";
import { HOSTILE_CALLS, HOSTILE_OUTCOMES, HOSTILE_VALUES } from "./hostile.ts";

const heard = hearing();

/** Everything that looks at calls and outcomes. */
const NOSY: LoopGuardOptions = {
  detectors: [
    duplicate({ replay: true, action: "warn" }),
    similarQuery({ tools: ["*"], action: "warn" }),
    noNews(),
    repeat({ threshold: 3 }),
    custom("looks", ({ calls, outcomes }) => (JSON.stringify([calls, outcomes]) === "" ? { message: "m" } : null)),
  ],
  tools: { t: { identity: (args) => args, volatile: ["timestamps", /[0-9]{9}/] } },
};
const GOOD: LoopCall = { id: "good", name: "t", arguments: { q: 2 } };

/** Behind functions: vitest looks at what it is given. */
const rows = (record: Readonly<Record<string, unknown>>) =>
  Object.entries(record).map(([name, value]): [string, () => never] => [name, () => value as never]);

describe("a call", () => {
  it.each(rows(HOSTILE_CALLS))("%s: passes, and it is told", async (_, give) => {
    const call = give();
    using guard = new LoopGuard(NOSY);
    await using stored = guard.storedRun("stored", memoryStore());
    expect(guard.before(call)).toBe(ALLOW);
    expect(guard.after(call, { result: "r" })).toBe(ALLOW);
    expect(guard.after(call, null as never)).toBe(ALLOW);
    expect(guard.invalid(call, "no such tool")).toBe(ALLOW);
    expect(guard.check([call, call], ["r", "r"])).toBe(null);
    const before = heard.errors.length;
    expect(before).toBeGreaterThan(0);
    expect(await stored.before(call)).toBe(ALLOW);
    expect(await stored.after(call, { result: "r" })).toBe(ALLOW);
    expect(await stored.invalid(call, "no such tool")).toBe(ALLOW);
    expect(heard.errors.length).toBeGreaterThan(before);
    // The run goes on as if nothing had been.
    expect(guard.before(GOOD)).toBe(ALLOW);
    expect(guard.after(GOOD, { result: "r" })).toBe(ALLOW);
  });

  it("that nobody was asked about: what its arguments throw is told as it is", async () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const call: LoopCall = { name: "t", arguments: circular };
    using guard = new LoopGuard({ detectors: [noNews()] });
    await using stored = guard.storedRun("stored", memoryStore());
    const told = { error: expect.any(TypeError), where: "after", toolName: "t" };
    expect(guard.after(call, { result: "r" })).toBe(ALLOW);
    expect(heard.errors).toEqual([told]);
    expect(await stored.after(call, { result: "r" })).toBe(ALLOW);
    expect(heard.errors).toEqual([told, told]);
  });

  it("that breaks between before and after does not get into the way of others", () => {
    using guard = new LoopGuard({ detectors: [repeat({ threshold: 2 })], action: "hint" });
    const { proxy, revoke } = Proxy.revocable({ name: "t", arguments: {} }, {});
    expect(guard.before(proxy)).toBe(ALLOW);
    const actions = [1, 2].map((_, i) => {
      if (i === 0) revoke();
      const args = { q: 1 };
      guard.beginRound();
      guard.before({ name: "t", arguments: args });
      return guard.after({ name: "t", arguments: args }, { result: "r" }).action;
    });
    expect([actions, heard.errors]).toEqual([["allow", "hint"], []]);
    expect(guard.after(proxy, { result: "r" })).toBe(ALLOW);
    expect(heard.errors).toHaveLength(1);
  });
});

it.each(rows(HOSTILE_OUTCOMES))("an outcome, %s: passes, and it is told", async (_, give) => {
  const outcome = give();
  using guard = new LoopGuard(NOSY);
  await using stored = guard.storedRun("stored", memoryStore());
  for (let i = 0; i < 5; i++) {
    guard.beginRound();
    const call = { name: "t", arguments: { q: i } };
    for (const verdict of [guard.before(call), guard.after(call, outcome), guard.invalid(call, outcome)])
      expect(verdict.action).not.toBe("abort");
    await stored.before(call);
    expect(await stored.after(call, outcome)).toBe(ALLOW);
  }
  expect(guard.check([GOOD, GOOD], [outcome, outcome])?.detector).not.toBe("repeat");
  expect(heard.errors.length).toBeGreaterThan(0);
});

describe.each(rows(HOSTILE_VALUES))("%s", (_, give) => {
  const value: unknown = give();
  it("as arguments, as a result and as an error", async () => {
    using guard = new LoopGuard(NOSY);
    await using stored = guard.storedRun("stored", memoryStore());
    const calls = [{ name: "t", arguments: value }, { ...GOOD }];
    const outcomes = ["result", "error", "status", "errorTitle"].map((field): LoopOutcome => ({ [field]: value }));
    for (const call of calls)
      for (const outcome of outcomes) {
        guard.beginRound();
        const verdicts: Verdict[] = [guard.before(call), guard.after(call, outcome), guard.invalid(call, value)];
        verdicts.push(await stored.before(call), await stored.after(call, outcome), await stored.invalid(call, value));
        for (const { action } of verdicts) expect(action).toMatch(/^(allow|warn|hint|abort)$/);
        guard.check([call, call], [outcome, outcome]);
      }
  });

  it("through guardFunction: as an argument, given, thrown, and promised", async () => {
    const GUARDS: LoopGuardOptions[] = [NOSY, { detectors: [repeat({ threshold: 2 })], action: "warn" }];
    for (const options of GUARDS) {
      const same = guardFunction("f", (given: unknown) => given, options);
      const throws = guardFunction(
        "f",
        (given: unknown) => {
          throw given;
        },
        options,
      );
      const promises = guardFunction("f", async (given: unknown) => Promise.reject(given), options);
      for (let i = 0; i < 3; i++) {
        const got = same(value);
        // A warning is added where there is room for one; what has none comes back as it is.
        if (typeof value !== "object") expect(got).toBe(value);
        const thrown = await Promise.resolve()
          .then(() => throws(value))
          .then(
            () => "nothing",
            () => "thrown",
          );
        const rejected = await promises(value).then(
          () => "nothing",
          () => "thrown",
        );
        expect([thrown, rejected]).toEqual(["thrown", "thrown"]);
      }
    }
    await settled();
    expect(heard.unhandled).toEqual([]);
  });

  it("through guardExecutor: as context, as a result, and in one", async () => {
    const seen: unknown[] = [];
    const executor = guardExecutor(
      {
        executeAll: async (calls: { id: string }[], ctx: unknown, given: (id: string) => unknown) => {
          seen.push(ctx);
          return calls.map(({ id }) => given(id));
        },
      },
      { detectors: [repeat({ threshold: 2 })], action: "warn" },
    );
    for (let i = 0; i < 3; i++) {
      const calls = [
        { id: "bad", name: "t", arguments: {} },
        { id: "in", name: "t", arguments: {} },
        { id: "good", name: "u", arguments: value },
      ] as never;
      const results = await executor.executeAll(calls, value, (id) =>
        id === "bad" ? value : { toolCallId: id, toolName: "t", result: id === "in" ? value : "fine" },
      );
      expect(results).toHaveLength(3);
      expect(results[2]).toMatchObject({ toolCallId: "good", result: expect.stringMatching(/^fine/) });
    }
    expect(seen).toHaveLength(3);
  });

  it("through checkMessages and rehydrate", () => {
    using guard = new LoopGuard(NOSY);
    const entries = [
      value,
      { role: "assistant", content: value, tool_calls: value },
      { role: value, content: value, parts: value, toolInvocations: [value] },
      { role: "assistant", tool_calls: [value, { id: "1", function: { name: "t", arguments: value } }] },
      { role: "tool", tool_call_id: "1", content: value },
      { role: "assistant", content: [value, { type: "tool_use", id: "2", name: "t", input: value }] },
      { role: "user", content: [value, { type: "tool_result", tool_use_id: "2", content: value }] },
      { type: "function_call_output", call_id: "2", output: value },
      { id: "3", name: "t", arguments: value, result: value },
      { id: "4", name: "t", arguments: {}, error: value },
      { id: "5", name: "t", arguments: {}, result: "r" },
    ];
    const verdict = checkMessages(entries, guard);
    expect(verdict.calls.map(({ call }) => call.id)).toContain("5");
    expect(guard.rehydrate(entries).action).toMatch(/^(allow|warn|hint|abort)$/);
  });
});

describe("guardExecutor", () => {
  it.each(rows(HOSTILE_CALLS))(
    "a call, %s: reaches the executor, and its sibling's result is there",
    async (_, give) => {
      const call = give();
      const asked: unknown[] = [];
      const own = {
        executeAll: async (calls: unknown[]) => {
          asked.push(...calls);
          return calls.map((one) => ({ result: one === GOOD ? "fine" : "whatever" }));
        },
      };
      const results = await guardExecutor(own, NOSY).executeAll([call, GOOD]);
      expect([asked[0] === call, asked[1] === GOOD, asked.length]).toEqual([true, true, 2]);
      expect(results).toEqual([{ result: "whatever" }, { result: "fine" }]);
      expect(heard.errors.length).toBeGreaterThan(0);
    },
  );
});

it("many bytes with a short form of their own are compared by it", () => {
  class Image extends Uint8Array {
    toJSON() {
      return { digest: this[0] };
    }
  }
  using guard = new LoopGuard({ detectors: [repeat({ threshold: 2 })], action: "hint" });
  const actions = [1, 2, 2, 2].map((first) => {
    guard.beginRound();
    const image = new Image(2e6).fill(first, 0, 1);
    const call = { name: "t", arguments: { image } };
    const { action } = guard.before(call);
    if (action === "allow") guard.after(call, { result: "r" });
    return action;
  });
  expect(actions).toEqual(["allow", "allow", "allow", "hint"]);
});

it("no list is made of the elements of 20 MB of bytes, which takes seconds", () => {
  using guard = new LoopGuard();
  const bytes = new Uint8Array(20e6);
  const begin = performance.now();
  const args: LoopCall = { name: "t", arguments: { bytes } };
  expect(guard.before(args)).toBe(ALLOW);
  guard.after(args, bytes as LoopOutcome);
  for (let i = 0; i < 4; i++) {
    guard.before(GOOD);
    guard.after(GOOD, { result: bytes });
  }
  expect(guard.stats().refused).toBe(2);
  expect(performance.now() - begin).toBeLessThan(3000);
});
