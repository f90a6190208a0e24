/**
 * Our own formats: runs with their calls, and lines with one call each. And rows of any table, never recognised by content: each
 * is one call, and a column map says what its columns mean.
 */

import { getOrAdd } from "../../base/property.ts";
import type { LoopOutcome } from "../../base/types.ts";
import { inLetters } from "../../base/value-text.ts";
import { type Fields, isFields } from "../../history/fields.ts";
import type { Columns, ColumnTally } from "../columns.ts";
import { idOf, plainTime, timeOf, tokensOf } from "../field-values.ts";
import type { FormatReader, ReadValue, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";
import type { TraceCall, TraceFault } from "../trace-types.ts";

export const runsFormat: TraceFormatSpec = {
  name: "runs",
  description:
    "runs {id, calls: [{name, args, result, error?, batch?, at?, end?}]}; one batch is one round, a gap between two a turn",
  recognises: (value) => Array.isArray(value["calls"]),
  reader: runsReader,
};

export const callsFormat: TraceFormatSpec = {
  name: "calls",
  description: "calls {name, arguments, result?, error?, run?, round?, turn?, at?, end?}, one a line",
  recognises: (value) =>
    typeof value["name"] === "string" &&
    value["role"] === undefined &&
    ["arguments", "args", "result", "error"].some((key) => value[key] !== undefined),
  reader: callsReader,
};

function runsReader(runs: TraceRuns, fault: (fault: TraceFault) => void): ReadValue {
  return (value, line) => {
    const { calls } = value;
    if (!Array.isArray(calls)) return fault({ line, reason: "a run without a list of calls: expected `calls`" });
    const startedAt = timeOf(value["startedAt"] ?? value["started_at"] ?? value["timestamp"]);
    const run = runs.whole(idOf(value["id"], value["run"], value["session"]), line, startedAt);
    const write = callWriter(run);
    try {
      const nameless = calls.filter((call) => !isFields(call) || !write(call)).length;
      if (nameless === 1) fault({ line, reason: "a call without a name" });
      else if (nameless > 1) fault({ line, reason: `${nameless} calls without a name` });
    } finally {
      run.end();
    }
  };
}

/**
 * Without `run` or `session`: if the first two lines have the same `id`, it is the run's id; otherwise it is the
 * call's.
 */
function callsReader(runs: TraceRuns, fault: (fault: TraceFault) => void): FormatReader {
  const writers = new WeakMap<RunWriter, (call: Fields) => boolean>();
  /** The first line, kept until the second shows what `id` means. */
  let first: { call: Fields; line: number } | undefined;
  let idsAreRuns: boolean | undefined;
  const write = (call: Fields, line: number): void => {
    const id = runOf(call) ?? (idsAreRuns === true ? idOf(call["id"]) : undefined);
    const run = runs.of(id, line, callTime(call));
    getOrAdd(writers, run, () => callWriter(run))(call);
  };
  const decide = (areRuns: boolean): void => {
    idsAreRuns = areRuns;
    if (first !== undefined) write(first.call, first.line);
    first = undefined;
  };
  return {
    value(value, line) {
      if (typeof value["name"] !== "string") return fault({ line, reason: "a call without a name" });
      if (idsAreRuns === undefined && runOf(value) === undefined) {
        if (first === undefined) {
          first = { call: value, line };
          return;
        }
        decide(idOf(value["id"]) !== undefined && idOf(value["id"]) === idOf(first.call["id"]));
      }
      write(value, line);
    },
    end: () => decide(false),
  };
}

const runOf = (call: Fields): string | undefined =>
  idOf(call["run"], call["runId"], call["run_id"], call["session"], call["sessionId"], call["session_id"]);

const callTime = (call: Fields): number | undefined => timeOf(call["at"] ?? call["timestamp"] ?? call["time"]);
const endTime = (call: Fields): number | undefined => timeOf(call["end"] ?? call["endedAt"] ?? call["ended_at"]);

/** Begins a round, unless it is named as that of the call before, and a turn if another one is named; gives whether it did. */
function roundWriter(run: RunWriter): (round: unknown, turn: unknown) => boolean {
  let last: { round: unknown; turn: unknown } | undefined;
  return (round, turn) => {
    const before = last;
    last = { round: comparable(round), turn: comparable(turn) ?? before?.turn };
    const spoken = before?.turn !== undefined && last.turn !== before.turn;
    const begins = spoken || last.round === undefined || last.round !== before?.round;
    if (begins) run.round();
    if (spoken) run.turn();
    return begins;
  };
}

/** A value that === compares: objects by their text. */
const comparable = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

/** Writes recorded calls, with the rounds and turns that they name; gives whether a call has a name. */
function callWriter(run: RunWriter): (entry: Fields) => boolean {
  const place = roundWriter(run);
  let lastBatch: unknown;
  /** The tokens of this round's calls so far. */
  let sum: number | undefined;
  return (entry) => {
    const { name, batch, turn } = entry;
    if (typeof name !== "string") return false;
    const index = run.calls;
    if (place(batch ?? entry["round"], typeof turn === "number" ? turn : undefined)) sum = undefined;
    if (typeof batch === "number" && typeof lastBatch === "number" && batch - lastBatch > 1) run.turn();
    lastBatch = batch;
    run.at = callTime(entry);
    const tokens = typeof entry["tokens"] === "number" ? entry["tokens"] : tokensOf(entry["usage"]);
    if (tokens !== undefined) sum = (sum ?? 0) + tokens;
    run.billed(sum);
    run.call(callOf(entry, name, index));
    const outcome = outcomeOf(entry);
    if (outcome !== undefined) run.outcomeAfterRound(index, outcome, endTime(entry), sizeOf(entry["result_len"]));
    return true;
  };
}

/** Characters, where a text was cut or replaced by a digest. */
const sizeOf = (length: unknown): number | undefined =>
  typeof length === "number" && length >= 0 ? length : undefined;

function callOf(entry: Fields, name: string, index: number): TraceCall {
  const { id, args_sha1: digest } = entry;
  const size = sizeOf(entry["args_len"]);
  const call: TraceCall = {
    id: typeof id === "string" ? id : `call_${index}`,
    name,
    arguments: typeof digest === "string" ? { cut: inLetters(digest) } : (entry["arguments"] ?? entry["args"]),
  };
  if (size !== undefined) call.size = size;
  if (entry["retryable"] === true) call.retryable = true;
  return call;
}

function outcomeOf(entry: Fields): LoopOutcome | undefined {
  const { error, result, result_sha1: digest, status, errorTitle } = entry;
  const text = typeof digest === "string" ? `cut text ${inLetters(digest)}` : result;
  const outcome: LoopOutcome = {};
  // With `error: true`, the result is the error's text.
  if (error === true) outcome.error = typeof text === "string" ? text : JSON.stringify(text ?? "failed");
  else if (error) outcome.error = error;
  else if (text !== undefined) outcome.result = text ?? "";
  const coded = typeof status === "number" || typeof status === "string";
  const titled = typeof errorTitle === "string";
  if (coded) outcome.status = status;
  if (titled) outcome.errorTitle = errorTitle;
  return error || text !== undefined || coded || titled ? outcome : undefined;
}

/** `columns`: which column holds what; `tally` notes what is known of them. */
export function tableReader(
  runs: TraceRuns,
  fault: (fault: TraceFault) => void,
  columns: Columns,
  tally: ColumnTally | undefined,
): ReadValue {
  const places = new WeakMap<RunWriter, ReturnType<typeof roundWriter>>();
  /** Columns with the name of a member that every object inherits: `toString`. */
  const inherited = Object.values(columns).some((column) => column in Object.prototype);
  /** The value in a column; `undefined` for NULL, and without a column. Rows may lack columns that other rows have. */
  const at = (row: Fields, column: string | undefined): unknown => {
    if (column === undefined || (inherited && !Object.hasOwn(row, column))) return undefined;
    return row[column] ?? undefined;
  };
  return (row, line) => {
    tally?.row(row);
    const name = at(row, columns.tool);
    if (name === undefined || name === "") return;
    const id = at(row, columns.run);
    const wrong = wrongName(name) ?? wrongRun(id);
    if (wrong !== undefined) return fault({ line, reason: wrong });
    const run = runs.of(id === undefined || id === "" ? undefined : String(id), line, rowTime(at(row, columns.time)));
    getOrAdd(places, run, () => roundWriter(run))(at(row, columns.round), at(row, columns.turn));
    const index = run.calls;
    const call: TraceCall = { name: name as string, arguments: at(row, columns.arguments) };
    const tokens = tokenCount(at(row, columns.tokens));
    if (tokens !== undefined) call.tokens = tokens;
    run.call(call);
    const error = at(row, columns.error);
    // A number other than 0 is a flag.
    const outcome = outcomeOf({
      result: at(row, columns.result),
      error: typeof error === "number" ? error !== 0 : error,
    });
    if (outcome !== undefined) run.outcomeAfterRound(index, outcome, rowTime(at(row, columns.end)));
  };
}

function wrongName(name: unknown): string | undefined {
  return typeof name === "string" ? undefined : `expected the tool's name as text, got ${shown(name)}`;
}

function wrongRun(id: unknown): string | undefined {
  if (id === undefined || typeof id === "string") return undefined;
  if (typeof id !== "number") return `expected the run as text or a number, got ${shown(id)}`;
  // Two such numbers may be one after JSON.parse.
  if (!Number.isInteger(id) || Number.isSafeInteger(id)) return undefined;
  return `the run ${shown(id)} has more digits than a JSON number keeps: write it as text`;
}

/** Its first 40 characters, none of which is cut in two. */
const shown = (value: unknown): string => [...JSON.stringify(value).slice(0, 80)].slice(0, 40).join("");

/** A date and a time of day, in UTC unless it names a zone. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/;
const DIGITS = /^\d+(?:\.\d+)?$/;

/** As `timeOf`, but of texts only what ClickHouse, DuckDB and ISO 8601 write: any other text is no time. */
function rowTime(value: unknown): number | undefined {
  if (typeof value !== "string") return timeOf(value);
  const plain = plainTime(value);
  if (plain !== undefined) return plain;
  if (DIGITS.test(value)) return timeOf(Number(value));
  return DATE_TIME.test(value) ? timeOf(value.replace(" ", "T")) : undefined;
}

/** A count of tokens; 64-bit integers may be quoted. */
function tokenCount(value: unknown): number | undefined {
  const tokens = typeof value === "string" && DIGITS.test(value) ? Number(value) : value;
  return typeof tokens === "number" && tokens >= 0 && tokens <= Number.MAX_SAFE_INTEGER ? tokens : undefined;
}
