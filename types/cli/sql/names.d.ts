/** Writes names and texts into SQL and shell scripts, so that nothing in one ends it. */
import type { WarehouseEngine } from "../../traces/warehouse-maps.ts";
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
