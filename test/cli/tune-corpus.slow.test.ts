/**
 * `tune` on real runs. The corpus lies beside the project, not in it (LOOPGUARD_CORPUS names another place); without it this
 * test says so and is skipped.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../bench/accuracy/corpus.mjs";
import { replayAll } from "../../bench/accuracy/measure.mjs";
import { score } from "../../bench/accuracy/score.mjs";
import type { PresetName } from "../../lib/index.ts";
import { core } from "../accuracy/core.ts";
import { named, tuned } from "./tune-program.ts";

const corpus = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(corpus);
if (!found) console.warn(`corpus tests skipped: no folder ${corpus}`);

describe.skipIf(!found)("loopguard tune on recorded runs", () => {
  it("gives the presets the rates and the regret that npm run accuracy gives them", async () => {
    const report = await tuned([corpus, "--labels", join(corpus, "labels.jsonl")]);
    const known = readCorpus(corpus);
    expect(report).toMatchObject({ runs: known.runs.size, labelled: known.labels.length, unknownLabels: [] });
    for (const preset of ["recommended", "strict", "lenient"] as PresetName[]) {
      const replays = replayAll(known.runs, { preset }, core);
      const regrets = [...replays.values()].map(({ regret }) => regret);
      expect(named(report, preset).regret, preset).toEqual(core.summedRegret(regrets));
      for (const kind of ["any", "blocking"] as const) {
        const { right, stuck, precision, delay } = score(known.labels, known.runs, replays, kind);
        expect(named(report, preset)[kind], `${preset} ${kind}`).toMatchObject({ right, stuck, precision, delay });
      }
    }
  });
});
