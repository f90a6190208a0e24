/** `loopguard sql`: finds loops where the traces are, in ClickHouse, or with DuckDB, Postgres or SQLite. */
import { type Command } from "../bundled/libraries.ts";
export declare function registerSql(program: Command): void;
