/** `loopguard tune`: which settings would have stopped what in recorded runs. */
import { writeFile } from "node:fs/promises";
import { type Command, InvalidArgumentError, Option } from "../traces/libraries.ts";
import { readTraceFile, type TraceFormat } from "../traces/read-trace.ts";
import { checkOutput, configText, forceOption } from "./output-file.ts";
import type { ScanError } from "./scan-types.ts";
import { colorsFor, Failure, faultLine, progressBar, write } from "./terminal.ts";
import { findTraceFiles, formatOption, priceOption, shownPath, type TraceFile } from "./trace-files.ts";
import { measure } from "./tune/measured.ts";
import { type Asked, type Promised, promised } from "./tune/promise.ts";
import { bySavings } from "./tune/recommend.ts";
import { type Setting, settings } from "./tune/settings.ts";
import { Trial, type TriedRun } from "./tune/tried-run.ts";
import { tuneReport, tuneText } from "./tune/tune-report.ts";

interface TuneFlags {
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
  loopguard tune traces/ --promise 2                  the strictest one that refuses at most 2 % of healthy runs`;

export function registerTune(program: Command): void {
  program
    .command("tune")
    .description("Try detectors and thresholds on recorded runs, and recommend settings.")
    .argument("<paths...>", 'files and folders of traces; "-" is the standard input')
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

async function tune(paths: readonly string[], flags: TuneFlags): Promise<number> {
  const { promise: share, confidence, out, force, json, price, currency } = flags;
  if (confidence !== undefined && share === undefined)
    throw new Failure("--confidence says how sure --promise is; give --promise too, such as --promise 2");
  const errors: ScanError[] = [];
  const files = await findTraceFiles(paths, (file, reason) => void errors.push({ file, line: 0, reason }));
  const inputs = files.map(({ path }) => path);
  if (out !== undefined) await checkOutput({ path: out, kind: "configuration", inputs, force });
  const tried = settings();
  const runs = await readRuns(files, tried, flags.format, errors);
  for (const error of errors) process.stderr.write(faultLine(error));
  if (runs.length === 0)
    throw new Failure("These traces contain no run with a tool call, so there is nothing to tune with");
  const asked = share === undefined ? undefined : { share, confidence: confidence ?? CONFIDENCE / 100 };
  const report = tuneReport(runs, recommendation(runs, tried, asked), price, errors);
  const config = configText(report.recommended.options);
  if (json) await write(process.stdout, `${JSON.stringify(report)}\n`);
  else await write(process.stdout, tuneText(report, colorsFor(process.stdout, flags.color), flags.all, currency));
  if (out !== undefined)
    await writeFile(out, config).catch((error: Error) => {
      throw new Failure(`${out}: cannot be written (${error.message})`);
    });
  if (!json) await write(process.stdout, out === undefined ? `\n${config}` : `\nWritten to ${out}.\n`);
  return errors.length > 0 ? 2 : 0;
}

function recommendation(
  runs: readonly TriedRun[],
  tried: readonly Setting[],
  asked: Asked | undefined,
): Omit<Promised, "promise"> & Partial<Promised> {
  if (asked !== undefined) return promised(runs, tried, asked);
  const measured = measure(tried, runs);
  return { measured, ...bySavings(measured) };
}

async function readRuns(
  files: readonly TraceFile[],
  tried: readonly Setting[],
  format: TuneFlags["format"],
  errors: ScanError[],
): Promise<TriedRun[]> {
  const runs: TriedRun[] = [];
  const bar = progressBar("{bar} {value} of {total} files", process.stderr);
  const trial = new Trial(tried);
  try {
    for (const [place, { path }] of files.entries()) {
      bar.show(place, files.length);
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
