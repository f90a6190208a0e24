/** A scan written while it goes on, since it may be larger than the memory: JSON, a line for each loop, the page. */

import { chmodSync, copyFileSync, createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Columns, ColumnTally } from "../../traces/columns.ts";
import type { TraceFormat } from "../../traces/read-trace.ts";
import { temporaryFolder } from "../../traces/temporary-folder.ts";
import { shownName } from "../../traces/trace-bytes.ts";
import { statsOf } from "../output-file.ts";
import type { ReportPage } from "../report/render.ts";
import type {
  PageReport,
  Recovered,
  ReportRun,
  ScanDetection,
  ScanError,
  ScanLine,
  ScannedRun,
  ScanTotals,
} from "../scan-types.ts";
import { plainText } from "../terminal.ts";
import { shownPath, type TraceFile } from "../trace-files.ts";
import { count, counted } from "./totals-text.ts";

/** All of them, as an error names them. */
export function together(files: readonly TraceFile[]): string {
  const first = shownName(shownPath(files[0]?.path ?? "-"));
  return files.length < 2 ? first : `${first} and ${files.length - 1} more`;
}

/** Of columns that no row of these files has. */
export function missingErrors(missing: ColumnTally["missing"], files: readonly TraceFile[]): ScanError[] {
  const file = together(files);
  return missing.map(([field, column]) => {
    const reason = `no row has the column ${JSON.stringify(column)}, which --columns names for ${field}`;
    return { file, line: 0, reason };
  });
}

/** Those in which a call is a span, an observation or a run of its own. */
const SPANS: ReadonlySet<TraceFormat> = new Set(["otel", "jaeger", "langfuse", "langsmith"]);

const RECORD_TOOLS =
  "Spans of models, agents and chains are no calls. A call is a span of a tool: gen_ai.operation.name = execute_tool of" +
  " OpenTelemetry's GenAI instrumentations, openinference.span.kind = TOOL, traceloop.span.kind = tool, ai.operationId =" +
  " ai.toolCall of the AI SDK, an observation of type TOOL, a run of run_type tool. Instrument what runs the tools," +
  " or record the messages of responses (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY): they have the calls too.";

/** For stderr. `formats`: of the files, as far as they are known; `columns`: of the table that was read. */
export function noCallsText(totals: ScanTotals, formats: readonly TraceFormat[], columns?: Columns): string {
  // As native/scan/scan.c says it.
  if (columns !== undefined)
    return `No tool call was found: no row has a tool's name in the column ${JSON.stringify(columns.tool)}, which --columns names for tool.\n`;
  const { files, runs } = totals;
  const read = `${counted(files, "file")}${formats.length > 0 ? ` (${formats.join(", ")})` : ""}`;
  const other = "loopguard scan --help lists the formats; --format names one, --columns the columns of a table (TSV).";
  const recognised = "Conversations without tools have none. If it is in another format, --format names it.";
  const hint = formats.some((format) => SPANS.has(format)) ? RECORD_TOOLS : formats.length > 0 ? recognised : other;
  return `No tool call was found in ${read} with ${counted(runs, "run")}, so none was judged. ${hint}\n`;
}

const SWITCHES =
  "Switch on the recording of content: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY (with" +
  " OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental) of OpenTelemetry's GenAI instrumentations," +
  " TRACELOOP_TRACE_CONTENT=true of OpenLLMetry, recordInputs and recordOutputs of the AI SDK; not" +
  " OPENINFERENCE_HIDE_INPUTS or OPENINFERENCE_HIDE_OUTPUTS, nor LANGSMITH_HIDE_INPUTS or LANGSMITH_HIDE_OUTPUTS;" +
  " in Langfuse, set input and output.";

/** Lines for stderr. `columns`: of the table that was read; `isMissing`: no row has the column of results. */
export function notRecordedText(totals: ScanTotals, columns?: Columns, isMissing = false): string {
  const { unrecordedCalls = 0, unrecordedRuns = 0, runsWithoutResults = 0 } = totals;
  const lines: string[] = [];
  if (unrecordedCalls > 0) {
    const all =
      unrecordedRuns === 0
        ? "each is taken for another call than the others"
        : `${runs(unrecordedRuns)} no call has any, so that nothing could be found there`;
    const have = unrecordedCalls === 1 ? "call has" : "calls have";
    lines.push(`${count(unrecordedCalls)} ${have} neither arguments nor a result recorded: ${all}.`);
  }
  if (runsWithoutResults > 0)
    lines.push(`${runs(runsWithoutResults, "I")} no result is recorded, and these detectors find nothing without.`);
  // Where something is recorded, the recording is on.
  if (isBlind(totals))
    lines.push(columns === undefined ? SWITCHES : columnHint(isMissing ? undefined : columns.result));
  return lines.map((line) => `${line}\n`).join("");
}

/** Its words are those of native/scan/scan.c. */
function columnHint(result: string | undefined): string {
  if (result === undefined) return "Say which column has the results: --columns result=<column>,...";
  return `The column ${JSON.stringify(result)}, which --columns names for result, is NULL in all rows of them.`;
}

/** Whether runs were judged blind: that nothing was found there says nothing. */
export function isBlind({ unrecordedRuns = 0, runsWithoutResults = 0 }: ScanTotals): boolean {
  return unrecordedRuns + runsWithoutResults > 0;
}

function runs(many: number, i = "i"): string {
  return `${i}n ${counted(many, "run")}`;
}

/** What `--what-if recover` says of a scan, in words. */
export class RecoveredRuns {
  readonly #max: number;
  readonly #lines: string[] = [];

  /** `max`: of how many runs each request is told. */
  constructor(max: number) {
    this.#max = max;
  }

  add({ id, recoveries = [] }: ScannedRun): void {
    if (recoveries.length > 0 && this.#lines.length < this.#max)
      this.#lines.push(`  ${plainText(id)}: ${recoveries.map(requestText).join("; ")}`);
  }

  /** Nothing if nobody asked. */
  text(totals: ScanTotals, asked: "recover" | undefined): string {
    if (asked === undefined) return "";
    const { recoveredRuns = 0, prunedCalls = 0, prunedTokens = 0, runs } = totals;
    if (recoveredRuns === 0) return "recover would have changed no request.\n";
    const rungs = (["prune", "tools", "model", "fresh", "answer"] as const).flatMap((rung) => {
      const requests = totals[`${rung}Rungs`];
      return requests === undefined ? [] : [`${rung} ${count(requests)}`];
    });
    const more = recoveredRuns - this.#lines.length;
    return [
      "",
      `recover would have acted in ${count(recoveredRuns)} of ${count(runs)} runs: ${rungs.join(", ")}.`,
      ...this.#lines,
      ...(more > 0 ? [`  and ${count(more)} more runs (--all lists them)`] : []),
      `In all, these requests would have had ${less(prunedCalls, prunedTokens)} less.`,
      "",
    ].join("\n");
  }
}

/** "prune after #3, 1 call and about 20 tokens less". */
function requestText({ rung, callIndex, calls, tokens }: Recovered): string {
  return `${rung} after #${count(callIndex + 1)}, ${less(calls, tokens)} less`;
}

function less(calls: number, tokens: number): string {
  return `${counted(calls, "call")} and about ${count(tokens)} tokens`;
}

export class JsonReport {
  readonly #write: (text: string) => Promise<void>;
  #first = true;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  async runs(runs: readonly ScannedRun[]): Promise<void> {
    if (runs.length === 0) return;
    const text = runs.map((run) => JSON.stringify(run)).join(",\n");
    await this.#write(`${this.#first ? '{"version":1,"runs":[\n' : ",\n"}${text}`);
    this.#first = false;
  }

  async end(errors: readonly ScanError[], totals: ScanTotals): Promise<void> {
    const start = this.#first ? '{"version":1,"runs":[' : "\n";
    await this.#write(`${start}],\n"errors":${JSON.stringify(errors)},\n"totals":${JSON.stringify(totals)}}\n`);
  }
}

/** A line for each loop. */
export function linesOf(runs: readonly ScannedRun[]): string {
  return runs.flatMap((run) => run.detections.map((found) => `${JSON.stringify(lineOf(run, found))}\n`)).join("");
}

/** The order of the members is that of the output, which leaves out what is `undefined`. */
function lineOf(
  { id, file, line, calls, startedAt }: ScannedRun,
  found: ScanDetection,
): { [Member in keyof ScanLine]: ScanLine[Member] | undefined } {
  const { detector, toolName: tool, repeats, cycleLength, evidence, action, pattern, message, text } = found;
  const { wastedCalls, wastedTokens, wastedCachedTokens, fingerprint } = found;
  const [firstCall, lastCall] = [(found.calls[0] ?? -1) + 1, (found.calls.at(-1) ?? -1) + 1];
  return {
    ...{ version: 1, run: id, file, line, detector, tool, repeats, cycleLength, evidence, action, firstCall, lastCall },
    ...{ calls, wastedCalls, wastedTokens, wastedCachedTokens, fingerprint, pattern, message, startedAt, text },
  };
}

/** The page is written aside, and comes to its place when it is whole: a scan that is interrupted leaves what was there. */
export class HtmlReport {
  readonly #path: string;
  #opened: { folder: ReturnType<typeof temporaryFolder>; file: FileHandle; page: ReportPage } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async runs(runs: readonly ReportRun[]): Promise<void> {
    await this.#write((page) => runs.map((run) => page.run(run)).join(""));
  }

  async end(report: PageReport): Promise<void> {
    await this.#write((page) => page.end(report), true);
  }

  async #write(text: (page: ReportPage) => string, isLast = false): Promise<void> {
    try {
      const { ReportPage } = await import("../report/render.ts");
      if (this.#opened === undefined) {
        const folder = temporaryFolder();
        this.#opened = { folder, file: await open(join(folder.path, "page"), "w"), page: new ReportPage() };
        await this.#opened.file.writeFile(this.#opened.page.begin());
      }
      const { folder, file, page } = this.#opened;
      await file.writeFile(text(page));
      if (!isLast) return;
      await file.close();
      const [aside, there] = [join(folder.path, "page"), await statsOf(this.#path)];
      if (there?.isFile() === false) await pipeline(createReadStream(aside), createWriteStream(this.#path));
      else {
        if (there !== undefined) chmodSync(aside, there.mode);
        copyFileSync(aside, this.#path); // a signal waits until it is done
      }
      folder.remove();
    } catch (error) {
      throw new Error(`${this.#path}: the report cannot be written (${(error as Error).message})`);
    }
  }
}
