/** `loopguard tune`: which settings would have stopped what in recorded runs. */
import { writeFile } from "node:fs/promises";
import { type Command, InvalidArgumentError, Option } from "../traces/libraries.ts";
import { readTraceFile, type TraceFormat } from "../traces/read-trace.ts";
import { checkOutput, configText, forceOption } from "./output-file.ts";
import { drawn } from "./scan/loop-table.ts";
import { counted, untimedText } from "./scan/totals-text.ts";
import type { ScanError } from "./scan-types.ts";
import { type Colors, colorsFor, faultLine, progressBar, write } from "./terminal.ts";
import { findTraceFiles, formatOption, shownPath } from "./trace-files.ts";
import { bySavings, measure, type Promised, promised, type Recommendation } from "./tune/recommend.ts";
import { settings, Trial, type TriedRun } from "./tune/tried-run.ts";

interface TuneFlags {
  /** A share, from 0 to 1. */
  promise?: number;
  out?: string;
  force?: boolean;
  json?: boolean;
  format: TraceFormat | "auto";
  color?: boolean;
}

const EXAMPLES = `
Examples:
  loopguard tune traces/                              what each setting would have stopped
  loopguard tune traces/ --out loopguard.config.json  and the recommended one as a configuration
  loopguard tune traces/ --promise 2                  the strictest one that refuses at most 2 % of healthy runs
  loopguard scan traces/ --config loopguard.config.json --price 3   what it saves in tokens and money`;

export function registerTune(program: Command): void {
  const promise = "recommend a setting that refuses at most so many of healthy runs";
  program
    .command("tune")
    .description("Try detectors and thresholds on recorded runs, and recommend settings.")
    .argument("<paths...>", 'files and folders of traces; "-" is the standard input')
    .addOption(new Option("--promise <percent>", promise).argParser(share))
    .option("--out <file>", "write the recommended options to this file, for scan --config and new LoopGuard()")
    .addOption(forceOption("--out"))
    .option("--json", "print everything as JSON, with all settings that were tried")
    .addOption(formatOption())
    .addOption(new Option("--price <price>").hideHelp().argParser(elsewhere))
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], _: unknown, self: Command) => {
      process.exitCode = await tune(paths, self.optsWithGlobals<TuneFlags>());
    });
}

function share(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value > 0.0001 && value < 100) return value / 100;
  throw new InvalidArgumentError("It must be a percentage, more than 0.0001 and less than 100.");
}

/** `scan` has it: without this, what is suggested is --promise. */
function elsewhere(): never {
  throw new InvalidArgumentError("Money is told by: loopguard scan <paths> --config <file> --price 3");
}

async function tune(paths: readonly string[], flags: TuneFlags): Promise<number> {
  const { promise, out, force, json, format } = flags;
  const errors: ScanError[] = [];
  const files = await findTraceFiles(paths, (file, reason) => void errors.push({ file, line: 0, reason }));
  if (out !== undefined)
    await checkOutput({ path: out, kind: "configuration", inputs: files.map(({ path }) => path), force });
  const tried = settings();
  const runs: TriedRun[] = [];
  const trial = new Trial(tried);
  const bar = progressBar("{bar} {value} of {total} files", process.stderr);
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
  for (const error of errors) process.stderr.write(faultLine(error));
  if (runs.length === 0)
    throw new Error("These traces contain no run with a tool call, so there is nothing to tune with");
  const found = promise === undefined ? bySavings(measure(tried, runs)) : promised(runs, tried, promise);
  const report = reportOf(runs, found, errors);
  const config = configText(report.recommended.options);
  const text = json ? `${JSON.stringify(report)}\n` : textOf(report, colorsFor(process.stdout, flags.color));
  await write(process.stdout, text);
  if (out !== undefined)
    await writeFile(out, config).catch((error: Error) => {
      throw new Error(`${out}: cannot be written (${error.message})`);
    });
  if (!json) await write(process.stdout, out === undefined ? `\n${config}` : `\nWritten to ${out}.\n`);
  return errors.length > 0 ? 2 : 0;
}

/** `--json`: docs/cli/tune.md says what its members are. A change that breaks readers makes the version 6. */
function reportOf(runs: readonly TriedRun[], found: Recommendation | Promised, errors: readonly ScanError[]) {
  const { measured, recommended, why, ...promise } = found;
  const { name, options } = recommended.setting;
  return {
    version: 5,
    runs: runs.length,
    calls: runs.reduce((sum, { calls }) => sum + calls, 0),
    unjudged: runs.reduce((sum, { unjudged }) => sum + unjudged, 0),
    untimedRuns: runs.filter(({ timed }) => !timed).length,
    settings: measured.map(({ setting: { detectors: _, ...setting }, ...counts }) => {
      return { ...setting, ...counts, recommended: setting.name === name };
    }),
    recommended: { name, options },
    why,
    ...promise,
    errors,
  };
}

type Report = ReturnType<typeof reportOf>;
type Row = Report["settings"][number];

function textOf(report: Report, colors: Colors): string {
  const { runs, calls, unjudged, untimedRuns, settings, recommended, why } = report;
  const rows = settings.filter((one) => one.recommended || one.family === "preset" || !isBeaten(one, settings));
  const right = (name: string, cell: (one: Row) => string | number) => {
    return { name, cells: rows.map((one) => String(cell(one))), isRight: true };
  };
  const columns = [
    { name: "", cells: rows.map((one) => (one.recommended ? ">" : "")), paint: colors.green },
    { name: "setting", cells: rows.map(({ name }) => name) },
    right("warned", ({ warned }) => warned),
    right("refused", ({ refused }) => refused),
    right("ended", ({ ended }) => ended),
    right("calls saved", ({ callsSaved }) => callsSaved),
    right("redundant saved", ({ regret }) => `${regret.saved} of ${regret.redundant}`),
    right("news refused", ({ regret }) => `${regret.firstNews} of ${regret.first}`),
  ];
  const lines = [
    `${counted(runs, "run")} with ${counted(calls, "call")}, ${settings.length} settings tried: the presets, and those that no other beats.`,
  ];
  if ("promise" in report)
    lines.push("The table is of the runs that settings are chosen on. The promise is tested on the others.");
  const silent = counted(unjudged, "call has", "calls have");
  if (unjudged > 0) lines.push(`${silent} no recorded result: whether it was news cannot be known.`);
  if (untimedRuns > 0) lines.push(untimedText(untimedRuns, runs));
  lines.push("", drawn(columns, colors), "", colors.bold(`Recommended: ${recommended.name}`), why, "");
  return lines.join("\n");
}

/** Whether it saves nothing, or another setting saves as much and refuses no more news; of equal ones the first is not beaten. */
function isBeaten(one: Row, all: readonly Row[]): boolean {
  const beats = (a: Row, b: Row) => a.regret.saved >= b.regret.saved && a.regret.firstNews <= b.regret.firstNews;
  const place = all.indexOf(one);
  return one.regret.saved === 0 || all.some((other, at) => beats(other, one) && (at < place || !beats(one, other)));
}
