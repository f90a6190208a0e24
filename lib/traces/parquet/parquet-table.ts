/** The calls in Parquet files, which DuckDB reads and sorts. */

import { parsedJson } from "../../base/json-text.ts";
import { COLUMN_FIELDS, type ColumnField, type Columns } from "../columns.ts";
import { type MappedTable, WAREHOUSE_MAPS } from "../warehouse-maps.ts";
import { type Database, findCredentials, openDatabase, plainError, sqlText } from "./duckdb.ts";

/** A row that is a call: values by the names of fields. */
interface CallRow {
  [field: string]: unknown;
  /** The number of its file, in the order of the files. */
  readonly file: number;
  /** Its number in its file, from 1. */
  readonly line: number;
}

/** Rows are read many at once, as lines of JSON: each text that crosses into JavaScript costs as much as reading a row. */
function* rowsIn(lines: string): Generator<CallRow, void, undefined> {
  for (const line of lines.split("\n")) yield (parsedJson(line) ?? withoutNaN(line)) as CallRow;
}

/** DuckDB writes numbers that JSON does not have as JavaScript does: as in `JSON.stringify`, they are null. */
function withoutNaN(line: string): unknown {
  return JSON.parse(line.replace(/"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)/g, (part) => (part[0] === '"' ? part : "null")));
}

/** Of each field something as SQL: its expression, or the type of that, as DuckDB names it. */
type ByField = { readonly [Field in ColumnField]?: string };

/** Which rows are calls, and the expressions of a call's fields. */
interface CallRows {
  columns: ByField;
  where?: string;
}

const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Files, or patterns of files, as a table. Columns that some of the files lack are NULL there. */
function filesTable(patterns: readonly string[]): string {
  return `read_parquet([${patterns.map(sqlText).join(", ")}], union_by_name = true)`;
}

/** The fields with their expressions, in the order of `COLUMN_FIELDS`. */
function inOrder(columns: ByField): [ColumnField, string][] {
  return COLUMN_FIELDS.flatMap((field): [ColumnField, string][] => {
    const expression = columns[field];
    return expression === undefined ? [] : [[field, expression]];
  });
}

async function fieldTypes(database: Database, table: string, { columns, where = "true" }: CallRows): Promise<ByField> {
  const fields = inOrder(columns).map(([field, expression]) => `${expression} AS ${sqlName(field)}`);
  const described = await database.all(`DESCRIBE SELECT ${fields.join(", ")} FROM ${table} WHERE ${where}`);
  return Object.fromEntries(described.map((row) => [row["column_name"], String(row["column_type"])]));
}

/** The rows in their order, each as a JSON object (`line`). `sorted`: they are in order. `places`: as of `PLACES`. */
function rowQuery(table: string, rows: CallRows, types: ByField, sorted: boolean, places: boolean): string {
  const { columns, where = "true" } = rows;
  const values = inOrder(columns).map(([field, value]) => `'${field}', ${inJson(field, value, types[field])}`);
  const file = `'file', ${places ? "file_index" : "0"}`;
  const line = `'line', ${places ? "file_row_number + 1" : "row_number() OVER ()"}`;
  const called = types.tool === "VARCHAR" ? `${columns.tool} <> ''` : `${columns.tool} IS NOT NULL`;
  const order = sorted ? [] : orderOf(rows, types, places);
  return [
    `SELECT json_object(${[...values, file, line].join(", ")})::VARCHAR AS line`,
    `FROM ${table} WHERE (${where}) AND ${called}`,
    order.length === 0 ? "" : `ORDER BY ${order.join(", ")}`,
  ].join(" ");
}

/** A value as it is to stand in JSON. */
function inJson(field: ColumnField, value: string, type = ""): string {
  // A TIME alone is no time of a call.
  if ((field === "time" || field === "end") && /^(?:TIMESTAMP|DATE)/.test(type)) return `(${value})::TIMESTAMP`;
  // A 64-bit id is no JSON number, which has 53 bits.
  if (field === "run" && /INT$/.test(type)) return `(${value})::VARCHAR`;
  if (type === "BLOB") return `coalesce(TRY(decode(${value})), (${value})::VARCHAR)`;
  if (type === "JSON") return `CASE WHEN json_valid(${value}) THEN ${value} ELSE to_json((${value})::VARCHAR) END`;
  return type === "VARIANT" ? `(${value})::JSON` : value;
}

/** Rows without a run are one run, whether it is NULL or empty. Rows of the same time stay in the order of the files. */
function orderOf({ columns: { run, time, id } }: CallRows, types: ByField, places: boolean): string[] {
  const order: string[] = [];
  if (run !== undefined) order.push(types.run === "VARCHAR" ? `nullif(${run}, '')` : run);
  if (time !== undefined) order.push(types.time === "VARCHAR" ? `TRY_CAST(${time} AS TIMESTAMPTZ)` : time);
  if (id !== undefined) order.push(id);
  if (order.length === 0) return [];
  if (places) order.push("file_index", "file_row_number");
  return order.map((key) => `${key} NULLS FIRST`);
}

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
function namedRows(columns: Columns, names: readonly string[]): CallRows {
  const named: { [Field in ColumnField]?: string } = {};
  for (const [field, column] of Object.entries(columns) as [ColumnField, string][]) {
    if (!names.includes(column)) throw new Error(`has no column ${column} for ${field}; ${listed(names)}`);
    named[field] = sqlName(column);
  }
  return { columns: named };
}

/** The columns of an export that is known. Throws an error that shows how to name them for any other table. */
function recognisedRows(names: readonly string[]): CallRows {
  const [known] = WAREHOUSE_MAPS.flatMap(({ duckdb }) => duckdb ?? [])
    .filter(({ signs }) => signs.every((sign) => names.includes(sign)))
    .sort((a, b) => b.signs.length - a.signs.length);
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

interface ParquetOptions {
  /** Past it, DuckDB sorts on disk: such as `"2GB"`. */
  memory: string | undefined;
  /** Without them, the files must be an export that is known by its columns. */
  columns?: Columns | undefined;
  /** Rows of a run follow each other in the files, in order of time: they are not sorted. */
  sorted: boolean;
}

/** Several rows, and the share of the whole work that is done after them, from 0 to 1. */
interface ParquetStep {
  done: number;
  rows: Iterable<CallRow>;
}

/** Columns that all files have beside their own; one of their own hides them. */
const PLACES = ["filename", "file_row_number", "file_index"];

/** The share of the work that the sort is. */
const SORT = 0.5;

/** Characters of rows that are read at once, and the most if some rows are much longer than others. */
const BATCH = 4 << 20;
const BATCH_MAX = 128 << 20;

/** Files and URLs as one table. */
export interface ParquetTable {
  /** Bytes of all files. */
  readonly bytes: number;
  /** The file of a row. */
  file(row: CallRow): string;
  /** All rows that are calls: those of a run follow each other, in order of time. */
  steps(): AsyncGenerator<ParquetStep, void, undefined>;
  close(): void;
}

/** `patterns`: as DuckDB has them. Errors need no stack: they say what is wrong. */
export async function openParquet(patterns: readonly string[], options: ParquetOptions): Promise<ParquetTable> {
  const database = await openDatabase(options.memory);
  const denied: string[] = [];
  try {
    denied.push(...(await findCredentials(database, patterns)));
    const { columns, sorted } = options;
    const table = filesTable(patterns);
    const names = (await database.all(`DESCRIBE SELECT * FROM ${table}`)).map((row) => String(row["column_name"]));
    const calls = columns === undefined ? recognisedRows(names) : namedRows(columns, names);
    const types = await fieldTypes(database, table, calls);
    const places = !names.some((name) => PLACES.includes(name.toLowerCase()));
    const query = rowQuery(table, calls, types, sorted, places);
    const files = places ? await filesOf(database, table) : [];
    const all = `parquet_file_metadata([${patterns.map(sqlText).join(", ")}])`;
    const [facts] = await database.all(`SELECT sum(file_size_bytes)::DOUBLE AS bytes FROM ${all}`);
    return {
      bytes: Number(facts?.["bytes"] ?? 0),
      file: ({ file }) => files[file] ?? (patterns[0] as string),
      async *steps() {
        try {
          yield* stepsOf(database, query);
        } catch (error) {
          throw plainError(error, patterns, []);
        }
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw plainError(error, patterns, denied);
  }
}

async function* stepsOf(database: Database, query: string): AsyncGenerator<ParquetStep, void, undefined> {
  for await (const done of database.long(`CREATE TEMP TABLE calls AS ${query}`))
    yield { done: Math.min(1, done) * SORT, rows: [] };
  const [facts] = await database.all(
    "SELECT count(*)::DOUBLE AS rows, avg(strlen(line)) AS mean, max(strlen(line))::DOUBLE AS most FROM calls",
  );
  const rows = Number(facts?.["rows"] ?? 0);
  const fits = Math.min(BATCH / Number(facts?.["mean"] ?? 1), BATCH_MAX / Number(facts?.["most"] ?? 1));
  const batch = Math.max(1, Math.floor(fits));
  // One thread keeps the rows in their order, and reads the next ones while these are judged.
  await database.all("SET threads = 1");
  const read = (first: number) =>
    database.all(
      `SELECT string_agg(line, chr(10)) FROM calls WHERE rowid >= ${first} AND rowid < ${Math.min(rows, first + batch)}`,
    );
  let next = rows > 0 ? read(0) : undefined;
  for (let first = 0; first < rows; first += batch) {
    const [packed] = (await next) ?? [];
    const end = Math.min(rows, first + batch);
    next = end < rows ? read(end) : undefined;
    next?.catch(() => undefined); // it is awaited in the next turn, unless the caller stops before
    const [text] = Object.values(packed ?? {});
    yield { done: SORT + ((1 - SORT) * end) / rows, rows: rowsIn(text as string) };
  }
}

/** The names of the files, by their numbers. */
async function filesOf(database: Database, table: string): Promise<string[]> {
  const files: string[] = [];
  const rows = await database.all(
    `SELECT file_index::INTEGER AS number, any_value(filename) AS name FROM ${table} GROUP BY file_index`,
  );
  for (const { number, name } of rows) files[Number(number)] = String(name);
  return files;
}
