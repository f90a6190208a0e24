/**
 * Real runs at their own times, judged by hand: waits are let through, loops refused, whatever frame the host puts around
 * results. The runs lie beside the project, as the corpus does; without them these tests say so and are skipped.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../bench/accuracy/corpus.mjs";
import { replayAll } from "../../bench/accuracy/measure.mjs";
import { isBlocking } from "../../bench/accuracy/replay.mjs";
import { core } from "./core.ts";

interface Episode {
  readonly id: string;
  readonly first: number;
  readonly last: number;
  readonly verdict: "wait" | "loop" | "other";
}
interface Call {
  readonly name: string;
  readonly result?: unknown;
}

const folder = fileURLToPath(new URL("../../../shared/corpus-more", import.meta.url));
const [runsFile, judgedFile] = [`${folder}/timed-text.jsonl.gz`, `${folder}/timed-text-judged.jsonl`];
const found = existsSync(runsFile) && existsSync(judgedFile);
if (!found) console.warn(`tests of judged waits skipped: no ${runsFile}`);

/** The lines that Codex puts above a result, of which the first differs each time. */
const FRAME = /^(?:(?:Chunk ID|Wall time|Process |Original token count|Total output lines|Output:).*\n?)+/;
const bare = (call: Call): Call =>
  typeof call.result === "string" ? { ...call, result: call.result.replace(FRAME, "") } : call;

describe.skipIf(!found)("judged episodes, at the times of the runs", () => {
  const episodes: Episode[] = found
    ? readFileSync(judgedFile, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];

  it.each([
    ["as recorded", (call: Call) => call],
    ["without the lines that Codex puts above a result", bare],
  ])("%s: no wait is refused, and half of the loops are", (_, change) => {
    const { runs } = readCorpus(runsFile);
    for (const [id, run] of runs) runs.set(id, { ...run, calls: (run as { calls: Call[] }).calls.map(change) });
    const replays = replayAll(runs, { preset: "recommended" }, core, { pace: 8 });
    const refused = { wait: 0, loop: 0, other: 0 };
    for (const { id, first, last, verdict } of episodes) {
      const { calls } = runs.get(id) as { calls: Call[] };
      const { verdicts } = replays.get(id) as { verdicts: { action: string }[] };
      const hit = verdicts.some(
        ({ action }, at) => at >= first && at <= last && calls[at]?.name === calls[first]?.name && isBlocking(action),
      );
      if (hit) refused[verdict]++;
    }
    expect(refused.wait).toBe(0);
    expect(refused.loop).toBeGreaterThanOrEqual(4);
  });
});
