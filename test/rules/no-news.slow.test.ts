/**
 * The guarantee: the preset refuses a call only when its last results were the same, and nothing in the whole run has been
 * news since; of what waits, only when that has lasted for thirty minutes; or when it cannot run at all. And where nothing
 * waits, it refuses at any pace what it refuses without a clock. Random runs with random clocks, against oracles that keep
 * every call, result and time in plain lists.
 * `LOOPGUARD_EFFORT` asks for more calls or fewer; at 1 the first test makes a million on both builds together.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PresetName } from "../../lib/base/types.ts";
import { noNews } from "../../lib/rules/factories.ts";
import { tries } from "../effort.ts";
import {
  ack,
  asking,
  failure,
  Life,
  lives,
  odd,
  type Pace,
  plain,
  refuses,
  type Step,
  same,
  transient,
  waiting,
} from "./random-life.ts";

/** Of each build, and of the two tests. */
const CALLS = tries(500_000);
const CALLS_TIMELESS = tries(250_000);
/** A run makes about 40. */
const runsFor = (calls: number) => Math.ceil(calls / 36);
const TIMEOUT_MS = 60_000 + CALLS;

const ticking = fc.constantFrom<Step>(
  { does: "wait", ms: 40 },
  { does: "wait", ms: 3000 },
  { does: "wait", ms: 5000 },
  { does: "wait", ms: 60_000 },
  { does: "wait", ms: 600_000 },
  { does: "wait", ms: -7_200_000 },
  { does: "wait", ms: 86_400_000 },
);

/** Below two minutes, so that nobody is idle in one round. */
const paces = fc.constantFrom<Pace>(Number.NaN, 0, 1, 3, 8, 20, 60, 110);

describe("no news, no refusal", () => {
  it("is kept by every preset, whatever a run does", { timeout: TIMEOUT_MS }, () => {
    const names = [
      "read",
      "read",
      "read",
      "edit",
      "think",
      "bash",
      "wait_for_it",
      "send_it",
      "job",
      "never",
      "exempt",
      "retry",
    ];
    const outcome = fc.oneof(
      { weight: 8, arbitrary: plain },
      { weight: 3, arbitrary: failure },
      { weight: 2, arbitrary: ack },
      { weight: 2, arbitrary: transient },
      { weight: 2, arbitrary: waiting },
      { weight: 1, arbitrary: odd },
    );
    const more = [asking(names, outcome, true).map((call) => ({ does: "invalid" as const, call })), ticking];
    const options = fc.record({
      preset: fc.constantFrom<PresetName>("recommended", "recommended", "strict", "lenient"),
      maxEntries: fc.constantFrom(1, 2, 5, 10_000, 10_000),
    });
    let calls = 0;
    const seen = { allowed: 0, refused: 0, aborted: 0, cannotRun: 0, waits: 0, waitedTooLong: 0 };
    fc.assert(
      fc.property(options, fc.boolean(), paces, lives(names, outcome, more, true), (own, explicit, pace, steps) => {
        const life = new Life(own, explicit, pace, (verdict, { streak, newsSince, reason, over, unsure }, invalid) => {
          if (reason !== undefined && streak >= 2 && !newsSince) seen.waits++;
          if (!refuses(verdict)) return void seen.allowed++;
          if (verdict.detection?.detector === "unknown_tool") {
            same(invalid, true);
            return void seen.cannotRun++;
          }
          if (verdict.action === "abort") seen.aborted++;
          else seen.refused++;
          const { detector, repeats = 0 } = verdict.detection ?? {};
          if (reason !== undefined && !unsure) {
            same(over ? "over" : reason, "over");
            seen.waitedTooLong++;
          }
          if (detector === "poll") return;
          same(detector, "no_news");
          same(newsSince, false);
          same(repeats >= (own.preset === "lenient" ? 4 : 2) && repeats <= streak, true); // "N times" is true
        });
        life.playAll(steps);
        calls += life.calls;
      }),
      { numRuns: runsFor(CALLS) },
    );
    expect(calls).toBeGreaterThan(CALLS);
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(CALLS / 5000);
  });

  it("fires exactly then, at any pace, where no wait or acknowledgement says otherwise", {
    timeout: TIMEOUT_MS,
  }, () => {
    const names = ["read", "read", "list", "edit", "think", "exempt"];
    const outcome = fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: failure });
    const times = fc.integer({ min: 1, max: 4 });
    let calls = 0;
    const seen = { allowed: 0, refused: 0 };
    fc.assert(
      fc.property(times, fc.boolean(), paces, lives(names, outcome, [], false), (times, explicit, pace, steps) => {
        const options = { detectors: [noNews({ times })], ladder: { hint: 1 } };
        let idle = false;
        const life = new Life(options, explicit, pace, (verdict, { streak, newsSince, sibling, reason }) => {
          idle ||= reason !== undefined; // minutes of rounds whose calls never came back
          if (idle) return;
          const expected = streak >= times && !newsSince && !sibling;
          same(refuses(verdict), expected);
          const { detector, repeats, evidence } = verdict.detection ?? {};
          if (expected) same(`${detector} ${repeats} ${evidence}`, `no_news ${streak} strong`);
          seen[expected ? "refused" : "allowed"]++;
        });
        life.playAll(steps);
        calls += life.calls;
      }),
      { numRuns: runsFor(CALLS_TIMELESS) },
    );
    expect(calls).toBeGreaterThan(CALLS_TIMELESS);
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(CALLS_TIMELESS / 20);
  });
});
