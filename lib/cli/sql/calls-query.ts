/** The query for the tool calls of a table, in the order in which `scan --sorted` reads them. */
import { COLUMN_FIELDS, type ColumnField, readColumns } from "../../traces/columns.ts";
import {
  type RowEngine,
  WAREHOUSE_MAPS,
  type WarehouseEngine,
  type WarehouseMap,
} from "../../traces/warehouse-maps.ts";
import { Failure } from "../failure.ts";
import { identifier, literal, printable, tableName } from "./names.ts";

export interface CallsFlags {
  map?: string;
  columns?: string;
  table?: string;
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

/** Set apart from all columns of a table: ClickHouse takes a name for the alias of another column if there is one. */
export const ALIAS = "lg_";

/** The value of `scan --columns` for the rows of such a query. */
export const columnsOf = ({ fields }: Pick<CallsQuery, "fields">): string =>
  fields.map((field) => `${field}=${ALIAS}${field}`).join(",");

export function callsQuery(flags: CallsFlags, engine: RowEngine): CallsQuery {
  const { expressions, from, where } = flags.map === undefined ? byColumns(flags, engine) : byMap(flags, engine);
  // The id only tells which of two calls of the same time comes first.
  const fields = COLUMN_FIELDS.filter((field) => field !== "id" && expressions[field] !== undefined);
  const sorted = (["run", "time"] as const).filter((field) => expressions[field] !== undefined);
  const order = [...sorted.map((field) => ALIAS + field), ...(expressions.id === undefined ? [] : [expressions.id])];
  const conditions = [where, flags.where === undefined ? undefined : printable(flags.where, "the condition")];
  return {
    fields,
    sql(shard) {
      const all = [...conditions, shard && shardCondition(shard, engine)].filter((text) => text !== undefined);
      return [
        `SELECT\n${fields.map((field) => `  ${expressions[field]} AS ${ALIAS}${field}`).join(",\n")}`,
        `FROM ${from()}`,
        ...(all.length > 0 ? [`WHERE ${all.map((text) => `(${text})`).join("\n  AND ")}`] : []),
        ...(order.length > 0 ? [`ORDER BY ${order.join(", ")}`] : []),
      ].join("\n");
    },
  };
}

interface Source {
  expressions: Readonly<Partial<Record<ColumnField, string>>>;
  /** Throws if no table is given: the script for a server does not need one. */
  from(): string;
  where?: string | undefined;
}

function byMap(flags: CallsFlags, engine: RowEngine): Source {
  const table = mapOf(flags, engine);
  return {
    expressions: table.columns,
    from: () => {
      const name = fromClause({ ...flags, table: flags.table ?? table.table }, engine);
      return table.modifier === undefined ? name : `${name} ${table.modifier}`;
    },
    where: table.where,
  };
}

/** What the map of the flags says of this engine. */
export function mapOf<E extends WarehouseEngine>(flags: CallsFlags, engine: E): NonNullable<WarehouseMap[E]> {
  if (flags.columns !== undefined) throw new Failure("--map and --columns exclude each other; give one of them");
  const known = WAREHOUSE_MAPS.filter((map) => map[engine] !== undefined);
  const table = known.find(({ name }) => name === flags.map)?.[engine];
  if (table === undefined || table === null)
    throw new Failure(
      `no map ${JSON.stringify(flags.map)} for ${engine}; known: ${known.map(({ name }) => name).join(", ")}`,
    );
  return table;
}

function byColumns(flags: CallsFlags, engine: RowEngine): Source {
  return { expressions: expressionsOf(flags, engine), from: () => fromClause(flags, engine) };
}

/** The columns of the flags, by field. */
export function expressionsOf(
  { columns }: CallsFlags,
  engine: WarehouseEngine,
): Readonly<Partial<Record<ColumnField, string>>> {
  if (columns === undefined)
    throw new Failure("give --map <name> or --columns <list>: which columns of the table hold the tool calls");
  const named = Object.entries(columnsIn(columns));
  return Object.fromEntries(named.map(([field, column]) => [field, `t.${identifier(column, engine)}`]));
}

function columnsIn(text: string): ReturnType<typeof readColumns> {
  try {
    return readColumns(text);
  } catch (error) {
    if (error instanceof RangeError) throw new Failure(`--columns: ${error.message}`);
    throw error;
  }
}

function fromClause({ table, file }: { table?: string | undefined; file?: string }, engine: RowEngine): string {
  if (table !== undefined && file !== undefined)
    throw new Failure("--table and --file exclude each other; give one of them");
  // DuckDB takes a text for files, by the end of their name.
  if (file !== undefined) return `${literal(file, engine)} AS t`;
  if (table !== undefined) return `${tableName(table, engine)} AS t`;
  throw new Failure(engine === "duckdb" ? "give --file <files> or --table <name>: where the rows are" : NO_TABLE);
}

export const NO_TABLE = "give --table <name>: where the rows are";

function shardCondition({ index, count }: { index: number; count: number }, engine: RowEngine): string {
  // A run without an id is one of its own, and not in no part.
  if (engine === "clickhouse") return `cityHash64(ifNull(toString(${ALIAS}run), '')) % ${count} = ${index}`;
  return `hash(coalesce(CAST(${ALIAS}run AS VARCHAR), '')) % ${count} = ${index}`;
}
