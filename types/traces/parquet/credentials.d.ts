/** Credentials for object storage, which DuckDB finds and keeps by its own means, and what it says if it cannot read. */
import type { Database } from "./duckdb.ts";
/**
 * Lets DuckDB look for the credentials of these URLs: a secret that the user has made in DuckDB, else the provider's usual
 * places (environment, profiles, roles). Without any, public files can still be read; gives what DuckDB said.
 */
export declare function findCredentials(database: Database, patterns: readonly string[]): Promise<string[]>;
/** DuckDB's error on one line, without the statement, and without what a URL has beside its name. */
export declare function plainError(error: unknown, patterns: readonly string[], denied: readonly string[]): Error;
