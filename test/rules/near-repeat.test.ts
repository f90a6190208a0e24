/** nearRepeat: thrashing and what is none, and on random arguments the same answer as its oracle. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { type NearRepeatOptions, nearRepeat, noNews } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { enough, tries } from "../effort.ts";
import { difference, isEchoed, sketchOf, wordsOf } from "../oracles/near-repeat.ts";

const make = (options?: NearRepeatOptions, more: LoopGuardOptions = {}) =>
  new LoopGuard({ detectors: [nearRepeat(options)], action: "hint", ...more });

/** A call in a round of its own, and the last thing that was said of it. */
function run(guard: LoopGuard, name: string, args: unknown, outcome: LoopOutcome): Verdict {
  guard.beginRound();
  const call = { name, arguments: args };
  const before = guard.before(call);
  return before.allowed ? guard.after(call, outcome) : before;
}

const actions = (guard: LoopGuard, args: readonly unknown[], outcome: (i: number) => LoopOutcome) =>
  args.map((it, i) => run(guard, "search", it, outcome(i)).action);

const NOTHING = () => ({ result: "No results." });
const pages = Array.from({ length: 7 }, (_, page) => ({ q: "red shoes", page }));

describe("nearRepeat", () => {
  it("warns of the fifth nearly equal call with one result, and never refuses by itself", () => {
    using guard = make();
    const verdicts = pages.map((args) => run(guard, "search", args, NOTHING()));
    expect(verdicts.map(({ action }) => action)).toEqual(["allow", "allow", "allow", "allow", "warn", "allow", "warn"]);
    expect(verdicts[4]?.detection).toMatchObject({
      detector: "near_repeat",
      evidence: "weak",
      repeats: 5,
      details: { tool: "search", count: 5, differing: 1 },
      message: "Tool 'search' was called 5 times with nearly the same arguments and gave the same result each time.",
    });
    expect(JSON.stringify(verdicts)).not.toContain("shoes");
  });

  it.each<[string, readonly unknown[], (i: number) => LoopOutcome]>([
    ["pages with results of their own", pages, (i) => ({ result: `row ${i * 10}` })],
    ["equal calls, which other detectors judge", Array(8).fill({ q: "red shoes" }), NOTHING],
    ["work that is acknowledged", pages, () => ({ result: { ok: true } })],
    ["results that cannot be compared", pages, () => ({})],
    ["rate limits", pages, () => ({ status: 429, error: "rate limit" })],
    ["calls that have little in common", [..."abcdefgh"].map((q) => ({ q })), NOTHING],
    ["results that differ beyond the echo", pages, (i) => ({ result: `page ${i}: ${i % 2 ? "blue" : "red"} shoes` })],
  ])("is silent for %s", (_, args, outcome) => {
    using guard = make({ threshold: 3 });
    expect(actions(guard, args, outcome)).toEqual(args.map(() => "allow"));
  });

  it.each<[string, readonly unknown[], (i: number) => LoopOutcome]>([
    ["enumerated ids", [6, 7, 8].map((i) => ({ id: `P100${i}` })), (i) => ({ error: `No plan P100${i + 6}` })],
    ["one word", ["a", "b", "c"].map((word) => ({ q: `refund policy of ${word}` })), NOTHING],
    ["one word, as raw text", ["a", "b", "c"].map((word) => `{ "q":"refund policy of ${word}" }`), NOTHING],
    ["an option that comes and goes", [{ q: "red shoes" }, { q: "red shoes", n: 5 }, { q: "red shoes" }], NOTHING],
  ])("finds %s", (_, args, outcome) => {
    using guard = make({ threshold: 3 });
    expect(actions(guard, args, outcome)).toEqual(["allow", "allow", "warn"]);
  });

  it("does not count what its tool changes", () => {
    using guard = make({ threshold: 2 }, { tools: { search: { mutates: true } } });
    expect(actions(guard, pages, NOTHING)).toEqual(pages.map(() => "allow"));
  });

  it("refuses with a ladder of its own, until a call is another one", () => {
    using guard = new LoopGuard({ detectors: [nearRepeat({ threshold: 3, ladder: { hint: 2 } })] });
    expect(actions(guard, pages.slice(0, 5), NOTHING)).toEqual(["allow", "allow", "allow", "hint", "hint"]);
    const refused = run(guard, "search", pages[5], NOTHING());
    expect(refused.message).toContain("More small changes of the arguments will hardly help");
    expect(run(guard, "search", { q: "something else altogether" }, NOTHING()).action).toBe("allow");
    expect(run(guard, "search", pages[6], NOTHING()).action).toBe("allow");
  });

  it("leaves a guard without it as it was", () => {
    using guard = new LoopGuard({ detectors: [noNews()] });
    using near = new LoopGuard({ detectors: [noNews(), nearRepeat()] });
    for (const it of [guard, near]) actions(it, pages.slice(0, 3), NOTHING);
    expect(near.snapshot().length).toBeGreaterThan(guard.snapshot().length + 3 * 50);
  });
});

describe("on random arguments", () => {
  const word = fc.constantFrom("red", "Red", "shoes", "é", "中", "文", "7", "12", "-", "a_b");
  const scalar = fc.oneof(
    fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
    fc.constantFrom<unknown>(0, 1, 2.5, -3, 1e21, true, false, null),
  );
  const key = fc.constantFrom("a", "b", "q", "1");
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { weight: 4, arbitrary: scalar },
      { weight: 1, arbitrary: fc.array(tie("any"), { maxLength: 3 }) },
      { weight: 2, arbitrary: fc.dictionary(key, tie("any"), { maxKeys: 3, noNullPrototype: true }) },
    ),
  })).any;
  const args = fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
  /** Changed in one place, or in all. */
  const pair = fc
    .tuple(args, args, key, fc.boolean())
    .map(([a, b, at, all]): [object, object] => [a, all ? b : { ...a, [at]: b[at] ?? 1 }])
    .filter((both) => both.every((it) => sketchOf({ value: it }).leaves.size <= 7));
  const outcome = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join("."));

  it("it says what the oracle says, of values and of texts, on both sides", () => {
    let near = 0;
    fc.assert(
      fc.property(pair, outcome, outcome, fc.boolean(), ([a, b], one, other, same) => {
        const [gaveA, gaveB] = [`x ${one}`, `x ${same ? one : other}`];
        using guard = make({ threshold: 2 });
        run(guard, "f", a, { result: gaveA });
        const { detection } = run(guard, "f", JSON.stringify(b), { result: gaveB });
        const [left, right] = [sketchOf({ value: a }), sketchOf({ value: b })];
        if ([left, right].some(({ features }) => features.size > 32)) return;
        const differing = difference(left, right);
        const saysSame =
          differing !== undefined &&
          (gaveA === gaveB || isEchoed([left, wordsOf(gaveA)], [right, wordsOf(gaveB)], differing));
        const equal = canonical(a) === canonical(b);
        near += saysSame && !equal ? 1 : 0;
        expect(detection?.details ?? null).toEqual(
          saysSame && !equal ? { tool: "f", count: 2, differing: differing.length } : null,
        );
      }),
      { numRuns: tries(3000) },
    );
    expect(near).toBeGreaterThan(enough(150));
  });
});

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) =>
    typeof it === "object" && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  );
}
