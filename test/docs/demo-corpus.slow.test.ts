/**
 * The demo's runs are judged as the originals are. These lie beside the project, not in it (LOOPGUARD_CORPUS names another
 * place); without them these tests say so and are skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readRuns, replay } from "../../examples/demo/replay.mjs";

const folder = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(folder);
if (!found) console.warn(`tests of the demo's runs skipped: no folder ${folder}`);

const root = fileURLToPath(new URL("../..", import.meta.url));
const runs = join(root, "examples", "runs");

describe.skipIf(!found)("the demo's runs and their originals", () => {
  it("get the same verdict for every call, from the same detector", async () => {
    const originals = new Map(Array.from(found ? readRuns(folder) : [], (run) => [run.id, run]));
    const said = async (run: object) => {
      const { fates } = (await replay(run)) as { fates: { fate: string; detection?: Record<string, unknown> }[] };
      return fates.map(({ fate, detection }) => [fate, detection?.["detector"], detection?.["repeats"]]);
    };
    let refused = 0;
    for (const run of readRuns(runs)) {
      if (run.source === "scripted") continue;
      const verdicts = await said(run);
      expect(verdicts, run.id).toEqual(await said(originals.get(run.id)));
      refused += verdicts.filter(([fate]) => fate === "refused").length;
    }
    expect(refused).toBeGreaterThan(50);
  });

  it("are what scripts/reduce-runs.mjs makes of them", () => {
    const scratch = mkdtempSync(join(tmpdir(), "loopguard-reduce-"));
    try {
      const file = join(scratch, "real.jsonl");
      const { stdout, status } = spawnSync(process.execPath, ["scripts/reduce-runs.mjs", folder, file], {
        cwd: root,
        encoding: "utf8",
      });
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^143 of 143 runs, \d+ bytes\n$/)]);
      expect(readFileSync(file).equals(readFileSync(join(runs, "real.jsonl")))).toBe(true);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
});
