/** `loopguard tune`: which settings would have stopped what in recorded runs. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { LoopGuardOptions } from "../rules/options.ts";
import { type Command, InvalidArgumentError, Option } from "../traces/libraries.ts";
import { readTraceFile, type TraceFormat } from "../traces/read-trace.ts";
import { checkOutput, configText, forceOption } from "./output-file.ts";
import type { ScanError } from "./scan-types.ts";
import { colorsFor, Failure, faultLine, progressBar, write } from "./terminal.ts";
import { findTraceFiles, formatOption, priceOption, shownPath, type TraceFile } from "./trace-files.ts";
import { type Labels, measure, readLabels } from "./tune/measured.ts";
import { type Asked, type Promised, promised, type TunePromise } from "./tune/promise.ts";
import { byLabels, bySavings } from "./tune/recommend.ts";
import { type Setting, settings } from "./tune/settings.ts";
import { Trial, type TriedRun } from "./tune/tried-run.ts";
import { type TuneReport, tunedSetting, tuneText } from "./tune/tune-report.ts";

interface TuneFlags {
  labels?: string;
  promise?: number;
  confidence?: number;
  out?: string;
  force?: boolean;
  json?: boolean;
  price?: number;
  currency?: string;
  format: TraceFormat | "auto";
  all?: boolean;
  color?: boolean;
}

const EXAMPLES = `
Examples:
  loopguard tune traces/                              what each setting would have stopped
  loopguard tune traces/ --out loopguard.config.json  and the recommended one as a configuration
  loopguard tune traces/ --labels labels.jsonl        measured against people's labels of the runs
  loopguard tune traces/ --promise 2                  the strictest one that refuses at most 2 % of healthy runs

A line of labels: {"id": "run-7", "stuck": true, "first_stuck_call": 12}, or "stuck": false, or "stuck": "unclear".`;

export function registerTune(program: Command): void {
  program
    .command("tune")
    .description("Try detectors and thresholds on recorded runs, and recommend settings.")
    .argument("<paths...>", 'files and folders of traces; "-" is the standard input')
    .option("--labels <file>", "people's labels of the runs, as JSON lines")
    .addOption(
      percentOption("--promise <percent>", "recommend a setting that refuses at most so many of healthy runs", 0.0001),
    )
    .addOption(percentOption("--confidence <percent>", `how sure --promise is (default: ${CONFIDENCE})`, 50))
    .option("--out <file>", "write the recommended options to this file, for scan --config and new LoopGuard()")
    .addOption(forceOption("--out"))
    .option("--json", "print everything as JSON")
    .option("--all", "show every setting that was tried")
    .addOption(priceOption())
    .addOption(formatOption())
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], _: unknown, self: Command) => {
      process.exitCode = await tune(paths, self.optsWithGlobals<TuneFlags>());
    });
}

/** In percent: how sure a promise is. */
const CONFIDENCE = 95;

/** A share in percent, more than `above` and less than 100; as a number from 0 to 1. */
function percentOption(flags: string, description: string, above: number): Option {
  return new Option(flags, description).argParser((text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value > above && value < 100) return value / 100;
    throw new InvalidArgumentError(`It must be a percentage, more than ${above} and less than 100.`);
  });
}

function askedBy({ promise, confidence }: TuneFlags): Asked | undefined {
  if (promise !== undefined) return { share: promise, confidence: confidence ?? CONFIDENCE / 100 };
  if (confidence !== undefined)
    throw new Failure("--confidence says how sure --promise is; give --promise too, such as --promise 2");
  return undefined;
}

async function tune(paths: readonly string[], flags: TuneFlags): Promise<number> {
  const asked = askedBy(flags);
  const labels = flags.labels === undefined ? undefined : await readLabels(flags.labels);
  const errors: ScanError[] = [];
  const files = await findTraceFiles(paths, (file, reason) => void errors.push({ file, line: 0, reason }));
  const inputs = [...files.map(({ path }) => path), ...(flags.labels === undefined ? [] : [flags.labels])];
  if (flags.out !== undefined)
    await checkOutput({ path: flags.out, kind: "configuration", inputs, force: flags.force });
  const tried = settings();
  const runs = await readRuns(files, tried, flags, errors);
  for (const error of errors) process.stderr.write(faultLine(error));
  if (runs.length === 0)
    throw new Failure("These traces contain no run with a tool call, so there is nothing to tune with");
  if (labels !== undefined && !runs.some(({ id }) => labels.has(id)))
    throw new Failure(`${flags.labels}: none of its labels names a run of these traces`);
  const report = reportOf(runs, tried, labels, asked, flags.price, errors);
  const colors = colorsFor(process.stdout, flags.color);
  const text = () => tuneText(report, colors, flags.all === true, flags.currency);
  await write(process.stdout, flags.json ? `${JSON.stringify(report)}\n` : text());
  await hand(report.recommended.options, flags);
  return errors.length > 0 ? 2 : 0;
}

function reportOf(
  runs: readonly TriedRun[],
  tried: readonly Setting[],
  labels: Labels | undefined,
  asked: Asked | undefined,
  price: number | undefined,
  errors: ScanError[],
): TuneReport {
  const found = asked === undefined ? recommendation(runs, tried, labels) : promised(runs, tried, asked, labels);
  const { measured, recommended, why, promise } = found;
  const { name, options } = recommended.setting;
  const sum = (of: (run: TriedRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const ids = new Set(runs.map(({ id }) => id));
  return {
    version: 3,
    runs: runs.length,
    calls: sum(({ calls }) => calls),
    unjudged: sum(({ unjudged }) => unjudged),
    untimedRuns: sum(({ timed }) => (timed ? 0 : 1)),
    tokens: Math.round(sum(({ tokens }) => tokens)),
    labelled: sum(({ id }) => (labels?.has(id) ? 1 : 0)),
    unknownLabels: [...(labels?.keys() ?? [])].filter((id) => !ids.has(id)),
    settings: measured.map((one) => tunedSetting(one, recommended, price)),
    recommended: { name, options },
    why,
    ...(promise && { promise }),
    errors,
  };
}

function recommendation(
  runs: readonly TriedRun[],
  tried: readonly Setting[],
  labels: Labels | undefined,
): Omit<Promised, "promise"> & { promise?: TunePromise } {
  const measured = measure(tried, runs, labels);
  return { measured, ...(labels === undefined ? bySavings(measured) : byLabels(measured, tried, runs, labels)) };
}

/** Writes the recommended options to the file of `--out`, or prints them. */
async function hand(options: LoopGuardOptions, { out, json }: TuneFlags): Promise<void> {
  const config = configText(options);
  if (out === undefined) {
    if (!json) await write(process.stdout, `\n${config}`);
    return;
  }
  try {
    await writeFile(out, config);
  } catch (error) {
    throw new Failure(`${out}: cannot be written (${(error as Error).message})`);
  }
  if (!json) await write(process.stdout, `\nWritten to ${out}.\n`);
}

async function readRuns(
  files: readonly TraceFile[],
  tried: readonly Setting[],
  { format, labels }: TuneFlags,
  errors: ScanError[],
): Promise<TriedRun[]> {
  const runs: TriedRun[] = [];
  const bar = progressBar("{bar} {value} of {total} files", process.stderr);
  const trial = new Trial(tried);
  try {
    for (const [place, { path }] of files.entries()) {
      bar.show(place, files.length);
      // The file of labels may be in the folder of traces.
      if (labels !== undefined && resolve(path) === resolve(labels)) continue;
      const file = shownPath(path);
      await readTraceFile(path, {
        format,
        open: (run) => trial.sink(run, file, (done) => done.calls > 0 && runs.push(done)),
        fault: ({ line, reason }) => void errors.push({ file, line, reason }),
      });
    }
  } finally {
    bar.stop();
    trial.close();
  }
  return runs;
}
