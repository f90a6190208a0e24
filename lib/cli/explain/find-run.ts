/** Finds the run that is explained, in a file or a folder. Files are streamed; only one run is kept in memory. */

import { similarity } from "../../core/similarity.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { type ReadTraceOptions, readTraceFile, type TraceRun, type TraceRunSink } from "../../traces/read-trace.ts";
import { closeContext, RunScan, scanContext } from "../scan/run-scan.ts";
import type { ScannedRun } from "../scan-types.ts";
import { Failure, plainText } from "../terminal.ts";
import { ExplainedRun } from "./explained-run.ts";

export interface Reading extends Pick<ReadTraceOptions, "format" | "fault"> {
  /** The file's name in messages: the file itself may be a temporary copy of a pipe. */
  name: string;
}

/** Ids that an error message lists. */
const NEAREST_MAX = 5;
const nothing = (): void => undefined;
const IGNORE: TraceRunSink = { round: nothing, turn: nothing, call: nothing, outcome: nothing, end: nothing };

/** The files in which a run is looked for: one, or all of a folder. */
export interface Searched {
  name: string;
  files: readonly { path: string; reading: Reading }[];
}

export interface FoundRun {
  run: ExplainedRun;
  /** What `scan` says of it. */
  scanned: ScannedRun;
  reading: Reading;
}

/**
 * The run with this id; of several, such as `session.jsonl` of each folder, the one that wastes the most calls. Throws
 * `Failure` when there is none, with ids that are like it.
 */
export async function runById(
  searched: Searched,
  id: string,
  options: LoopGuardOptions,
): Promise<FoundRun & { namesakes: number }> {
  const others = new NearestIds(id);
  // As it was printed: without what would steer a terminal.
  const wanted = plainText(id);
  let namesakes = 0;
  const chosen = await candidate(searched, options, (run) => {
    const isWanted = run.id === id || plainText(run.id) === wanted;
    if (isWanted) namesakes++;
    else others.add(run.id);
    return isWanted;
  });
  if (chosen !== undefined) return { ...(await readAgain(chosen, options)), namesakes };
  if (others.count === 0) throw new Failure(`${searched.name} holds no run`);
  const list = others.nearest.map((other) => `\n  ${plainText(other)}`).join("");
  const which = others.count === 1 ? "its only run is" : `of its ${others.count} the nearest are`;
  throw new Failure(`${searched.name} holds no run "${id}"; ${which}${list}`);
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
  searched: Searched,
  options: LoopGuardOptions,
): Promise<FoundRun & { wasted: number }> {
  const chosen = await candidate(searched, options, () => true);
  if (chosen === undefined) throw new Failure(`${searched.name} holds no run`);
  return { ...(await readAgain(chosen, options)), wasted: chosen.wasted };
}

/** Of the runs that are wanted, the most wasteful. */
async function candidate(
  { files }: Searched,
  options: LoopGuardOptions,
  isWanted: (run: TraceRun) => boolean,
): Promise<Candidate | undefined> {
  const context = scanContext(new LoopGuard(options));
  let chosen: Candidate | undefined;
  try {
    for (const { path, reading } of files)
      await readTraceFile(path, {
        ...reading,
        open: (opened) => {
          if (!isWanted(opened)) return IGNORE;
          return new RunScan(context, opened, path, (scanned) => {
            const { detections, calls } = scanned;
            const wasted = detections.reduce((sum, { wastedCalls }) => sum + wastedCalls, 0);
            const tokens = detections.reduce((sum, { wastedTokens }) => sum + wastedTokens, 0);
            const own = { path, reading, scanned, wasted, tokens, calls };
            if (chosen === undefined || isWorse(own, chosen)) chosen = own;
          });
        },
      });
  } finally {
    closeContext(context);
  }
  return chosen;
}

async function readAgain({ path, reading, scanned }: Candidate, options: LoopGuardOptions): Promise<FoundRun> {
  // The first reading reported what is wrong with the file.
  const again = { ...reading, fault: nothing };
  const run = await firstRun(path, options, again, ({ id, line }) => id === scanned.id && line === scanned.line);
  if (run === undefined) throw new Failure(`${reading.name} changed while it was read: run "${scanned.id}" is gone`);
  return { run, scanned, reading };
}

interface Candidate {
  path: string;
  reading: Reading;
  scanned: ScannedRun;
  wasted: number;
  tokens: number;
  calls: number;
}

function isWorse(a: Candidate, b: Candidate): boolean {
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
