/**
 * Recorded runs as `loopguard scan` reads them against the accuracy harness, which replays them its own way. The corpus
 * lies beside the project, not in it (LOOPGUARD_CORPUS names another place); without it there is nothing to run here.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../bench/accuracy/corpus.mjs";
import { replay } from "../../bench/accuracy/replay.mjs";
import { readTraceFile } from "../../lib/traces/read-trace.ts";
import type { TraceRunSink } from "../../lib/traces/trace-types.ts";

const folder = process.env["LOOPGUARD_CORPUS"] ?? fileURLToPath(new URL("../../../shared/corpus", import.meta.url));
const found = existsSync(folder);
if (!found) console.warn(`corpus tests skipped: no folder ${folder}`);

const ALLOW = { action: "allow", detection: null };

/** What a guard is told in a replay of the harness. */
function replayed(run: object): unknown[] {
  const events: unknown[] = [];
  const state = {
    beginRound: () => void events.push("round"),
    beginTurn: () => void events.push("turn"),
    before: (call: object) => {
      events.push(call);
      return ALLOW;
    },
    after: (call: object, outcome: object) => {
      events.push([call, outcome]);
      return ALLOW;
    },
    close: () => {},
  };
  replay(run, { run: () => state });
  return events;
}

function sink(events: unknown[]): TraceRunSink {
  const calls: object[] = [];
  return {
    round: () => void events.push("round"),
    turn: () => void events.push("turn"),
    call(call) {
      const { share: _share, size: _size, ...asked } = call as { share?: number; size?: number };
      calls.push(asked);
      events.push(asked);
    },
    outcome: (index, outcome) => void events.push([calls[index], outcome]),
    end: () => {},
  };
}

describe.skipIf(!found)("the corpus", () => {
  const files = found ? readdirSync(folder).filter((name) => /\.jsonl\.gz$/.test(name)) : [];
  const { runs: expected } = found ? readCorpus(folder) : { runs: new Map() };

  it.each(files)("%s: the same calls, outcomes, rounds and turns", async (name) => {
    const runs = new Map<string, unknown[]>();
    await readTraceFile(join(folder, name), {
      fault: ({ line, reason }) => expect.unreachable(`${line}: ${reason}`),
      open: ({ id }) => {
        const events: unknown[] = [];
        runs.set(id, events);
        return sink(events);
      },
    });
    const own = [...expected.values()].filter(({ file }) => `${file}.jsonl.gz` === name);
    expect(runs.size).toBe(own.length);
    for (const run of own) expect([run.id, runs.get(run.id)]).toEqual([run.id, replayed(run)]);
  });
});
