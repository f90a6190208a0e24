/**
 * The presets on recorded runs. The corpus lies beside the project, not in it (LOOPGUARD_CORPUS names another place);
 * without it these tests say so and are skipped.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../bench/accuracy/corpus.mjs";
import { replayAll } from "../../bench/accuracy/measure.mjs";
import { firedUnlabelled, score } from "../../bench/accuracy/score.mjs";
import type { PresetName } from "../../lib/index.ts";
import { core } from "./core.ts";

const folder = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(folder);
if (!found) console.warn(`corpus tests skipped: no folder ${folder}`);

/** Without a clock, and at seconds a round: verdicts must not depend on it. */
const PACES = [undefined, 3, 8, 20];

describe.skipIf(!found).each(PACES)("the presets on recorded runs, at a pace of %s", (pace) => {
  const { runs, labels } = found ? readCorpus(folder) : { runs: new Map(), labels: [] };
  const measure = (preset: PresetName) => {
    const replays = replayAll(runs, { preset }, core, { pace });
    return {
      regret: core.summedRegret([...replays.values()].map(({ regret }) => regret)),
      any: score(labels, runs, replays, "any"),
      blocking: score(labels, runs, replays, "blocking"),
      unlabelled: firedUnlabelled(labels, runs, replays, "blocking", (run: { modern: boolean }) => run.modern),
    };
  };

  it("recommended: finds 85 % of the stuck runs at 95 % precision, within a call", () => {
    const { any } = measure("recommended");
    expect(any.recall).toBeGreaterThanOrEqual(0.85);
    expect(any.precision).toBeGreaterThanOrEqual(0.95);
    expect(any.delay).toBeLessThanOrEqual(1);
  });

  it("recommended: refuses in 58 % of the stuck runs at 99 % precision, and in at most 1 % of unlabelled modern runs", () => {
    const { blocking, unlabelled } = measure("recommended");
    expect(blocking.recall).toBeGreaterThanOrEqual(0.58);
    expect(blocking.precision).toBeGreaterThanOrEqual(0.99);
    expect(unlabelled.fired.length / unlabelled.total).toBeLessThanOrEqual(0.01);
  });

  it("recommended: of the first refusals at most 2.5 % are news, and 79 % of the redundant calls are saved", () => {
    const { regret } = measure("recommended");
    expect(regret.firstNews / regret.first).toBeLessThanOrEqual(0.025);
    expect(regret.saved / regret.redundant).toBeGreaterThanOrEqual(0.79);
  });

  it("strict refuses no fewer runs than recommended, lenient fewer, observe none", () => {
    const refused = (preset: PresetName) => measure(preset).blocking.right;
    expect(refused("strict")).toBeGreaterThanOrEqual(refused("recommended"));
    expect(refused("lenient")).toBeLessThan(refused("recommended"));
    expect(refused("lenient")).toBeGreaterThan(0);
    expect(refused("observe")).toBe(0);
  });

  it("observe finds what recommended finds", () => {
    expect(measure("observe").any.right).toBe(measure("recommended").any.right);
  });
});
