/** The query for the tool calls of a table, in the order in which `scan --sorted` reads them. */

import { COLUMN_FIELDS, type ColumnField, readColumns } from "../../traces/columns.ts";
import {
  type RowEngine,
  WAREHOUSE_MAPS,
  type WarehouseEngine,
  type WarehouseMap,
} from "../../traces/warehouse-maps.ts";

/** Line breaks too: in a here-document of the shell, a line of a name could be its end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/** `text`, unless it has a control character. `what` says in the message what it is. */
function printable(text: string, what: string): string {
  if (CONTROL.test(text)) throw new Error(`${what} ${JSON.stringify(text)} contains a control character`);
  return text;
}

/** A name of a column, or one part of a table's name. */
export function identifier(name: string, engine: WarehouseEngine): string {
  printable(name, "the name");
  // ClickHouse reads backslashes in quoted names as it does in texts.
  return engine === "clickhouse" ? `\`${name.replace(/[\\`]/g, "\\$&")}\`` : `"${name.replaceAll('"', '""')}"`;
}

export function literal(text: string, engine: WarehouseEngine): string {
  printable(text, "the text");
  return engine === "clickhouse" ? `'${text.replace(/[\\']/g, "\\$&")}'` : `'${text.replaceAll("'", "''")}'`;
}

/** A part of a table's name, as it is or in double quotes: `default.observations`, `"my.db".spans`. */
const PART = /(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/y;

/** A table's name, with its parts separated by dots. */
export function tableName(text: string, engine: WarehouseEngine): string {
  return quotedParts(text, engine).join(".");
}

/** The name of another table in the same schema. */
export function siblingName(text: string, sibling: string, engine: WarehouseEngine): string {
  return [...quotedParts(text, engine).slice(0, -1), identifier(sibling, engine)].join(".");
}

function quotedParts(text: string, engine: WarehouseEngine): string[] {
  const parts: string[] = [];
  PART.lastIndex = 0;
  for (let more = true; more; ) {
    const [part, quoted, plain, end] = PART.exec(text) ?? [];
    const expected = 'expected one such as observations, db.observations or "my.db".spans';
    if (part === undefined) throw new Error(`${JSON.stringify(text)} is not a table's name; ${expected}`);
    parts.push(identifier(quoted?.replaceAll('""', '"') ?? (plain as string), engine));
    more = end === ".";
  }
  return parts;
}

/** A word of a command line for a POSIX shell. */
export function shellWord(text: string): string {
  printable(text, "the word");
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** In quotes the shell changes nothing, and no line of ours is this word. */
const END = "LOOPGUARD_SQL";

export function hereDocument(words: readonly string[], text: string, rest = ""): string {
  return `${words.map(shellWord).join(" ")} <<'${END}'${rest}\n${text}\n${END}`;
}

export interface CallsFlags {
  map?: string;
  columns?: string;
  table?: string | undefined;
  /** Of DuckDB: the files, instead of a table. */
  file?: string;
  where?: string;
}

/** A query in its parts. */
export interface CallsQuery {
  fields: readonly ColumnField[];
  /** `shard`: only the runs of one of so many parts. */
  sql(shard?: { index: number; count: number }): string;
}

/** `from` and `what` are ours; the condition of the flags is the user's. */
export function select(
  what: string,
  from: string,
  conditions: readonly (string | undefined)[],
  order: readonly (string | undefined)[],
): string {
  const all = conditions.filter((text) => text !== undefined).map((text) => `(${text})`);
  const by = order.filter((text) => text !== undefined);
  return [
    `SELECT ${what}`,
    `FROM ${from}`,
    ...(all.length > 0 ? [`WHERE ${all.join("\n  AND ")}`] : []),
    ...(by.length > 0 ? [`ORDER BY ${by.join(", ")}`] : []),
  ].join("\n");
}

/** The condition of the flags. It may end in a comment, which must not take in what follows. */
export function conditionOf({ where }: CallsFlags): string | undefined {
  return where === undefined ? undefined : `${printable(where, "the condition")}\n`;
}

type Expressions = Readonly<Partial<Record<ColumnField, string>>>;

/** The id only tells which of two calls of the same time comes first. */
export const fieldsOf = (expressions: Expressions): ColumnField[] =>
  COLUMN_FIELDS.filter((field) => field !== "id" && expressions[field] !== undefined);

/** Set apart from all columns of a table: ClickHouse takes a name for the alias of another column if there is one. */
export const ALIAS = "lg_";

/** The value of `scan --columns` for the rows of such a query. */
export const columnsOf = ({ fields }: Pick<CallsQuery, "fields">): string =>
  fields.map((field) => `${field}=${ALIAS}${field}`).join(",");

export function callsQuery(flags: CallsFlags, engine: RowEngine): CallsQuery {
  const map = flags.map === undefined ? undefined : mapOf(flags, engine);
  const expressions: Expressions = map?.columns ?? expressionsOf(flags, engine);
  const fields = fieldsOf(expressions);
  const what = `\n${fields.map((field) => `  ${expressions[field]} AS ${ALIAS}${field}`).join(",\n")}`;
  const sorted = (["run", "time"] as const).filter((field) => expressions[field] !== undefined);
  const order = [...sorted.map((field) => ALIAS + field), expressions.id];
  const condition = conditionOf(flags);
  return {
    fields,
    sql(shard) {
      // Now, since the script for a server needs no table.
      const name = fromClause({ ...flags, table: flags.table ?? map?.table }, engine);
      const from = map?.modifier === undefined ? name : `${name} ${map.modifier}`;
      return select(what, from, [map?.where, condition, shard && shardCondition(shard, engine)], order);
    },
  };
}

/** What the map of the flags says of this engine. */
export function mapOf<E extends WarehouseEngine>(flags: CallsFlags, engine: E): NonNullable<WarehouseMap[E]> {
  if (flags.columns !== undefined) throw new Error("--map and --columns exclude each other; give one of them");
  const known = WAREHOUSE_MAPS.filter((map) => map[engine] !== undefined);
  const table = known.find(({ name }) => name === flags.map)?.[engine];
  if (table === undefined || table === null)
    throw new Error(
      `no map ${JSON.stringify(flags.map)} for ${engine}; known: ${known.map(({ name }) => name).join(", ")}`,
    );
  return table;
}

/** The columns of the flags, by field. */
export function expressionsOf({ columns }: CallsFlags, engine: WarehouseEngine): Expressions {
  if (columns === undefined)
    throw new Error("give --map <name> or --columns <list>: which columns of the table hold the tool calls");
  try {
    const named = Object.entries(readColumns(columns));
    return Object.fromEntries(
      named.map(([field, column]) => [field, inJson(field as ColumnField, `t.${identifier(column, engine)}`, engine)]),
    );
  } catch (error) {
    if (error instanceof RangeError) throw new Error(`--columns: ${error.message}`);
    throw error;
  }
}

/** CAST of ClickHouse takes no NULL. */
const asText = (value: string, engine: WarehouseEngine): string =>
  engine === "clickhouse" ? `toString(${value})` : `CAST(${value} AS TEXT)`;

const isTime = (field: ColumnField): boolean => field === "time" || field === "end";

/**
 * The value as the engine can write it in JSON. Runs may be numbers of 64 bits, which JSON would round. A value that JSON does
 * not have (BLOB, NaN, Infinity) is its text, or no time; ClickHouse and Postgres see to that.
 */
function inJson(field: ColumnField, value: string, engine: WarehouseEngine): string {
  const text = asText(value, engine);
  if (field === "run") return text;
  if (field === "id" || (isTime(field) && engine !== "duckdb")) return value;
  if (isTime(field)) return `CASE WHEN ${text} NOT IN ('nan', 'inf', '-inf') THEN ${value} END`;
  if (engine === "sqlite")
    return `CASE WHEN typeof(${value}) = 'blob' OR ${value} IN (9e999, -9e999) THEN ${text} ELSE ${value} END`;
  if (engine !== "duckdb") return value;
  const json = `to_json(${value})`;
  return `CASE WHEN regexp_matches(CAST(${json} AS TEXT), '\\b(NaN|Infinity)\\b') THEN to_json(${text}) ELSE ${json} END`;
}

export function fromClause({ table, file }: CallsFlags, engine: WarehouseEngine): string {
  if (table !== undefined && file !== undefined)
    throw new Error("--table and --file exclude each other; give one of them");
  // DuckDB takes a text for files, by the end of their name.
  if (file !== undefined) return `${literal(file, engine)} AS t`;
  if (table !== undefined) return `${tableName(table, engine)} AS t`;
  throw new Error(`give ${engine === "duckdb" ? "--file <files> or " : ""}--table <name>: where the rows are`);
}

function shardCondition({ index, count }: { index: number; count: number }, engine: RowEngine): string {
  // A run without an id is one of its own, and not in no part.
  const hash = engine === "clickhouse" ? "cityHash64" : "hash";
  return `${hash}(coalesce(${asText(`${ALIAS}run`, engine)}, '')) % ${count} = ${index}`;
}
