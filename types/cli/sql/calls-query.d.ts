/** The query for the tool calls of a table, in the order in which `scan --sorted` reads them. */
import { type ColumnField } from "../../traces/columns.ts";
import { type RowEngine, type WarehouseEngine, type WarehouseMap } from "../../traces/warehouse-maps.ts";
/** `text`, unless it has a control character. `what` says in the message what it is. */
export declare function printable(text: string, what: string): string;
/** A name of a column, or one part of a table's name. */
export declare function identifier(name: string, engine: WarehouseEngine): string;
export declare function literal(text: string, engine: WarehouseEngine): string;
/** A table's name, with its parts separated by dots. */
export declare function tableName(text: string, engine: WarehouseEngine): string;
/** The name of another table in the same schema. */
export declare function siblingName(text: string, sibling: string, engine: WarehouseEngine): string;
/** A word of a command line for a POSIX shell. */
export declare function shellWord(text: string): string;
export declare function hereDocument(words: readonly string[], text: string, rest?: string): string;
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
    sql(shard?: {
        index: number;
        count: number;
    }): string;
}
/** `from` and `what` are ours; the condition of the flags is the user's. */
export declare function select(what: string, from: string, conditions: readonly (string | undefined)[], order: readonly (string | undefined)[]): string;
/** The condition of the flags. */
export declare function conditionOf({ where }: CallsFlags): string | undefined;
type Expressions = Readonly<Partial<Record<ColumnField, string>>>;
/** The id only tells which of two calls of the same time comes first. */
export declare const fieldsOf: (expressions: Expressions) => ColumnField[];
/** Set apart from all columns of a table: ClickHouse takes a name for the alias of another column if there is one. */
export declare const ALIAS = "lg_";
/** The value of `scan --columns` for the rows of such a query. */
export declare const columnsOf: ({ fields }: Pick<CallsQuery, "fields">) => string;
export declare function callsQuery(flags: CallsFlags, engine: RowEngine): CallsQuery;
/** What the map of the flags says of this engine. */
export declare function mapOf<E extends WarehouseEngine>(flags: CallsFlags, engine: E): NonNullable<WarehouseMap[E]>;
/** The columns of the flags, by field. */
export declare function expressionsOf({ columns }: CallsFlags, engine: WarehouseEngine): Expressions;
export declare const NO_TABLE = "give --table <name>: where the rows are";
export {};
