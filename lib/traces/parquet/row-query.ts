/** The SQL that makes one text of each row that is a call, in the order of runs and times. */

import { parsedJson } from "../../base/json-text.ts";
import { COLUMN_FIELDS, type ColumnField } from "../columns.ts";

/**
 * Rows as text: DuckDB joins many rows to one, since each text that crosses into JavaScript costs as much as reading a row.
 * Fields are in the order of the query, each followed by `FIELD`, but for the last; rows are joined by `ROW`.
 */

const ROW = 0x1d;
/** Alone it is NULL; before a JSON text, that is the value. */
const MARK = 0x1e;
const FIELD = 0x1f;

const [row, field] = [ROW, FIELD].map((code) => String.fromCharCode(code)) as [string, string];

/** What a field's text is: as it is there, JSON, JSON that the user's column has (it may be none), or milliseconds. */
type FieldKind = "text" | "value" | "json" | "time";

export interface PackedField {
  field: ColumnField;
  kind: FieldKind;
}

export interface PackedRow {
  /** Values by the names of fields. */
  fields: { [Field in ColumnField]?: unknown };
  /** The number of its file, in the order of the files. */
  file: number;
  /** Its number in its file, from 1. */
  line: number;
}

export function* unpackedRows(text: string, fields: readonly PackedField[]): Generator<PackedRow, void, undefined> {
  for (const packed of text.split(row)) {
    const parts = packed.split(field);
    const values: PackedRow["fields"] = {};
    for (let at = 0; at < fields.length; at++) {
      const { field, kind } = fields[at] as PackedField;
      values[field] = unpacked(parts[at] as string, kind);
    }
    const [file, line] = [parts[fields.length], parts[fields.length + 1]];
    yield { fields: values, file: Number(file), line: Number(line) };
  }
}

function unpacked(text: string, kind: FieldKind): unknown {
  if (text.charCodeAt(0) === MARK)
    return text.length === 1 ? null : unpacked(JSON.parse(text.slice(1)) as string, kind);
  if (kind === "text") return text;
  if (kind === "time") return timeOf(Number(text));
  return kind === "json" ? parsedJson(text, text) : rowValue(text);
}

/** Times before it, in milliseconds, would be read as seconds. */
const SECONDS_MAX = 1e11;

const timeOf = (at: number): number | [number, number] => (at > SECONDS_MAX ? at : [0, at * 1e6]);

/** DuckDB writes numbers that JSON does not have as JavaScript does: as in `JSON.stringify`, they are null. */
function rowValue(text: string): unknown {
  const value = parsedJson(text);
  if (value !== undefined) return value;
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)/g, (part) => (part[0] === '"' ? part : "null")));
}

/** Which rows are calls, and an SQL expression for each field of a call. */
export interface CallRows {
  columns: { readonly [Field in ColumnField]?: string };
  where?: string;
}

/** The type of each field's expression, as DuckDB names it. */
type FieldTypes = { readonly [Field in ColumnField]?: string };

interface RowQueryOptions {
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

/** The fields of a row's text. */
export function packedFields({ columns }: CallRows, types: FieldTypes): PackedField[] {
  return fieldsOf(columns).map(([field]) => ({ field, kind: kindOf(field, types[field]) }));
}

/** The rows in their order, each as one text (`line`). */
export function rowQuery(table: string, rows: CallRows, types: FieldTypes, options: RowQueryOptions): string {
  const { columns, where } = rows;
  const { places } = options;
  const values = fieldsOf(columns).map(([field, expression]) => fieldText(field, expression, types[field]));
  const parts = [...values, places ? "file_index" : "0", places ? "file_row_number + 1" : "row_number() OVER ()"];
  const tool = columns.tool as string;
  const called = types.tool === "VARCHAR" ? `${tool} <> ''` : `${tool} IS NOT NULL`;
  const order = options.sorted ? [] : orderOf(rows, types, places);
  return [
    `SELECT concat(${parts.join(`, chr(${FIELD}), `)}) AS line`,
    `FROM ${table} WHERE ${where === undefined ? "" : `(${where}) AND `}${called}`,
    order.length === 0 ? "" : `ORDER BY ${order.join(", ")}`,
  ].join(" ");
}

/** Rows of a table with the column `line`, from `first` to before `end`, as one text. */
export function packQuery(table: string, first: number, end: number): string {
  return `SELECT string_agg(line, chr(${ROW})) FROM ${table} WHERE rowid >= ${first} AND rowid < ${end}`;
}

function fieldsOf(columns: CallRows["columns"]): [ColumnField, string][] {
  return COLUMN_FIELDS.flatMap((field) => {
    const expression = columns[field];
    return expression === undefined ? [] : [[field, expression] as [ColumnField, string]];
  });
}

/** Types with a date: a TIME alone is no time of a call. */
const isDate = (type = ""): boolean => /^(?:TIMESTAMP|DATE)/.test(type);

function kindOf(field: ColumnField, type = "VARCHAR"): FieldKind {
  if ((field === "time" || field === "end") && isDate(type)) return "time";
  if (type === "JSON") return "json";
  // A 64-bit id is no JSON number, which has 53 bits.
  const text = type === "VARCHAR" || type === "BLOB" || (field === "run" && /INT$/.test(type));
  return text ? "text" : "value";
}

function fieldText(field: ColumnField, value: string, type: string | undefined): string {
  switch (kindOf(field, type)) {
    case "time":
      // Of an infinite time nothing.
      return `coalesce((CASE WHEN isfinite(${value}) THEN epoch_ms(${value}) END)::VARCHAR, chr(${MARK}))`;
    case "value":
      return `coalesce(to_json(${type === "VARIANT" ? `(${value})::JSON` : value})::VARCHAR, chr(${MARK}))`;
    default:
      return packedText(
        type === "BLOB" ? `coalesce(TRY(decode(${value})), (${value})::VARCHAR)` : `(${value})::VARCHAR`,
      );
  }
}

/** Of text without mark what it is; JSON writes such characters as escapes. */
function packedText(text: string): string {
  const marked = [ROW, MARK, FIELD].map((code) => `contains(${text}, chr(${code}))`).join(" OR ");
  return `CASE WHEN ${text} IS NULL THEN chr(${MARK}) WHEN ${marked} THEN chr(${MARK}) || to_json(${text})::VARCHAR ELSE ${text} END`;
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
