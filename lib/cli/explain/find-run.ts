/** Finds the run of a file that is explained. Files are streamed; only one run is kept in memory. */

import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { similarity } from "../../text/similarity.ts";
import { type ReadTraceOptions, readTraceFile, type TraceRun, type TraceRunSink } from "../../traces/read-trace.ts";
import { Failure } from "../failure.ts";
import { plainText } from "../plain-text.ts";
import { quickLook } from "../scan/quick-look.ts";
import { RunScan, scanContext } from "../scan/run-scan.ts";
import { ExplainedRun } from "./explained-run.ts";

export interface Reading extends Pick<ReadTraceOptions, "format" | "fault"> {
  /** The file's name in messages: the file itself may be a temporary copy of a pipe. */
  name: string;
}

/** Ids that an error message lists. */
const NEAREST_MAX = 5;
const nothing = (): void => undefined;
const IGNORE: TraceRunSink = { round: nothing, turn: nothing, call: nothing, outcome: nothing, end: nothing };

/** The first run with this id. Throws `Failure` when there is none, with ids that are like it. */
export async function runById(
  file: string,
  id: string,
  options: LoopGuardOptions,
  reading: Reading,
): Promise<ExplainedRun> {
  const others = new NearestIds(id);
  const found = await firstRun(file, options, reading, (run) => {
    if (run.id !== id) others.add(run.id);
    return run.id === id;
  });
  if (found !== undefined) return found;
  const list = others.nearest.map((other) => `\n  ${plainText(other)}`).join("");
  throw new Failure(
    others.count === 0
      ? `${reading.name} holds no run`
      : `${reading.name} holds no run "${id}"; of its ${others.count} the nearest are${list}`,
  );
}

/** Those of many ids that are most like one. */
class NearestIds {
  readonly #id: string;
  #nearest: { other: string; ratio: number }[] = [];
  count = 0;

  constructor(id: string) {
    this.#id = id;
  }

  add(other: string): void {
    this.count++;
    if (this.#nearest.some((one) => one.other === other)) return;
    const near = [...this.#nearest, { other, ratio: similarity(this.#id, other) }];
    this.#nearest = near.sort((a, b) => b.ratio - a.ratio).slice(0, NEAREST_MAX);
  }

  get nearest(): string[] {
    return this.#nearest.map(({ other }) => other);
  }
}

/** The run that wastes the most calls, by the guard that the options make; where none wastes any, the longest. */
export async function mostWasteful(
  file: string,
  options: LoopGuardOptions,
  reading: Reading,
): Promise<{ run: ExplainedRun; wasted: number }> {
  const guard = new LoopGuard(options);
  let chosen: { opened: TraceRun; wasted: number; tokens: number; calls: number } | undefined;
  try {
    const context = scanContext(guard, quickLook(options));
    await readTraceFile(file, {
      ...reading,
      open: (opened) =>
        new RunScan(context, opened, file, ({ detections, calls }) => {
          const wasted = detections.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0);
          const tokens = detections.reduce((sum, { wastedTokens }) => sum + wastedTokens, 0);
          const own = { opened, wasted, tokens, calls };
          if (chosen === undefined || isWorse(own, chosen)) chosen = own;
        }),
    });
  } finally {
    guard.close();
  }
  if (chosen === undefined) throw new Failure(`${reading.name} holds no run`);
  const { opened, wasted } = chosen;
  // The first reading reported what is wrong with the file.
  const again = { ...reading, fault: nothing };
  const run = await firstRun(file, options, again, ({ id, line }) => id === opened.id && line === opened.line);
  if (run === undefined) throw new Failure(`${reading.name} changed while it was read: run "${opened.id}" is gone`);
  return { run, wasted };
}

function isWorse(
  a: { wasted: number; tokens: number; calls: number },
  b: { wasted: number; tokens: number; calls: number },
): boolean {
  return a.wasted - b.wasted > 0 || (a.wasted === b.wasted && (a.tokens - b.tokens || a.calls - b.calls) > 0);
}

async function firstRun(
  file: string,
  options: LoopGuardOptions,
  reading: Reading,
  isWanted: (run: TraceRun) => boolean,
): Promise<ExplainedRun | undefined> {
  let found: ExplainedRun | undefined;
  await readTraceFile(file, {
    ...reading,
    open: (run) => {
      if (found !== undefined || !isWanted(run)) return IGNORE;
      found = new ExplainedRun(run, options);
      return found;
    },
  });
  return found;
}
