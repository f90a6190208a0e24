/** Finds the run that is explained, in a file or a folder. Files are streamed; only one run is kept in memory. */

import { similarity } from "../../core/similarity.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { IGNORED, type ReadTraceOptions, readTraceFile } from "../../traces/read-trace.ts";
import type { TraceRun } from "../../traces/trace-types.ts";
import { RunScan, scanContext } from "../scan/run-scan.ts";
import type { ScannedRun } from "../scan-types.ts";
import { plainText } from "../terminal.ts";
import { ExplainedRun } from "./explained-run.ts";

export interface SearchedFile extends Pick<ReadTraceOptions, "format" | "fault"> {
  path: string;
  /** The file's name in messages: the file itself may be a temporary copy of a pipe. */
  name: string;
}

/** Ids that an error message lists. */
const NEAREST_MAX = 5;

interface Candidate {
  file: SearchedFile;
  /** What `scan` says of it. */
  scanned: ScannedRun;
}

interface FoundRun extends Candidate {
  run: ExplainedRun;
  /** How many runs have the id that was asked for. */
  namesakes: number;
}

/**
 * The run with this id; of several, such as `session.jsonl` of each folder, and without an id of all runs, the one that wastes
 * the most calls by the guard that the options make; where none wastes any, the longest. Throws an `Error` when there is none,
 * with ids that are like it. `name`: of the file, or of the folder with the files.
 */
export async function findRun(
  name: string,
  files: readonly SearchedFile[],
  id: string | undefined,
  options: LoopGuardOptions,
): Promise<FoundRun> {
  let others = 0;
  let nearest: { id: string; ratio: number }[] = [];
  const note = (other: string) => {
    others++;
    if (nearest.some((one) => one.id === other)) return;
    nearest.push({ id: other, ratio: similarity(id ?? "", other) });
    nearest = nearest.sort((a, b) => b.ratio - a.ratio).slice(0, NEAREST_MAX);
  };
  // As it was printed: without what would steer a terminal.
  const wanted = id === undefined ? undefined : plainText(id);
  let namesakes = 0;
  const chosen = await mostWasteful(files, options, (run) => {
    if (id === undefined) return true;
    const isWanted = run.id === id || plainText(run.id) === wanted;
    if (isWanted) namesakes++;
    else note(run.id);
    return isWanted;
  });
  if (chosen !== undefined) return { ...chosen, run: await readAgain(chosen, options), namesakes };
  if (others === 0) throw new Error(`${name} holds no run`);
  const list = nearest.map((other) => `\n  ${plainText(other.id)}`).join("");
  const which = others === 1 ? "its only run is" : `of its ${others} the nearest are`;
  throw new Error(`${name} holds no run "${id}"; ${which}${list}`);
}

/** Of the runs that are wanted, the most wasteful. */
async function mostWasteful(
  files: readonly SearchedFile[],
  options: LoopGuardOptions,
  isWanted: (run: TraceRun) => boolean,
): Promise<Candidate | undefined> {
  const context = scanContext(options);
  let chosen: Candidate | undefined;
  try {
    for (const file of files)
      await readTraceFile(file.path, {
        ...file,
        open: (opened) => {
          if (!isWanted(opened)) return IGNORED;
          return new RunScan(context, opened, file.path, (scanned) => {
            if (chosen === undefined || isWorse(scanned, chosen.scanned)) chosen = { file, scanned };
          });
        },
      });
  } finally {
    context.guard.close();
  }
  return chosen;
}

/** Whether it wastes more calls than another; of as many, more tokens; of as many, whether it is longer. */
function isWorse(run: ScannedRun, other: ScannedRun): boolean {
  const sum = ({ detections }: ScannedRun, what: "wastedCalls" | "wastedTokens") =>
    detections.reduce((total, loop) => total + loop[what], 0);
  const more = (what: "wastedCalls" | "wastedTokens") => sum(run, what) - sum(other, what);
  return (more("wastedCalls") || more("wastedTokens") || run.calls - other.calls) > 0;
}

async function readAgain({ file, scanned }: Candidate, options: LoopGuardOptions): Promise<ExplainedRun> {
  let found: ExplainedRun | undefined;
  await readTraceFile(file.path, {
    ...file,
    fault() {}, // the first reading reported what is wrong with the file
    open: (run) => {
      if (found !== undefined || run.id !== scanned.id || run.line !== scanned.line) return IGNORED;
      found = new ExplainedRun(run, options);
      return found;
    },
  });
  if (found === undefined) throw new Error(`${file.name} changed while it was read: run "${scanned.id}" is gone`);
  return found;
}
