/**
 * Rows as text: DuckDB joins many rows to one, since each text that crosses into JavaScript costs as much as reading a row.
 * Fields are in the order of the query, each followed by `FIELD`, but for the last; rows are joined by `ROW`.
 */
import type { ColumnField } from "../columns.ts";

export const ROW = 0x1d;
/** Alone it is NULL; before a JSON text, that is the value. */
export const MARK = 0x1e;
export const FIELD = 0x1f;

const [row, field] = [ROW, FIELD].map((code) => String.fromCharCode(code)) as [string, string];

/** What a field's text is: as it is there, JSON, JSON that the user's column has (it may be none), or milliseconds. */
export type FieldKind = "text" | "value" | "json" | "time";

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
  /** Characters. */
  size: number;
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
    yield { fields: values, file: Number(file), line: Number(line), size: packed.length };
  }
}

function unpacked(text: string, kind: FieldKind): unknown {
  if (text.charCodeAt(0) === MARK)
    return text.length === 1 ? null : unpacked(JSON.parse(text.slice(1)) as string, kind);
  if (kind === "text") return text;
  if (kind === "time") return timeOf(Number(text));
  return kind === "json" ? jsonOrText(text) : rowValue(text);
}

/** Times before it, in milliseconds, would be read as seconds. */
const SECONDS_MAX = 1e11;

const timeOf = (at: number): number | [number, number] => (at > SECONDS_MAX ? at : [0, at * 1e6]);

/** DuckDB writes numbers that JSON does not have as JavaScript does: as in `JSON.stringify`, they are null. */
function rowValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(
      text.replace(/"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)/g, (part) => (part[0] === '"' ? part : "null")),
    );
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
