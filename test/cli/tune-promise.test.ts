/** What `tune --promise` promises is true as often as it says; and it promises nothing that the runs do not show. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countRefused,
  halves,
  inOrder,
  refusedHealthy,
  testInOrder,
  upperBound,
} from "../../lib/cli/tune/recommend.ts";
import { type Gave, regretOf } from "../../lib/cli/tune/regret.ts";
import type { Setting } from "../../lib/cli/tune/tried-run.ts";
import { tries } from "../effort.ts";
import { randomNumbers } from "../oracles/odd-texts.ts";

type Tried = Parameters<typeof refusedHealthy>[0];

interface Named {
  id: string;
  file: string;
  content: string;
}

const runOf = (id: string): Named => ({ id, file: "traces", content: "" });
const silent = (gave: readonly Gave[] = []): Tried => ({
  blocking: Number.POSITIVE_INFINITY,
  regret: regretOf(gave, new Map()),
});
const refusing = (all: number[], gave: readonly Gave[] = []): Tried => ({
  blocking: all[0] as number,
  regret: regretOf(gave, new Map(all.map((index) => [index, `loop ${index}`]))),
});

describe("a healthy run that is refused", () => {
  it("is one whose refused call gave news; stuck is one whose refusals were all right", () => {
    const gave: Gave[] = ["news", "known", "redundant", "news", "unknown"];
    expect(refusedHealthy(silent(gave))).toBe(false);
    expect(refusedHealthy(refusing([2, 3], gave))).toBe(true);
    expect(refusedHealthy(refusing([1, 2, 4], gave))).toBeUndefined();
    // Nothing shows that it was right.
    expect(refusedHealthy(refusing([4], gave))).toBe(true);
    expect(refusedHealthy(silent(["news"]))).toBeUndefined();
    expect(refusedHealthy(refusing([1], ["unknown", "unknown"]))).toBeUndefined();
  });

  it("is counted once for a session, which is healthy if a run of it is", () => {
    const gave: Gave[] = ["news", "redundant"];
    const of = (id: string, tried: Tried) => ({ id, tried });
    const [a, b] = [of("a", refusing([0], gave)), of("b", refusing([0], gave))];
    const [c, d] = [of("c", refusing([1], gave)), of("d", silent(gave))];
    const counts = (sessions: (typeof a)[][]) => countRefused(sessions, ({ tried }) => tried);
    expect(counts([[a, b], [c], [d]])).toEqual({ healthy: 2, refused: 1 });
    expect(counts([[a, b, c, d]])).toEqual({ healthy: 1, refused: 1 });
    expect(counts([[c, d], []])).toEqual({ healthy: 1, refused: 0 });
  });
});

interface Step {
  setting: Setting;
  harm: number;
  gain: number;
}

const stepOf = (name: string, harm: number, gain: number, preset = false): Step => ({
  setting: { name, family: preset ? "preset" : "alone", detectors: [{}] } as unknown as Setting,
  harm,
  gain,
});

describe("the order of the tests", () => {
  const names = (steps: readonly Step[]) => inOrder(steps).map(({ setting }) => setting.name);

  it("goes from the most lenient to the strictest, over what gains more than all before it", () => {
    const steps = [
      stepOf("strictest", 9, 60),
      stepOf("poor", 6, 42),
      stepOf("good", 4, 50),
      stepOf("careful", 0, 20),
      stepOf("as careful", 0, 10),
      stepOf("lenient", 0, 5, true),
      stepOf("recommended", 4, 45, true),
      stepOf("strict", 9, 45, true),
    ];
    expect(names(steps)).toEqual(["lenient", "as careful", "careful", "recommended", "good", "strictest"]);
    expect(names([...steps].reverse())).toEqual(names(steps));
  });

  it("has no setting that gains nothing, unless none gains anything: then it is the preset", () => {
    const idle = [stepOf("strict", 0, 0, true), stepOf("recommended", 3, 0, true), stepOf("idle", 0, 0)];
    expect(names(idle)).toEqual(["recommended"]);
    expect(names([...idle, stepOf("busy", 5, 1)])).toEqual(["busy"]);
  });

  const step = (preset: fc.Arbitrary<boolean>) =>
    fc
      .tuple(fc.nat(20), fc.integer({ min: 1, max: 50 }), preset)
      .map(([harm, gain, preset]) => stepOf("", harm, gain, preset));
  const steps = (preset: fc.Arbitrary<boolean>) => fc.array(step(preset), { minLength: 1, maxLength: 30 });

  it("goes to more gain with each step, and never to less harm", () => {
    fc.assert(
      fc.property(steps(fc.boolean()), (some) => {
        const order = inOrder(some);
        order.slice(1).forEach((it, place) => {
          expect(it.gain).toBeGreaterThan((order[place] as Step).gain);
          expect(it.harm).toBeGreaterThanOrEqual((order[place] as Step).harm);
        });
      }),
      { numRuns: tries(300) },
    );
  });

  it("leaves out nothing that gains more than all that is as lenient", () => {
    fc.assert(
      fc.property(steps(fc.boolean()), (some) => {
        const order = inOrder(some);
        for (const { harm, gain } of some)
          expect(Math.max(...order.filter((it) => it.harm <= harm).map((it) => it.gain))).toBeGreaterThanOrEqual(gain);
      }),
      { numRuns: tries(300) },
    );
  });

  it("ends with the first test that fails, even if a later one would pass", () => {
    const tested = testInOrder(["a", "b", "c", "d"], 0.02, (name) => ({
      name,
      healthy: 200,
      refused: name === "c" ? 2 : 0,
    }));
    expect(tested.map(({ name, kept }) => [name, kept])).toEqual([
      ["a", true],
      ["b", true],
      ["c", false],
    ]);
    expect(tested.map(({ bound }) => bound)).toEqual([0, 0, 2].map((refused) => upperBound(refused, 200)));
  });
});

/**
 * Samples of populations in which it is known how often each setting refuses a healthy run: some a little more often than
 * is promised, which is the hardest to tell, and some much more often, so that choosing by luck is found out.
 */
describe("a promise", () => {
  const SHARE = 0.05;
  const CHANCE = 0.05;
  const POPULATIONS = [[0.0501], [0.01, 0.0501, 0.08], [0.01, 0.051, 0.052, 0.055, 0.07]];
  const SAMPLES = 200;
  const RUNS = 500;

  interface Draw {
    promised: boolean;
    broken: boolean;
    naive: boolean;
  }

  const runs = Array.from({ length: RUNS }, (_, i) => runOf(`run ${i}`));
  const gave: Gave[] = ["news", "news"];
  const { training, calibration } = halves(runs);
  const place = new Map(runs.map((run, at) => [run, at]));

  function draw(shares: readonly number[], seed: number): Draw {
    const random = randomNumbers(Math.imul(seed + 1, 2_654_435_761));
    const settings = shares.map((share, at) => ({ ...stepOf(`${at}`, 0, at + 1), share }));
    const tried = settings.map(({ share }) =>
      runs.map(() => (random(1e6) < share * 1e6 ? refusing([1], gave) : silent(gave))),
    );
    const count = (sessions: readonly Named[][], { setting }: Step) => {
      const own = tried[Number(setting.name)] as Tried[];
      return countRefused(sessions, (run) => own[place.get(run) as number] as Tried);
    };
    const order = inOrder(settings.map((one) => ({ ...one, harm: count(training, one).refused })));
    const tested = testInOrder(order, SHARE, (one) => ({ name: one.setting.name, ...count(calibration, one) }));
    const last = order[tested.filter(({ kept }) => kept).length - 1];
    // The usual mistake: the strictest of all that looks good on the runs that it is chosen on.
    const naive = settings.findLast((one) => count(training, one).refused <= SHARE * training.length);
    return {
      promised: last !== undefined,
      broken: (last?.share ?? 0) > SHARE,
      naive: (naive?.share ?? 0) > SHARE,
    };
  }

  it.each(POPULATIONS)("is broken in no more of the samples than its confidence allows: %d ...", (...shares) => {
    const draws = Array.from({ length: SAMPLES }, (_, seed) => draw(shares, seed));
    const many = (which: keyof Draw) => draws.filter((it) => it[which]).length;
    // The seeds are fixed. The expected 10 have a standard deviation of 3.1.
    expect(many("broken")).toBeLessThanOrEqual(SAMPLES * CHANCE + 9);
    // Of a population with a careful setting something can be promised.
    if (shares.length > 1) expect(many("promised")).toBeGreaterThan(SAMPLES * 0.9);
    // Far above what is allowed: the populations tempt.
    expect(many("naive")).toBeGreaterThan(SAMPLES / 3);
  });
});
