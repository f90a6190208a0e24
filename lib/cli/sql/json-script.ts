/** Shell scripts for Postgres and SQLite, which print a line of JSON for each call, in order, and for a judge that prints loops. */
import type { JsonEngine } from "../../traces/warehouse-maps.ts";
import {
  ALIAS,
  type CallsFlags,
  columnsOf,
  conditionOf,
  expressionsOf,
  fieldsOf,
  fromClause,
  hereDocument,
  literal,
  mapOf,
  select,
  shellWord,
  siblingName,
  tableName,
} from "./calls-query.ts";

interface ScriptOptions extends CallsFlags {
  /** Postgres: its name or its URL; default: as `psql` finds it. SQLite: the file. */
  database?: string;
  /** The words of the command that judges. */
  judge: readonly string[];
  /** Whether that is the program in C, which reads rows alone. */
  isProgram: boolean;
}

interface JsonQuery {
  sql: string;
  /** How the judge is told what they are. */
  words: readonly string[];
}

export function jsonScript(engine: JsonEngine, options: ScriptOptions): string {
  const { judge, isProgram, map, database } = options;
  if (map !== undefined && isProgram)
    throw new Error(`--program: the program in C reads rows, and --map ${map} gives spans; leave it out`);
  const { sql, words } = map === undefined ? rowsQuery(engine, options) : spansQuery(engine, options);
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

function rowsQuery(engine: JsonEngine, flags: ScriptOptions): JsonQuery {
  const expressions = expressionsOf(flags, engine);
  const fields = fieldsOf(expressions);
  const members = fields.map((field) => [ALIAS + field, expressions[field] as string] as const);
  const order = [expressions.run, expressions.time, expressions.id];
  return {
    sql: select(`${objectOf(engine, members)} AS line`, fromClause(flags, engine), [conditionOf(flags)], order),
    words: ["--columns", columnsOf({ fields })],
  };
}

function spansQuery(engine: JsonEngine, flags: ScriptOptions): JsonQuery {
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
