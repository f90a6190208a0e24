/**
 * `tune` on real runs. The corpus lies beside the project, not in it (LOOPGUARD_CORPUS names another place); without it this
 * test says so and is skipped.
 */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../bench/accuracy/corpus.mjs";
import { replayAll } from "../../bench/accuracy/measure.mjs";
import type { PresetName } from "../../lib/index.ts";
import { core } from "../accuracy/core.ts";
import { named, tuned } from "./tune-program.ts";

const corpus = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(corpus);
if (!found) console.warn(`corpus tests skipped: no folder ${corpus}`);

describe.skipIf(!found)("loopguard tune on recorded runs", () => {
  it("gives the presets the regret that npm run accuracy gives them", async () => {
    const traces = readdirSync(corpus).filter((name) => name.endsWith(".jsonl.gz"));
    const report = await tuned(traces.map((name) => `${corpus}/${name}`));
    const known = readCorpus(corpus);
    expect(report.runs).toBe(known.runs.size);
    for (const preset of ["recommended", "strict", "lenient"] as PresetName[]) {
      const replays = replayAll(known.runs, { preset }, core);
      const regrets = [...replays.values()].map(({ regret }) => regret);
      expect(named(report, preset).regret, preset).toEqual(core.summedRegret(regrets));
    }
  });
});
