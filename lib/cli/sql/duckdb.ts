/** A shell script for DuckDB, which prints the rows in order, and then reads the lines. */
import { type CallsQuery, columnsOf } from "./calls-query.ts";
import { hereDocument } from "./here-document.ts";
import { LINE_COLUMNS } from "./line-columns.ts";
import { identifier, literal, shellWord, tableName } from "./names.ts";

interface DuckdbOptions {
  /** The words of the command that reads rows and writes lines. */
  judge: readonly string[];
  /** Into how many parts the runs are divided, each with processes of its own. */
  shards: number;
  /** Only this one of them, from 0. */
  shard?: number | undefined;
  /** The file with the table, or none for files. */
  database?: string | undefined;
  /** The table for the loops, in the database or in `loops.duckdb`. */
  into: string;
}

export function duckdbScript(query: CallsQuery, options: DuckdbOptions): string {
  const { shards, shard, database, into } = options;
  const indices = shard === undefined ? Array.from({ length: shards }, (_, index) => index) : [shard];
  const parts = indices.map((index) => ({
    sql: query.sql(shards > 1 ? { index, count: shards } : undefined),
    file: shards > 1 ? `loops-${index}.ndjson` : "loops.ndjson",
  }));
  return `#!/usr/bin/env bash
# Finds loops: DuckDB sorts the tool calls, loopguard judges them, and DuckDB stores what it found.
set -euo pipefail

${parts.length === 1 ? parts.map((part) => pipeline(query, part, options)).join("") : beside(query, parts, options)}
${hereDocument(
  ["duckdb", database ?? "loops.duckdb"],
  `${linesTable(
    into,
    parts.map(({ file }) => file),
  )};`,
)}
`;
}

interface Part {
  sql: string;
  file: string;
}

/** All parts at the same time. Waits for each by its number, since a bare \`wait\` forgets who failed. */
function beside(query: CallsQuery, parts: readonly Part[], options: DuckdbOptions): string {
  const started = parts.map((part) => `(\n${pipeline(query, part, options)}) &\nparts+=($!)\n`);
  return `parts=()\n${started.join("")}for part in "\${parts[@]}"; do wait "$part"; done\n`;
}

function pipeline(query: CallsQuery, { sql, file }: Part, { judge, database }: DuckdbOptions): string {
  const duckdb = database === undefined ? ["duckdb"] : ["duckdb", "-readonly", database];
  const words = [...judge, "--columns", columnsOf(query), "--sorted", "--ndjson"];
  // Times without a zone are read as UTC.
  const copy = `SET TimeZone = 'UTC';\nCOPY (\n${sql}\n) TO '/dev/stdout' (FORMAT json);`;
  return `${hereDocument(duckdb, copy, ` | ${words.map(shellWord).join(" ")} > ${shellWord(file)}`)}\n`;
}

function linesTable(into: string, files: readonly string[]): string {
  const columns = LINE_COLUMNS.map(
    ({ name, duckdb }) => `  ${identifier(name, "duckdb")}: ${literal(duckdb, "duckdb")}`,
  );
  return `CREATE OR REPLACE TABLE ${tableName(into, "duckdb")} AS
SELECT * FROM read_json([${files.map((file) => literal(file, "duckdb")).join(", ")}], format = 'newline_delimited', columns = {
${columns.join(",\n")}
})`;
}
