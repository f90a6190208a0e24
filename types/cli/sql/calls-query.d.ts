/** The query for the tool calls of a table, in the order in which `scan --sorted` reads them. */
import { type ColumnField } from "../../traces/columns.ts";
import { type RowEngine, type WarehouseEngine, type WarehouseMap } from "../../traces/warehouse-maps.ts";
/** What the command line says about the table. */
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
    /** The fields that it selects. */
    fields: readonly ColumnField[];
    /** `shard`: only the runs of one of so many parts. */
    sql(shard?: {
        index: number;
        count: number;
    }): string;
}
/** Set apart from all columns of a table: ClickHouse takes a name for the alias of another column if there is one. */
export declare const ALIAS = "lg_";
/** The value of `scan --columns` for the rows of such a query. */
export declare const columnsOf: ({ fields }: Pick<CallsQuery, "fields">) => string;
export declare function callsQuery(flags: CallsFlags, engine: RowEngine): CallsQuery;
/** What the map of the flags says of this engine. */
export declare function mapOf<E extends WarehouseEngine>(flags: CallsFlags, engine: E): NonNullable<WarehouseMap[E]>;
/** The columns of the flags, by field. */
export declare function expressionsOf({ columns }: CallsFlags, engine: WarehouseEngine): Readonly<Partial<Record<ColumnField, string>>>;
export declare const NO_TABLE = "give --table <name>: where the rows are";
