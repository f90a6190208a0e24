/** Finds out which columns of a table are those of calls. */
import type { ColumnField, Columns } from "../columns.ts";
import { type MappedTable, WAREHOUSE_MAPS } from "../warehouse-maps.ts";
import { type CallRows, sqlName } from "./row-query.ts";

/** Names in tables that we do not know by their columns, for the example of an error. */
const USUAL: readonly (readonly [ColumnField, readonly string[]])[] = [
  ["run", ["run", "run_id", "session_id", "conversation_id", "thread_id", "trace_id", "session"]],
  ["tool", ["tool", "tool_name", "toolName", "name", "function"]],
  ["arguments", ["arguments", "args", "input", "inputs", "tool_input", "parameters"]],
  ["result", ["result", "output", "outputs", "tool_output", "response"]],
  ["error", ["error", "status_message", "error_message"]],
  ["time", ["time", "start_time", "timestamp", "created_at", "ts"]],
  ["end", ["end", "end_time", "ended_at"]],
];

/** What `--columns` says, for a table that has these columns. Throws an error that names them if one is missing. */
export function namedRows(columns: Columns, names: readonly string[]): CallRows {
  const named: { [Field in ColumnField]?: string } = {};
  for (const [field, column] of Object.entries(columns) as [ColumnField, string][]) {
    if (!names.includes(column)) throw new Error(`has no column ${column} for ${field}; ${listed(names)}`);
    named[field] = sqlName(column);
  }
  return { columns: named };
}

/** The columns of an export that is known. Throws an error that shows how to name them for any other table. */
export function recognisedRows(names: readonly string[]): CallRows {
  const known = WAREHOUSE_MAPS.flatMap(({ duckdb }) => (duckdb === undefined ? [] : [duckdb]))
    .filter(({ signs }) => signs.every((sign) => names.includes(sign)))
    .reduce(
      (best, next) => (best === undefined || next.signs.length > best.signs.length ? next : best),
      undefined as NonNullable<(typeof WAREHOUSE_MAPS)[number]["duckdb"]> | undefined,
    );
  if (known !== undefined) return withoutMissingEnd(known, names);
  throw new Error(`is no export that is known by its columns; ${listed(names)}. Name them: ${example(names)}`);
}

/** An export is known without the column of ends, which is not needed. */
function withoutMissingEnd(
  { columns: { end, ...columns }, ...known }: MappedTable,
  names: readonly string[],
): CallRows {
  return { ...known, columns: end === undefined || !names.includes(end) ? columns : { ...columns, end } };
}

/** Columns that are listed in an error. */
const LISTED_MAX = 40;

function listed(names: readonly string[]): string {
  const more = names.length > LISTED_MAX ? `, and ${names.length - LISTED_MAX} more` : "";
  return `its columns are ${names.slice(0, LISTED_MAX).join(", ")}${more}`;
}

function example(names: readonly string[]): string {
  const entries = USUAL.flatMap(([field, usual]) => {
    const name = usual.find((candidate) => names.includes(candidate)) ?? (field === "tool" ? "<column>" : undefined);
    return name === undefined ? [] : [`${field}=${name}`];
  });
  return `--columns ${entries.join(",")}`;
}
