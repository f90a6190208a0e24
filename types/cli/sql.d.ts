/** `loopguard sql`: finds loops where the traces are, in ClickHouse, or with DuckDB, Postgres or SQLite. */
import { type Command } from "../traces/libraries.ts";
export declare function registerSql(program: Command): void;
