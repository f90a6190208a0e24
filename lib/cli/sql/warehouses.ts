/** What finds loops in each engine: a statement and a script for ClickHouse, shell scripts for DuckDB, Postgres and SQLite. */

import type { JsonEngine } from "../../traces/warehouse-maps.ts";
import {
  ALIAS,
  type CallsFlags,
  type CallsQuery,
  columnsOf,
  conditionOf,
  expressionsOf,
  fieldsOf,
  fromClause,
  hereDocument,
  identifier,
  literal,
  mapOf,
  select,
  shellWord,
  siblingName,
  tableName,
} from "./calls-query.ts";
import { LINE_COLUMNS } from "./line-columns.gen.ts";

/**
 * ClickHouse ends a program that prints nothing for 10 s, while it sorts the rows or a long run has no loop, and does not
 * look at its exit code.
 */
const PROGRAM_SETTINGS =
  "command_read_timeout = 86400000, command_write_timeout = 86400000, command_termination_timeout = 60, " +
  "check_exit_code = 1, stderr_reaction = 'log_last'";

/** How the lines are read. New members of a line are left out. */
const LINE_SETTINGS =
  "date_time_input_format = 'best_effort', input_format_json_read_objects_as_strings = 1, " +
  "input_format_skip_unknown_fields = 1";

/** The shell script for the folder user_scripts. `judge`: the words of the command that reads rows and writes lines. */
export function clickhouseScript(query: CallsQuery, judge: readonly string[]): string {
  return `#!/bin/sh
# Reads tool calls from ClickHouse and writes a line for each loop. It belongs into the folder user_scripts of the server
# (/var/lib/clickhouse/user_scripts), and must be executable for the server's user.
exec ${judging(query, judge)}
`;
}

function judging(query: CallsQuery, judge: readonly string[]): string {
  return [...judge, "--columns", columnsOf(query), "--sorted", "--ndjson"].map(shellWord).join(" ");
}

/** What a script is made of beside the query; not each engine needs all of it. */
interface ScriptOptions {
  /** The words of the command that reads rows and writes lines. */
  judge: readonly string[];
  /** Of ClickHouse: the name of its script. */
  script: string;
  /** Into how many parts the runs are divided, each with a program of its own. */
  shards: number;
  /** Only this one of them, from 0. */
  shard?: number;
  /** The file with the table, or none for files; of Postgres a name or a URL: default: as `psql` finds it. */
  database?: string;
  /** The table that stores the loops; of DuckDB, which needs one, in the database or in `loops.duckdb`. */
  into?: string;
}

/** The query of each part. */
function shardsOf(query: CallsQuery, { shards, shard }: ScriptOptions): { index: number; sql: string }[] {
  if (shards < 2) return [{ index: 0, sql: query.sql() }];
  const indices = shard === undefined ? Array.from({ length: shards }, (_, index) => index) : [shard];
  return indices.map((index) => ({ index, sql: query.sql({ index, count: shards }) }));
}

export function clickhouseStatement(query: CallsQuery, options: ScriptOptions): string {
  const { script, into } = options;
  const parts = shardsOf(query, options).map(({ sql }) => part(sql, script));
  const columns = LINE_COLUMNS.map(({ name }) => identifier(name, "clickhouse")).join(", ");
  const [first = ""] = parts;
  const from =
    parts.length === 1 ? first : `(\n${parts.map((each) => `SELECT * FROM ${each}`).join("\nUNION ALL\n")}\n)`;
  const insert = into === undefined ? "" : `INSERT INTO ${tableName(into, "clickhouse")} (${columns})\n`;
  return `${insert}SELECT ${columns}\nFROM ${from}\nSETTINGS ${LINE_SETTINGS};\n`;
}

/** The table that stores the loops. Scanning the same runs again replaces their rows. */
export function clickhouseTable(into: string): string {
  const columns = LINE_COLUMNS.map(({ name, clickhouse }) => `  ${identifier(name, "clickhouse")} ${clickhouse}`);
  return `CREATE TABLE IF NOT EXISTS ${tableName(into, "clickhouse")} (
${columns.join(",\n")},
  \`scannedAt\` DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree(scannedAt)
ORDER BY (run, detector, fingerprint, firstCall);
`;
}

function part(sql: string, script: string): string {
  const lines = LINE_COLUMNS.map(({ name, clickhouse }) => `${name} ${clickhouse}`).join(", ");
  return `executable(${literal(script, "clickhouse")}, 'JSONEachRow',
  ${literal(lines, "clickhouse")},
  (${sql.replaceAll("\n", "\n   ")}),
  SETTINGS ${PROGRAM_SETTINGS})`;
}

export function duckdbScript(query: CallsQuery, options: ScriptOptions): string {
  const { shards, database, into = "loops" } = options;
  const parts = shardsOf(query, options).map(({ index, sql }) => {
    const file = shards > 1 ? `loops-${index}.ndjson` : "loops.ndjson";
    return { file, script: pipeline(query, sql, file, options) };
  });
  const files = parts.map(({ file }) => literal(file, "duckdb")).join(", ");
  const scripts = parts.map(({ script }) => script);
  return `#!/usr/bin/env bash
# Finds loops: DuckDB sorts the tool calls, loopguard judges them, and DuckDB stores what it found.
set -euo pipefail

${scripts.length === 1 ? scripts.join("") : beside(scripts)}
${hereDocument(["duckdb", database ?? "loops.duckdb"], `${linesTable(into, files)};`)}
`;
}

/** All parts at the same time. Waits for each by its number, since a bare \`wait\` forgets who failed. */
function beside(scripts: readonly string[]): string {
  const started = scripts.map((script) => `(\n${script}) &\nparts+=($!)\n`);
  return `parts=()\n${started.join("")}for part in "\${parts[@]}"; do wait "$part"; done\n`;
}

function pipeline(query: CallsQuery, sql: string, file: string, { judge, database }: ScriptOptions): string {
  const duckdb = database === undefined ? ["duckdb"] : ["duckdb", "-readonly", database];
  // Times without a zone are read as UTC.
  const copy = `SET TimeZone = 'UTC';\nCOPY (\n${sql}\n) TO '/dev/stdout' (FORMAT json);`;
  return `${hereDocument(duckdb, copy, ` | ${judging(query, judge)} > ${shellWord(file)}`)}\n`;
}

function linesTable(into: string, files: string): string {
  const columns = LINE_COLUMNS.map(
    ({ name, duckdb }) => `  ${identifier(name, "duckdb")}: ${literal(duckdb, "duckdb")}`,
  );
  return `CREATE OR REPLACE TABLE ${tableName(into, "duckdb")} AS
SELECT * FROM read_json([${files}], format = 'newline_delimited', columns = {
${columns.join(",\n")}
})`;
}

interface JsonQuery {
  sql: string;
  /** How the judge is told what they are. */
  words: readonly string[];
}

/** For Postgres and SQLite: prints a line of JSON for each call, in order, for a judge that prints loops. */
export function jsonScript(engine: JsonEngine, flags: CallsFlags, { judge, database }: ScriptOptions): string {
  const { sql, words } = flags.map === undefined ? rowsQuery(engine, flags) : spansQuery(engine, flags);
  const { name, command, text } = ENGINES[engine];
  const judged = [...judge, ...words, "--sorted", "--ndjson"].map(shellWord).join(" ");
  return `#!/usr/bin/env bash
# Finds loops: ${name} sorts the tool calls, loopguard judges them and prints a line of JSON for each loop.
set -euo pipefail

${hereDocument(command(database), text(sql), ` | ${judged}`)}
`;
}

interface Engine {
  name: string;
  /** A function that makes an object of keys and values. */
  object: string;
  command(database: string | undefined): string[];
  /** What the command reads. */
  text(sql: string): string;
}

const ENGINES: Readonly<Record<JsonEngine, Engine>> = {
  postgres: {
    name: "Postgres",
    object: "json_build_object",
    command: (database) =>
      "psql -X -q -v ON_ERROR_STOP=1".split(" ").concat(database === undefined ? [] : ["-d", database]),
    // COPY does not hold the rows in memory. As text it would write each backslash twice, and quotes twice as CSV, unless they
    // are characters that no JSON has. A value of the type json may have line breaks, which are white space there.
    text: (sql) => `SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET TimeZone = 'UTC';
COPY (
SELECT translate(line::text, E'\\n\\r', '  ') FROM (
${sql}
) AS lines
) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02');`,
  },
  sqlite: {
    name: "SQLite",
    object: "json_object",
    command(database) {
      if (database === undefined) throw new Error("give --database <file>: the database with the table");
      // What the user's ~/.sqliterc switches on, such as `.timer`, would be printed between the lines.
      return ["sqlite3", "-init", "/dev/null", "-batch", "-bail", "-readonly", "-noheader", "-list", database];
    },
    text: (sql) => `${sql};`,
  },
};

function rowsQuery(engine: JsonEngine, flags: CallsFlags): JsonQuery {
  const expressions = expressionsOf(flags, engine);
  const fields = fieldsOf(expressions);
  const members = fields.map((field) => [ALIAS + field, expressions[field] as string] as const);
  const order = [expressions.run, expressions.time, expressions.id];
  return {
    sql: select(`${objectOf(engine, members)} AS line`, fromClause(flags, engine), [conditionOf(flags)], order),
    words: ["--columns", columnsOf({ fields })],
  };
}

function spansQuery(engine: JsonEngine, flags: CallsFlags): JsonQuery {
  const { span, attributes, where, order, ...map } = mapOf(flags, engine);
  const name = flags.table ?? map.table;
  const line = objectOf(engine, [
    ...Object.entries(span),
    ["attributes", objectOf(engine, Object.entries(attributes))],
  ]);
  const joins = map.joins.map(({ table, as, on, isLeft }) => {
    return `${isLeft ? "LEFT JOIN" : "JOIN"} ${siblingName(name, table, engine)} AS ${as} ON ${on}`;
  });
  const from = [`${tableName(name, engine)} AS t`, ...joins].join("\n");
  return { sql: select(`${line} AS line`, from, [where, conditionOf(flags)], order), words: ["--format", "otel"] };
}

function objectOf(engine: JsonEngine, members: readonly (readonly [name: string, sql: string])[]): string {
  return `${ENGINES[engine].object}(\n${members.map(([name, sql]) => `  ${literal(name, engine)}, ${sql.replaceAll("\n", "\n  ")}`).join(",\n")})`;
}
