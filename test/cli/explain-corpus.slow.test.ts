/**
 * What `explain` says of a call against what the engine says, on real runs. The corpus lies beside the project, not in it
 * (LOOPGUARD_CORPUS names another place); without it these tests say so and are skipped.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import { readTraceFile } from "../../lib/traces/read-trace.ts";
import { compareCompleted } from "./explained-calls.ts";

const corpus = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(corpus);
if (!found) console.warn(`corpus tests skipped: no folder ${corpus}`);

describe.skipIf(!found)("the explanation says what the engine says of recorded runs", () => {
  const files = found ? readdirSync(corpus).filter((name) => name.endsWith(".jsonl.gz")) : [];

  it.each(["recommended", "strict", "observe"] as const)("%s", async (preset) => {
    let fired = 0;
    for (const file of files) {
      const runs: ExplainedRun[] = [];
      await readTraceFile(join(corpus, file), {
        open: (run) => {
          const explained = new ExplainedRun(run, { preset });
          runs.push(explained);
          return explained;
        },
        fault: ({ line, reason }) => expect.fail(`${file}:${line}: ${reason}`),
      });
      for (const call of runs.flatMap(({ calls }) => calls)) {
        compareCompleted(call, preset === "observe");
        fired += call.sightings.filter((seen) => seen.fired).length;
      }
    }
    expect(fired).toBeGreaterThan(1000);
  });
});
