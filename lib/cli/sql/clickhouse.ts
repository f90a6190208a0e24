/** Scripts and statements for ClickHouse, which gives the rows to a program and reads its lines: `executable()`. */
import { type CallsQuery, columnsOf } from "./calls-query.ts";
import { LINE_COLUMNS } from "./line-columns.ts";
import { identifier, literal, shellWord, tableName } from "./names.ts";

/**
 * ClickHouse ends a program that prints nothing for 10 s, while it sorts the rows or a long run has no loop, and does not
 * look at its exit code.
 */
const PROGRAM_SETTINGS = [
  "command_read_timeout = 86400000",
  "command_write_timeout = 86400000",
  "command_termination_timeout = 60",
  "check_exit_code = 1",
  "stderr_reaction = 'log_last'",
].join(", ");

/** How the lines are read. New members of a line are left out. */
const LINE_SETTINGS = [
  "date_time_input_format = 'best_effort'",
  "input_format_json_read_objects_as_strings = 1",
  "input_format_skip_unknown_fields = 1",
].join(", ");

/** The shell script for the folder user_scripts. `judge`: the words of the command that reads rows and writes lines. */
export function clickhouseScript(query: CallsQuery, judge: readonly string[]): string {
  const words = [...judge, "--columns", columnsOf(query), "--sorted", "--ndjson"];
  return `#!/bin/sh
# Reads tool calls from ClickHouse and writes a line for each loop. It belongs into the folder user_scripts of the server
# (/var/lib/clickhouse/user_scripts), and must be executable for the server's user.
exec ${words.map(shellWord).join(" ")}
`;
}

interface StatementOptions {
  script: string;
  /** Into how many parts the runs are divided, each with a program of its own. */
  shards: number;
  /** Only this one of them, from 0. */
  shard?: number | undefined;
  /** The table that stores the loops. */
  into?: string | undefined;
}

export function clickhouseStatement(query: CallsQuery, { script, shards, shard, into }: StatementOptions): string {
  const indices = shard === undefined ? Array.from({ length: shards }, (_, index) => index) : [shard];
  const parts = indices.map((index) => part(query.sql(shards > 1 ? { index, count: shards } : undefined), script));
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
