/** `loopguard explain`: call by call, what each detector saw and why it fired or stayed silent. */
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { similarity } from "../core/similarity.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import type { Command } from "../traces/libraries.ts";
import { IGNORED, type ReadTraceOptions, readTraceFile, type TraceFormat } from "../traces/read-trace.ts";
import { temporaryFolder } from "../traces/temporary-folder.ts";
import type { TraceRun } from "../traces/trace-types.ts";
import { type ExplainReport, explainJson, explainText, runEnd } from "./explain/explain-text.ts";
import { ExplainedRun } from "./explain/explained-run.ts";
import { addGuardFlags, describeGuard, type GuardFlags, readGuardOptions } from "./guard-options.ts";
import { statsOf } from "./output-file.ts";
import { RunScan, scanContext } from "./scan/run-scan.ts";
import type { ScannedRun } from "./scan-types.ts";
import { colorsFor, faultLine, plainText, write } from "./terminal.ts";
import { findTraceFiles, formatOption, shownPath, type TraceFile } from "./trace-files.ts";

/** Exit code when something could not be read. */
const FAILED = 2;

interface ExplainFlags extends GuardFlags {
  run?: string;
  json?: boolean;
  all?: boolean;
  color?: boolean;
  format: TraceFormat | "auto";
}

const EXAMPLES = `
Examples:
  loopguard explain session.jsonl                  the run that wastes the most calls
  loopguard explain runs.jsonl r42                 this run
  loopguard explain traces/ r42                    this run, in whichever file below the folder has it
  loopguard explain runs.jsonl --preset strict     as another preset sees it
  loopguard explain session.jsonl --all            every call, and every detector`;

export function registerExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("Show call by call what each detector saw in a recorded run, and why it fired or stayed silent.")
    .argument("<trace>", "a file of recorded runs, a folder with such files, or -")
    .argument("[run]", "the run with this id; without it, the one that wastes the most calls")
    .option("--run <id>", "the same");
  addGuardFlags(command)
    .addOption(formatOption())
    .option("--all", "show every call and every detector")
    .option("--json", "print everything as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, run: string | undefined, _: unknown, self: Command) => {
      const flags = self.optsWithGlobals<ExplainFlags>();
      if (run !== undefined && flags.run !== undefined && run !== flags.run)
        throw new Error(`name one run: ${plainText(run)}, or --run ${plainText(flags.run)}`);
      process.exitCode = await explain(file, run === undefined ? flags : { ...flags, run });
    });
}

async function explain(file: string, flags: ExplainFlags): Promise<number> {
  let faults = 0;
  const fault = (file: string, line: number, reason: string) => {
    faults++;
    process.stderr.write(faultLine({ file, line, reason }));
  };
  const found = await findTraceFiles([file], (path, reason) => fault(path, 0, reason));
  if (found.length === 0) return FAILED;
  const report = await onDisk(found, (files) => {
    const { format } = flags;
    const searched = files.map(({ path, name }): SearchedFile => {
      return { path, name, format, fault: ({ line, reason }) => fault(name, line, reason) };
    });
    return explained(shownPath(file), searched, flags);
  });
  const colors = colorsFor(process.stdout, flags.color);
  for (const text of flags.json ? explainJson(report) : explainText(report, colors, flags.all === true))
    await write(process.stdout, text);
  return faults > 0 ? FAILED : 0;
}

async function explained(name: string, files: readonly SearchedFile[], flags: ExplainFlags): Promise<ExplainReport> {
  const options = await readGuardOptions(flags);
  const { chosen, namesakes } = await findRun(name, files, flags.run, options);
  const { scanned, file } = chosen;
  const { id, line, calls, timed } = await readAgain(chosen, options);
  const { detections } = scanned;
  const what = detections.some(({ wastedCalls }) => wastedCalls > 0) ? "calls" : "tokens"; // text wastes no call
  const rank = detections.length > 0 ? `it wastes the most ${what}` : "it is the longest";
  const most = detections.length > 0 ? `of the runs here ${rank}` : "no run here has a loop, and this is the longest";
  const named = namesakes > 1 ? `of the ${namesakes} runs with this id ${rank}` : "";
  return {
    version: 1,
    run: { id, file: file.name, line, calls: calls.length, ...(timed ? {} : { timed }) },
    settings: describeGuard(flags),
    why: flags.run === undefined ? most : named,
    endsAt: runEnd(calls)?.index ?? null,
    loops: detections,
    saved: scanned.saved ?? null,
    calls,
  };
}

/**
 * Calls `use` with files that can be read twice (the first time to choose a run), and their names: standard input and
 * pipes, such as `<(zcat big.gz)`, are copied to a temporary file.
 */
async function onDisk<T>(
  files: readonly TraceFile[],
  use: (files: { path: string; name: string }[]) => Promise<T>,
): Promise<T> {
  const named = files.map(({ path }) => ({ path, name: shownPath(path) }));
  const [{ path, name }] = named as [(typeof named)[0]];
  if (path !== "-" && !(await statsOf(path))?.isFIFO()) return use(named);
  const folder = temporaryFolder();
  try {
    const copy = join(folder.path, "stdin");
    await pipeline(path === "-" ? process.stdin : createReadStream(path), createWriteStream(copy, { mode: 0o600 }));
    return await use([{ path: copy, name }]);
  } finally {
    folder.remove();
  }
}

interface SearchedFile extends Pick<ReadTraceOptions, "format" | "fault"> {
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

/**
 * The run with this id; of several, such as `session.jsonl` of each folder, and without an id of all runs, the one that wastes
 * the most calls by the guard that the options make; where none wastes any, the longest. Throws an `Error` when there is none,
 * with ids that are like it. `name`: of the file, or of the folder with the files. `namesakes`: how many runs have the id.
 */
async function findRun(
  name: string,
  files: readonly SearchedFile[],
  id: string | undefined,
  options: LoopGuardOptions,
): Promise<{ chosen: Candidate; namesakes: number }> {
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
  if (chosen !== undefined) return { chosen, namesakes };
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
