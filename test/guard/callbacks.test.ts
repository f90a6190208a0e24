/** Every function that a guard is given goes wrong in every way: the run goes on, and it is told once. */
import { describe, expect, it } from "vitest";
import type { LoopDetection, Verdict, VerdictAction } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, custom, repeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { hearing, MISBEHAVIOURS, settled } from "./callbacks.ts";

const heard = hearing();

const HINTS: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], action: "hint" };

interface Callback {
  /** Of the message on `loopguard:error`. */
  where: string;
  with(callback: () => never): LoopGuardOptions;
  /** What the guard is when the callback is of no use. */
  without: LoopGuardOptions;
  /** Values that are no more right than `MISBEHAVIOURS` are. */
  wrong: readonly unknown[];
  /** What it gives does not matter, and it may be async. */
  unread?: true;
}

const NO_TEXT = [undefined, null, false, 0, true, 7, {}, []];

const CALLBACKS: Readonly<Record<string, Callback>> = {
  "a custom detector": {
    where: "detector mine",
    with: (callback) => ({ ...HINTS, detectors: [custom("mine", callback), repeat({ threshold: 2 })] }),
    without: HINTS,
    wrong: [false, 0, true, "", 7, "loop", {}, [], { found: true }, { message: 7 }, { repeats: "3" }, { pattern: [1] }],
  },
  message: {
    where: "message",
    with: (message) => ({ ...HINTS, message }),
    without: HINTS,
    wrong: NO_TEXT,
  },
  "the guard's action": {
    where: "action",
    with: (action) => ({ ...HINTS, action }),
    without: { ...HINTS, action: () => "allow" },
    wrong: [...NO_TEXT, "hints", ["hint"]],
  },
  "a detector's action": {
    where: "action",
    with: (action) => ({ detectors: [repeat({ threshold: 2, action })] }),
    without: { detectors: [repeat({ threshold: 2, action: () => "allow" })] },
    wrong: [...NO_TEXT, "hints"],
  },
  "a tool's action": {
    where: "action",
    with: (action) => ({ ...HINTS, tools: { t: { action } } }),
    without: { ...HINTS, tools: { t: { action: () => "allow" } } },
    wrong: [...NO_TEXT, "hints"],
  },
  "a tool's identity": {
    where: "identity",
    with: (identity) => ({ ...HINTS, tools: { t: { identity } } }),
    without: HINTS,
    wrong: [undefined, 1n, { n: 1n }],
  },
  "a poll's final": {
    where: "final",
    with: (final) => ({ ...HINTS, tools: { t: { poll: { final } } } }),
    without: { ...HINTS, tools: { t: { poll: true } } },
    wrong: [...NO_TEXT.filter((value) => typeof value !== "boolean"), "no"],
  },
  now: {
    where: "now",
    with: (now) => ({ now }),
    without: { now: () => Number.NaN },
    wrong: [...NO_TEXT.filter((value) => typeof value !== "number"), "7", 7n],
  },
  onDetection: {
    where: "onDetection",
    with: (onDetection) => ({ ...HINTS, onDetection }),
    without: HINTS,
    wrong: NO_TEXT,
    unread: true,
  },
};

/** Of a detection, what does not differ from guard to guard. */
function shown({ action, message, detection }: Verdict) {
  return [action, message, detection?.detector, detection?.strikes, detection?.repeats];
}

const CALLS = ["a", "a", "a", "a", "b", "b", "b", "a"].map((q) => ({ name: "t", arguments: { q } }));

function drive(options: LoopGuardOptions) {
  using guard = new LoopGuard(options);
  const verdicts = CALLS.flatMap((call) => [guard.before(call), guard.after(call, { result: "r" })]);
  return [
    ...verdicts.map(shown),
    guard.check(
      CALLS,
      CALLS.map(() => "r"),
    )?.message,
  ];
}

async function driveStored(options: LoopGuardOptions) {
  using guard = new LoopGuard(options);
  await using run = guard.storedRun("r", memoryStore());
  const verdicts: Verdict[] = [];
  for (const call of CALLS) verdicts.push(await run.before(call), await run.after(call, { result: "r" }));
  return verdicts.map(shown);
}

describe.each(Object.entries(CALLBACKS))("%s", (_, callback) => {
  const ways: [string, () => unknown][] = [
    ...Object.entries(MISBEHAVIOURS),
    ...callback.wrong.map((value, i): [string, () => unknown] => [`gives wrong value ${i}`, () => value]),
  ];

  it.each(ways)("%s", async (way, misbehave) => {
    const options = callback.with(misbehave as () => never);
    const isTold = callback.unread !== true || /throws|reject|revoked/.test(way);
    for (const driving of [drive, driveStored]) {
      heard.errors = [];
      const expected = await driving(callback.without);
      expect(heard.errors).toEqual([]);
      expect(await driving(options)).toEqual(expected);
      await settled();
      expect(heard.unhandled).toEqual([]);
      expect(heard.errors.map(({ where }) => where)).toEqual(isTold ? [callback.where] : []);
      if (callback.where !== "now" && isTold) expect(heard.errors[0]).toHaveProperty("toolName", "t");
    }
  });
});

describe("a custom detector", () => {
  const errorOf = (given: unknown): string => {
    heard.errors = [];
    using guard = new LoopGuard({ detectors: [custom("mine", () => given as never)] });
    for (const call of CALLS) guard.after(call, { result: "r" });
    expect(heard.errors).toEqual([expect.objectContaining({ error: expect.any(TypeError) })]);
    return String(heard.errors[0]?.error);
  };

  it("is told what it returned, and what to return", () => {
    const start =
      'TypeError: The custom detector "mine" must return a detection, such as { message: "..." }, or null, got ';
    expect(errorOf(false)).toBe(`${start}false (boolean)`);
    expect(errorOf("")).toBe(`${start}"" (string)`);
    expect(errorOf(Promise.resolve({ message: "m" }))).toBe(`${start}a promise`);
    expect(errorOf({ detected: true, why: "x" })).toBe(`${start}an object`);
    expect(errorOf({ message: "m", repeats: "many" })).toBe(
      'TypeError: The custom detector "mine" must return a detection whose repeats is an integer from 1 up, got "many" (string)',
    );
  });

  it("is told once for each guard, each on its own", () => {
    const wrong = () => false as never;
    const options = { detectors: [custom("one", wrong), custom("two", wrong), count({ maxRepeats: 100 })] };
    for (let i = 0; i < 2; i++) {
      using guard = new LoopGuard(options);
      for (const key of ["x", "y"]) for (const call of CALLS) guard.run(key).after(call, { result: "r" });
      guard.check(
        CALLS,
        CALLS.map(() => "r"),
      );
    }
    expect(heard.errors.map(({ where }) => where)).toEqual(
      ["one", "two", "one", "two"].map((name) => `detector ${name}`),
    );
  });

  it("is told to whoever listens late", () => {
    using guard = new LoopGuard({ detectors: [custom("mine", () => 7 as never)] });
    const go = () => {
      for (const call of CALLS) guard.after(call, { result: "r" });
    };
    heard.deafly(go);
    expect(heard.errors).toHaveLength(0);
    go();
    expect(heard.errors).toHaveLength(1);
  });

  it("fires for any field of a detection, and null is one that is left out", () => {
    const full: LoopDetection = {
      detector: "other",
      toolName: "x",
      repeats: 4,
      cycleLength: 2,
      pattern: ["x", "y"],
      evidence: "strong",
      strikes: 9,
      message: "m",
      details: { why: 1 },
      fingerprint: "f",
    };
    for (const field of Object.keys(full) as (keyof LoopDetection)[]) {
      if (field === "detector" || field === "strikes") continue; // the guard's own
      const given = { message: null, [field]: full[field] } as unknown as LoopDetection;
      using guard = new LoopGuard({ detectors: [custom("mine", () => given)], action: "hint" });
      const { detection } = guard.after({ name: "t" }, { result: "r" });
      expect(detection).toMatchObject({ detector: "mine", strikes: 1 });
      if (field !== "fingerprint") expect(detection?.[field]).toEqual(full[field]);
    }
    expect(heard.errors).toEqual([]);
  });
});

it("an async onDetection is fine, and nobody waits for it", async () => {
  const told: VerdictAction[] = [];
  using guard = new LoopGuard({
    ...HINTS,
    onDetection: async (_, { action }) => {
      await settled();
      told.push(action);
    },
  });
  for (const call of CALLS.slice(0, 2)) guard.after(call, { result: "r" });
  expect(told).toEqual([]);
  while (told.length === 0) await settled();
  expect([told, heard.errors]).toEqual([["hint"], []]);
});
