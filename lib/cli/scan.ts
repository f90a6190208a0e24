/** `loopguard scan`: finds loops in recorded runs, and what they cost; and `loopguard report`: the same as a page to look through. */
import { ACTIONS } from "../core/layout.gen.ts";
import { COLUMN_FIELDS, type Columns, readColumns } from "../traces/columns.ts";
import { type Command, InvalidArgumentError, Option } from "../traces/libraries.ts";
import { TRACE_FORMATS, type TraceFormat } from "../traces/read-trace.ts";
import { addGuardFlags, describeGuard, type GuardFlags, guardCode, readGuardOptions } from "./guard-options.ts";
import { checkOutput, forceOption } from "./output-file.ts";
import { LoopList, loopTable, SHOWN_MAX } from "./scan/loop-table.ts";
import { looksAtCalls } from "./scan/run-scan.ts";
import {
  HtmlReport,
  isBlind,
  JsonReport,
  linesOf,
  noCallsText,
  notRecordedText,
  RecoveredRuns,
} from "./scan/scan-output.ts";
import { type ScanPart, scanTraces } from "./scan/scan-traces.ts";
import { CURRENCY, noTotals, type Pricing, priceTotals, totalsText, verdictText } from "./scan/totals-text.ts";
import type { ReportRun, ScanError, ScanTotals } from "./scan-types.ts";
import { colorsFor, faultLine, plainText, progressBar, widthOf, write } from "./terminal.ts";
import { findTraceFiles, formatOption } from "./trace-files.ts";

interface ScanFlags extends GuardFlags, Partial<Pricing> {
  format: TraceFormat | "auto";
  json?: boolean;
  ndjson?: boolean;
  columns?: Columns;
  sorted?: boolean;
  memory: string;
  html?: string;
  force?: boolean;
  failOn?: (typeof FAIL_ON)[number];
  whatIf?: "recover";
  all?: boolean;
  color: boolean;
}

const FAIL_ON = ["warn", "hint", "abort"] as const;

const TRACES =
  "files, folders (with all .json, .jsonl, .ndjson, .log, .har and .parquet files in them, .gz and .zst too), s3:// and https:// URLs of Parquet, or -";

const EXAMPLES = `
Examples:
  loopguard scan ~/.claude/projects                 every session below the folder
  loopguard scan runs.jsonl.gz --price 3            with what the waste cost at 3 per million tokens
  zcat big.jsonl.gz | loopguard scan - --json       the whole result as JSON
  loopguard scan traces/ --html report.html         a page to look through
  loopguard scan traces/ --fail-on hint             exit code 1 when a call would have been refused
  loopguard scan traces/ --what-if recover          what would have been left out of which request (docs/recovery.md)
  loopguard scan calls.tsv --columns run=session,tool=name,arguments=input,result=output --sorted --ndjson
                                                    rows of a table, and a line of JSON for each loop

Formats, recognised by content:
${TRACE_FORMATS.map(({ name, description }) => `  ${name.padEnd(14)} ${description}`).join("\n")}

Exit codes: 0 success, 1 --fail-on is met, 2 a file or a line could not be read, wrong usage, or, with --fail-on, no call
at all, or runs whose calls are recorded without arguments and results.`;

const severity = (action: (typeof ACTIONS)[number]): number => ACTIONS.indexOf(action);

const LINES = "print a line of JSON for each loop when its run ends (docs/cli/scan-line.schema.json)";

export function registerScan(program: Command): void {
  const command = program
    .command("scan")
    .description("Find tool-call loops in recorded runs, and what they cost.")
    .argument("<paths...>", TRACES);
  addReadingFlags(command)
    .option("--json", "print the result as JSON (docs/cli/scan.schema.json)")
    .addOption(new Option("--ndjson", LINES).conflicts("json"))
    .option("--html <file>", "write a report as one HTML file")
    .addOption(forceOption("--html"))
    .addOption(
      new Option(
        "--fail-on <action>",
        "exit with 1 if a call would have got this verdict or a more severe one",
      ).choices(FAIL_ON),
    )
    .option("--all", `list all loops, not only the ${SHOWN_MAX} most costly ones`)
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], _: unknown, self: Command) => {
      process.exitCode = await scan(paths, self.optsWithGlobals<ScanFlags>());
    });
}

/** The options of all that reads traces and judges them. */
function addReadingFlags(command: Command): Command {
  return addGuardFlags(command)
    .addOption(formatOption())
    .addOption(new Option("--columns <map>", COLUMNS).conflicts("format").argParser(columns))
    .option("--sorted", "a run ends where another begins, so that memory holds one run whatever the input")
    .option("--memory <size>", "memory for DuckDB to sort Parquet, else it sorts on disk", memory, PARQUET_MEMORY)
    .addOption(new Option("--what-if <option>", "tell also what this option would have done").choices(["recover"]))
    .option("--price <amount>", "price of a million tokens", amount)
    .option("--cached-price <amount>", "price of a million tokens that were read from a cache", amount)
    .option("--currency <text>", `currency of the prices, such as EUR (default: ${CURRENCY})`, currency);
}

const REPORT_EXAMPLES = `
Examples:
  loopguard report ~/.claude/projects                 every session below the folder, as loopguard-report.html
  loopguard report runs.jsonl -o monday.html --price 3

The page is one file that fetches nothing. Its numbers are those of loopguard scan.`;

const PAGE = "loopguard-report.html";

export function registerReport(program: Command): void {
  const command = program
    .command("report")
    .description("Show what happened in recorded runs, and what loops cost, as one HTML file.")
    .argument("<paths...>", TRACES)
    .option("-o, --output <file>", "the page", PAGE)
    .addOption(forceOption("--output"));
  addReadingFlags(command)
    .addHelpText("after", REPORT_EXAMPLES)
    .action(async (paths: string[], _: unknown, self: Command) => {
      const { output, ...flags } = self.optsWithGlobals<ScanFlags & { output: string }>();
      const written = () => write(process.stdout, `Written to ${output}.\n`);
      process.exitCode = await scan(paths, { ...flags, html: output }, written);
    });
}

const COLUMNS = `read rows of a table, each a call: field=column,... with the fields ${COLUMN_FIELDS.join(", ")}`;

function columns(text: string): Columns {
  try {
    return readColumns(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}

/** Enough to sort some millions of calls without the disk. */
const PARQUET_MEMORY = "2GB";

function memory(text: string): string {
  if (/^\d+(?:\.\d+)? ?[KMGT]i?B$/i.test(text)) return text;
  throw new InvalidArgumentError("It must be a size such as 512MB or 8GB.");
}

function amount(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be a number, 0 or more.");
}

const CURRENCY_MAX = 8;

function currency(text: string): string {
  const plain = plainText(text);
  if (plain !== "" && [...plain].length <= CURRENCY_MAX) return plain;
  throw new InvalidArgumentError(`It must have 1 to ${CURRENCY_MAX} characters.`);
}

/** The prices, if there is one. */
function pricingOf({ price, cachedPrice, currency }: ScanFlags): Pricing | undefined {
  if (price === undefined) {
    const alone = cachedPrice === undefined ? currency && "--currency" : "--cached-price";
    if (alone) throw new Error(`${alone} needs --price as well`);
    return undefined;
  }
  return {
    price,
    ...(cachedPrice === undefined ? {} : { cachedPrice }),
    currency: currency ?? CURRENCY,
  };
}

/** Scans the files and gives the exit code. `onPage`: called when there is a page, at the end. */
async function scan(paths: readonly string[], flags: ScanFlags, onPage?: () => Promise<void>): Promise<number> {
  const { json = false, ndjson = false, html, failOn, format, columns, sorted, memory, whatIf } = flags;
  const pricing = pricingOf(flags);
  const guard = await readGuardOptions(flags);
  const errors: ScanError[] = [];
  const shown = flags.all ? Number.POSITIVE_INFINITY : SHOWN_MAX;
  const loops = new LoopList(shown);
  const recovered = new RecoveredRuns(shown);
  const page = html === undefined ? undefined : new HtmlReport(html);
  const printed = new JsonReport((text) => write(process.stdout, text));
  const files = await findTraceFiles(paths, (file, reason) => errors.push({ file, line: 0, reason }), true);
  const totals: ScanTotals = { files: files.length, ...noTotals() };
  const inputs = [...files.map(({ path }) => path), ...(flags.config === undefined ? [] : [flags.config])];
  if (html !== undefined) await checkOutput({ path: html, kind: "report", inputs, force: flags.force });
  // No progress bar if JSON is printed to the same terminal.
  const showsProgress = !(json || ndjson) || !process.stdout.isTTY;
  const bar = progressBar("{bar} {percentage}% of {size} MiB", process.stderr);
  let size = files.reduce((sum, file) => sum + (file.parquet === undefined ? file.size : 0), 0);
  let read = 0;
  const show = () => showsProgress && size > 0 && bar.show(read, size);
  show();
  let failed = false;
  const savedFrom: number[] = [];
  const settings = {
    ...{ guard, format, columns, sorted, memory, whatIf, totals },
    ...{ prompt: ndjson, allRuns: json || page !== undefined, strips: page !== undefined },
  };
  const take = async (part: ScanPart): Promise<void> => {
    read += part.read;
    size += part.found;
    show();
    errors.push(...part.errors);
    for (const run of part.runs) {
      loops.add(run);
      recovered.add(run);
      if (run.saved !== undefined && run.saved.calls > 0) savedFrom.push(run.saved.from);
      failed ||= failOn !== undefined && run.detections.some(({ action }) => severity(action) >= severity(failOn));
    }
    await page?.runs(part.runs as ReportRun[]);
    if (json) await printed.runs(page === undefined ? part.runs : part.runs.map(withoutStrip));
    if (ndjson) await write(process.stdout, linesOf(part.runs));
  };
  const input = await scanTraces(files, settings, take).finally(() => bar.stop());
  if (pricing !== undefined) priceTotals(totals, pricing);
  for (const error of errors) process.stderr.write(faultLine(error));
  if (json) await printed.end(errors, totals);
  else if (!ndjson && files.length > 0)
    await write(process.stdout, textOf(loops, totals, flags, savedFrom) + recovered.text(totals, whatIf));
  process.stderr.write(notRecordedText(totals, columns, input.missing.includes("result")));
  // Rows of a table have no texts.
  const isIdle = files.length > 0 && totals.calls === 0 && (columns !== undefined || looksAtCalls(guard));
  // Of files that could not be opened, and of a table without the column, the errors say it.
  const isRead = input.formats.size > 0 || input.isTable || errors.some(({ line }) => line > 0);
  const isUnread = (errors.length > 0 && !isRead) || input.missing.includes("tool");
  if (isIdle && !isUnread) process.stderr.write(noCallsText(totals, [...input.formats], columns));
  const madeBy = { settings: describeGuard(flags), guard: guardCode(flags), ...pricing };
  const at = { version: 1 as const, madeAt: new Date().toISOString() };
  if (files.length > 0) await page?.end({ ...at, ...madeBy, errors, totals }).then(onPage);
  if (errors.length > 0 || (failOn !== undefined && (isIdle || isBlind(totals)))) return 2;
  return failed ? 1 : 0;
}

function withoutStrip(run: object): ReportRun {
  const { strip: _, savedWithoutClock: __, ...rest } = run as ReportRun;
  return rest as ReportRun;
}

function textOf(loops: LoopList, totals: ScanTotals, flags: ScanFlags, savedFrom: readonly number[]): string {
  const colors = colorsFor(process.stdout, flags.color);
  const shown = loops.mostWasteful();
  const lines: string[] = [];
  const style = { pricing: pricingOf(flags), colors, width: widthOf(process.stdout), files: totals.files };
  if (shown.length > 0) lines.push(loopTable(shown, style));
  if (shown.length < loops.total) lines.push(`and ${loops.total - shown.length} more (--all lists them)`);
  if (lines.length > 0) lines.push("");
  lines.push(totalsText(totals), colors.bold(verdictText(totals, guardCode(flags), savedFrom)));
  return `${lines.join("\n")}\n`;
}
