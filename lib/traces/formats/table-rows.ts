/** Rows of any table: each is one call, and a column map says what its columns mean. Never recognised by content. */

import { getOrAdd } from "../../base/property.ts";
import type { Fields } from "../../history/fields.ts";
import type { Columns, ColumnTally } from "../columns.ts";
import { plainTime, timeOf } from "../field-values.ts";
import type { ReadValue, RunWriter, TraceRuns } from "../run-writer.ts";
import type { TraceCall, TraceFault } from "../trace-types.ts";
import { outcomeOf, roundWriter } from "./own-formats.ts";

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
const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const DIGITS = /^\d+(?:\.\d+)?$/;

/** As `timeOf`, but of texts only what ClickHouse, DuckDB and ISO 8601 write: any other text is no time. */
function rowTime(value: unknown): number | undefined {
  if (typeof value !== "string") return timeOf(value);
  const plain = plainTime(value);
  if (plain !== undefined) return plain;
  if (DIGITS.test(value)) return timeOf(Number(value));
  const [text, zone] = DATE_TIME.exec(value) ?? [];
  if (text === undefined) return undefined;
  // Date.parse knows +02:00, but not +02, with which Postgres and DuckDB end.
  const whole = zone === undefined ? `${text}Z` : /^[+-]\d\d$/.test(zone) ? `${text}:00` : text;
  return timeOf(whole.replace(" ", "T"));
}

/** A count of tokens; 64-bit integers may be quoted. */
function tokenCount(value: unknown): number | undefined {
  const tokens = typeof value === "string" && DIGITS.test(value) ? Number(value) : value;
  return typeof tokens === "number" && tokens >= 0 && tokens <= Number.MAX_SAFE_INTEGER ? tokens : undefined;
}
