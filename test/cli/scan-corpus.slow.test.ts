/**
 * The command on real runs. The corpus lies beside the project, not in it (LOOPGUARD_CORPUS names another place); without
 * it this test says so and is skipped.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readCorpus } from "../../bench/accuracy/corpus.mjs";
import { replay } from "../../bench/accuracy/replay.mjs";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { LoopGuard } from "../../lib/index.ts";
import { loopguard } from "./scan-process.ts";

const folder = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(folder);
if (!found) console.warn(`corpus tests skipped: no folder ${folder}`);

interface Replayed {
  any: { index: number } | undefined;
  blocking: { index: number } | undefined;
}

describe.skipIf(!found)("every file of the corpus", () => {
  test("the same runs are flagged, from the same call on, as when a guard had watched them", async () => {
    const files = readdirSync(folder).filter((name) => /\.jsonl\.gz$/.test(name));
    const { stdout, stderr, code } = await loopguard(["scan", "--json", ...files.map((name) => join(folder, name))]);
    expect([stderr, code]).toEqual(["", 0]);
    const { runs: scanned } = JSON.parse(stdout) as ScanReport;
    const { runs } = readCorpus(folder) as { runs: Map<string, { calls: unknown[] }> };
    expect(scanned).toHaveLength(runs.size);
    // The runs have no times, and so the guard has no clock.
    using guard = new LoopGuard({ now: () => Number.NaN });
    let flagged = 0;
    for (const { id, calls, detections } of scanned) {
      const run = runs.get(id);
      expect(calls).toBe(run?.calls.length);
      const { any, blocking } = replay(run, guard) as Replayed;
      expect(Math.min(...detections.map(({ callIndex }) => callIndex)), id).toBe(
        any?.index ?? Number.POSITIVE_INFINITY,
      );
      const refused = detections.some(({ action }) => action === "hint" || action === "ask" || action === "abort");
      expect(refused, id).toBe(blocking !== undefined);
      if (any !== undefined) flagged++;
    }
    expect(flagged).toBeGreaterThan(100);
  });
});
