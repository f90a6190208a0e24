/** Which setting `tune` recommends: never one that refuses more news than the preset, and none on little evidence. */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { bySavings, measure, type Recommendation, upperBound } from "../../lib/cli/tune/recommend.ts";
import type { Regret } from "../../lib/cli/tune/regret.ts";
import { BASE, settings, Trial, type TriedRun } from "../../lib/cli/tune/tried-run.ts";
import { presetOf } from "../../lib/rules/presets.ts";
import { EFFORT } from "../effort.ts";

type Step = readonly [name: string, args: unknown, result: string];

const SETTINGS = settings();
const trial = new Trial(SETTINGS);
afterAll(() => trial.close());

/** Each call in a round of its own. */
function runOf(id: string, steps: readonly Step[]): TriedRun {
  let made: TriedRun | undefined;
  const sink = trial.sink({ id, line: 1 }, "file", (run) => {
    made = run;
  });
  steps.forEach(([name, args, result], index) => {
    sink.round();
    sink.call({ name, arguments: args });
    sink.outcome(index, { result });
  });
  sink.end();
  return made as TriedRun;
}

function sweep(runs: readonly TriedRun[]): Recommendation {
  return bySavings(measure(SETTINGS, runs));
}

const letters = [..."abcdefgh"];

/** One call with one result, seven new calls between: a preset that wants loops to be settled does not see it. */
function spaced(id: string): TriedRun {
  return runOf(
    id,
    Array.from({ length: 40 }, (_, i) =>
      i % 8 === 0
        ? (["list", {}, "none"] as const)
        : (["read", { page: i }, `page ${letters[i % 8]}${"x".repeat(i)}`] as const),
    ),
  );
}

/** The same, but from the fourth time on the call gives something new. */
function changing(id: string): TriedRun {
  const steps = Array.from(
    { length: 40 },
    (_, i): Step =>
      i % 8 === 0
        ? ["list", {}, i < 24 ? "none" : `done ${"o".repeat(i)}`]
        : ["read", { page: i }, `page ${"x".repeat(i)}`],
  );
  return runOf(id, steps);
}

const many = (run: (id: string) => TriedRun, count: number) =>
  Array.from({ length: count }, (_, i) => run(`${run.name} ${i}`));

const share = ({ first, firstNews }: Regret) => (first === 0 ? 0 : firstNews / first);

describe("the recommended setting", () => {
  it("recommends what saves more than the preset and refuses no more news, when enough runs say so", () => {
    const { recommended, measured, why } = sweep(many(spaced, 70));
    expect(recommended.setting.name).not.toBe(BASE);
    expect(recommended.regret).toMatchObject({ news: 0, refusedRuns: 70 });
    for (const { regret } of measured)
      if (regret.news === 0) expect(regret.saved).toBeLessThanOrEqual(recommended.regret.saved);
    expect(why).toContain("in up to 4.19 % of similar runs it may do the same");
  });

  it("stays with the preset on a handful of runs, and says what they cannot tell", () => {
    const { recommended, why } = sweep(many(spaced, 12));
    expect(recommended.setting.name).toBe(BASE);
    expect(recommended.setting.options).toEqual({ preset: BASE });
    expect(why).toContain("in up to 22.1 % of similar runs it may do the same");
  });

  it("stays with the preset where what would save more refuses news", () => {
    const { recommended, measured } = sweep(many(changing, 70));
    const eager = measured.find(({ setting }) => setting.name === "noProgress({ threshold: 2 })");
    expect(eager?.regret.firstNews).toBe(0);
    expect(eager?.regret.news).toBeGreaterThan(0);
    expect(recommended.setting.name).toBe(BASE);
  });

  it("stays with the preset where nothing can be saved, or nothing saves more", () => {
    const plain = runOf("plain", [
      ["read", { page: 1 }, "a"],
      ["read", { page: 2 }, "b"],
    ]);
    const none = sweep([plain]);
    expect(none.recommended.setting.name).toBe(BASE);
    expect(none.why).toContain("None of these runs has a redundant call");
  });

  it("never recommends a setting that refuses more news than the preset, nor one of which too little is known", () => {
    const step = fc.tuple(
      fc.constantFrom("list", "read"),
      fc.constantFrom({ n: 1 }, { n: 2 }),
      fc.constantFrom("none", "none", "none", "one", "two"),
    );
    const run = fc
      .array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 9 })), { maxLength: 3 })
      .map((parts) => parts.flatMap(([block, times]) => Array.from({ length: times }, () => block).flat()));
    // Copies are what makes a lucky setting look well founded.
    const runs = fc
      .tuple(fc.array(run, { minLength: 1, maxLength: 2 }), fc.constantFrom(1, 70))
      .map(([some, copies]) => some.flatMap((steps) => Array.from({ length: copies }, () => runOf("r", steps))));
    fc.assert(
      fc.property(runs, (all) => {
        const { recommended, measured } = sweep(all);
        const preset = measured.find(({ setting }) => setting.name === BASE)?.regret as Regret;
        const own = recommended.regret;
        expect(own.firstNews).toBeLessThanOrEqual(preset.firstNews);
        expect(own.news).toBeLessThanOrEqual(preset.news);
        expect(share(own)).toBeLessThanOrEqual(share(preset));
        if (recommended.setting.name === BASE) return;
        expect(own.saved).toBeGreaterThanOrEqual(preset.saved);
        expect([own.saved, own.news]).not.toEqual([preset.saved, preset.news]);
        expect(upperBound(own.wrongedRuns, own.refusedRuns)).toBeLessThanOrEqual(0.05);
      }),
      { numRuns: EFFORT < 1 ? 4 : 12 },
    );
  });
});

describe("a row with one number changed", () => {
  /** Where two values differ: paths and numbers. */
  function differences(a: unknown, b: unknown, path = ""): string[] {
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
      return Object.is(a, b) ? [] : [`${path}: ${a} → ${b}`];
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) =>
      differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`),
    );
  }

  it("changes the number that it names, and nothing else in the detectors, the ladder, or how results are compared", () => {
    const base = settings().find(({ name }) => name === BASE);
    const changed = settings().filter(({ family, name }) => family === "varied" && name.includes("→"));
    expect(changed.length).toBeGreaterThan(5);
    for (const { name, detectors, options } of changed) {
      const found = differences(base?.detectors, detectors);
      expect(found, name).toHaveLength(1);
      const [, place, key, from, to] = /#(\d+): (\w+) (\d+) → (\d+)$/.exec(name) ?? [];
      expect(found).toEqual([`.${Number(place) - 1}.${key}: ${from} → ${to}`]);
      // A preset beside detectors would add its own.
      expect(Object.keys(options), name).toEqual(["detectors", "ladder", "volatile"]);
    }
  });

  it("or leaves one detector out", () => {
    const { length } = presetOf(BASE).detectors;
    const without = settings().filter(({ name }) => name.endsWith("left out"));
    expect(without.length).toBeGreaterThan(3);
    for (const { detectors } of without) expect(detectors).toHaveLength(length - 1);
  });
});
