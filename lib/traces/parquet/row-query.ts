/** The SQL that makes one JSON text of each row that is a call, in the order of runs and times. */
import { COLUMN_FIELDS, type ColumnField } from "../columns.ts";

/** Which rows are calls, and an SQL expression for each field of a call. */
export interface CallRows {
  columns: { readonly [Field in ColumnField]?: string };
  where?: string;
}

/** The type of each field's expression, as DuckDB names it. */
export type FieldTypes = { readonly [Field in ColumnField]?: string };

export interface RowQueryOptions {
  /** The rows are already in order: they are not sorted. */
  sorted: boolean;
  /** Whether the files have no columns of their own with the names of those that say where a row is. */
  places: boolean;
}

/** A text as SQL. DuckDB knows no escapes in it but the doubled quote. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Files, or patterns of files, as a table. Columns that some of the files lack are NULL there. */
export function filesTable(patterns: readonly string[]): string {
  return `read_parquet([${patterns.map(sqlText).join(", ")}], union_by_name = true)`;
}

/** A statement that gives the types of the fields, as rows of `DESCRIBE`. */
export function typesQuery(table: string, { columns, where }: CallRows): string {
  const fields = fieldsOf(columns).map(([field, expression]) => `${expression} AS ${sqlName(field)}`);
  return `DESCRIBE SELECT ${fields.join(", ")} FROM ${table}${where === undefined ? "" : ` WHERE ${where}`}`;
}

/** What that statement gave. */
export function fieldTypes(described: readonly Record<string, unknown>[]): FieldTypes {
  return Object.fromEntries(described.map((row) => [row["column_name"], String(row["column_type"])]));
}

/** Each row: the fields as a JSON object, the file, and the row's number in it, from 1. */
export function rowQuery(table: string, rows: CallRows, types: FieldTypes, options: RowQueryOptions): string {
  const { columns, where } = rows;
  const fields = fieldsOf(columns);
  const members = fields.map(([field, expression]) => `${field} := ${fieldValue(field, expression, types[field])}`);
  const tool = columns.tool as string;
  const called = types.tool === "VARCHAR" ? `${tool} <> ''` : `${tool} IS NOT NULL`;
  const order = options.sorted ? [] : orderOf(rows, types, options.places);
  return [
    `SELECT to_json(struct_pack(${members.join(", ")}))::VARCHAR,`,
    options.places ? "filename, (file_row_number + 1)::DOUBLE" : "NULL::VARCHAR, NULL::DOUBLE",
    `FROM ${table} WHERE ${where === undefined ? "" : `(${where}) AND `}${called}`,
    order.length === 0 ? "" : `ORDER BY ${order.join(", ")}`,
  ].join(" ");
}

function fieldsOf(columns: CallRows["columns"]): [ColumnField, string][] {
  return COLUMN_FIELDS.flatMap((field) => {
    const expression = columns[field];
    return expression === undefined ? [] : [[field, expression] as [ColumnField, string]];
  });
}

/** Types with a date: a TIME alone is no time of a call. */
export const isDate = (type = ""): boolean => /^(?:TIMESTAMP|DATE)/.test(type);

function fieldValue(field: ColumnField, value: string, type = "VARCHAR"): string {
  // Milliseconds; of an infinite time nothing.
  if (field === "time" && isDate(type)) return `CASE WHEN isfinite(${value}) THEN epoch_ms(${value}) END`;
  // Not a JSON number, which has 53 bits.
  if (field === "run" && /INT$/.test(type)) return `(${value})::VARCHAR`;
  // Writers that do not mark text as such. What is no text stays hexadecimal.
  if (type === "BLOB") return `coalesce(TRY(decode(${value})), (${value})::VARCHAR)`;
  // Not as JSON: a text that is none would end the whole statement.
  if (type === "JSON") return `(${value})::VARCHAR`;
  if (type === "VARIANT") return `(${value})::JSON`;
  return value;
}

/** Rows without a run are one run, whether it is NULL or empty. Rows of the same time stay in the order of the files. */
function orderOf({ columns: { run, time, id } }: CallRows, types: FieldTypes, places: boolean): string[] {
  const order: string[] = [];
  if (run !== undefined) order.push(types.run === "VARCHAR" ? `nullif(${run}, '')` : run);
  if (time !== undefined) order.push(types.time === "VARCHAR" ? `TRY_CAST(${time} AS TIMESTAMPTZ)` : time);
  if (id !== undefined) order.push(id);
  if (order.length === 0) return [];
  if (places) order.push("file_index", "file_row_number");
  return order.map((key) => `${key} NULLS FIRST`);
}
