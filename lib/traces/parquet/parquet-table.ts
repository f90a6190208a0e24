/** The calls in Parquet files, which DuckDB reads and sorts. */

import type { ColumnField, Columns } from "../columns.ts";
import { findCredentials, plainError } from "./credentials.ts";
import { Database, type DatabaseSettings, type RowChunk } from "./duckdb.ts";
import { namedRows, recognisedRows } from "./recognised.ts";
import { type FieldTypes, fieldTypes, filesTable, isDate, rowQuery, sqlText, typesQuery } from "./row-query.ts";

export interface ParquetOptions extends DatabaseSettings {
  /** Without them, the files must be an export that is known by its columns. */
  columns?: Columns | undefined;
  /** Rows of a run follow each other in the files, in order of time: they are not sorted. */
  sorted: boolean;
}

export interface ParquetRow {
  /** Values by the names of fields. */
  fields: { [Field in ColumnField]?: unknown };
  /** Its number in its file, from 1. */
  line: number;
  /** Characters of its JSON text. */
  size: number;
  file(): string;
}

/** Several rows, and the share of the whole work that is done after them, from 0 to 1. */
export interface ParquetStep {
  done: number;
  rows: Iterable<ParquetRow>;
}

/** Columns that all files have beside their own; one of their own hides them. */
const PLACES = ["filename", "file_row_number", "file_index"];

/** The share of the work that the sort is. */
const SORT = 0.5;

/** Times before it, in milliseconds, would be read as seconds. */
const SECONDS_MAX = 1e11;

export class ParquetTable {
  readonly #database: Database;
  readonly #patterns: readonly string[];
  readonly #sorted: boolean;
  #query = "";
  #types: FieldTypes = {};
  /** Fields whose values are JSON texts. */
  #texts: readonly ColumnField[] = [];
  #rows = 0;
  #bytes = 0;

  private constructor(database: Database, patterns: readonly string[], sorted: boolean) {
    this.#database = database;
    this.#patterns = patterns;
    this.#sorted = sorted;
  }

  /** Files and URLs as one table. `patterns`: as DuckDB has them. Errors need no stack: they say what is wrong. */
  static async open(patterns: readonly string[], options: ParquetOptions): Promise<ParquetTable> {
    const table = new ParquetTable(await Database.open(options), patterns, options.sorted);
    try {
      await table.#prepare(options.columns);
      return table;
    } catch (error) {
      table.close();
      throw error;
    }
  }

  /** Bytes of all files. */
  get bytes(): number {
    return this.#bytes;
  }

  async #prepare(columns: Columns | undefined): Promise<void> {
    const database = this.#database;
    const denied = await findCredentials(database, this.#patterns);
    try {
      const table = filesTable(this.#patterns);
      const names = (await database.all(`DESCRIBE SELECT * FROM ${table}`)).map((row) => String(row["column_name"]));
      const calls = columns === undefined ? recognisedRows(names) : namedRows(columns, names);
      this.#types = fieldTypes(await database.all(typesQuery(table, calls)));
      this.#texts = (Object.keys(this.#types) as ColumnField[]).filter((field) => this.#types[field] === "JSON");
      const places = !names.some((name) => PLACES.includes(name.toLowerCase()));
      this.#query = rowQuery(table, calls, this.#types, { sorted: this.#sorted, places });
      const files = `parquet_file_metadata([${this.#patterns.map(sqlText).join(", ")}])`;
      const [facts] = await database.all(
        `SELECT sum(num_rows)::DOUBLE AS rows, sum(file_size_bytes)::DOUBLE AS bytes FROM ${files}`,
      );
      this.#rows = Number(facts?.["rows"] ?? 0);
      this.#bytes = Number(facts?.["bytes"] ?? 0);
    } catch (error) {
      throw plainError(error, this.#patterns, denied);
    }
  }

  /** All rows that are calls: those of a run follow each other, in order of time. */
  async *steps(): AsyncGenerator<ParquetStep, void, undefined> {
    const sort = this.#sorted ? 0 : SORT;
    let read = 0;
    try {
      for await (const chunk of this.#database.stream(this.#query, 3)) {
        if (typeof chunk === "number") {
          yield { done: Math.min(1, chunk) * sort, rows: [] };
          continue;
        }
        const before = read;
        read += chunk.rows;
        yield { done: sort + (1 - sort) * Math.min(1, read / this.#rows), rows: this.#rowsOf(chunk, before) };
      }
    } catch (error) {
      throw plainError(error, this.#patterns, []);
    }
  }

  *#rowsOf({ rows, columns: [texts, files, lines] }: RowChunk, before: number): Generator<ParquetRow, void, undefined> {
    const dated = isDate(this.#types.time);
    for (let at = 0; at < rows; at++) {
      const text = texts?.getItem(at) as string;
      const fields = rowValue(text) as ParquetRow["fields"];
      for (const field of this.#texts) fields[field] = jsonOrText(fields[field]);
      const { time } = fields;
      if (dated && typeof time === "number" && time <= SECONDS_MAX) fields.time = [0, time * 1e6];
      yield {
        fields,
        line: (lines?.getItem(at) as number | null) ?? before + at + 1,
        size: text.length,
        file: () => (files?.getItem(at) as string | null) ?? (this.#patterns[0] as string),
      };
    }
  }

  close(): void {
    this.#database.close();
  }
}

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

/** The value of a JSON column. The text in it may be none. */
function jsonOrText(text: unknown): unknown {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
