/** DuckDB's command line, as far as the printed scripts use it, on the engine from npm: `duckdb [-readonly] [database]`. */
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const args = process.argv.slice(2);
const options = args[0] === "-readonly" ? { access_mode: "READ_ONLY" } : {};
const [database = ":memory:"] = args.filter((arg) => arg !== "-readonly");
const connection = await (await DuckDBInstance.create(database, options)).connect();
const statements = await connection.extractStatements(readFileSync(0, "utf8"));
for (let index = 0; index < statements.count; index++) await (await statements.prepare(index)).run();
connection.closeSync();
