/** DuckDB, an optional peer dependency that is loaded only when Parquet is read, and the little that is used of it. */
/** A database in memory. */
export interface Database {
    all(sql: string): Promise<Record<string, unknown>[]>;
    /** Does a statement that takes long; yields the share of it that is done (0 to 1) every now and then. */
    long(sql: string): AsyncGenerator<number, void, undefined>;
    close(): void;
}
/** `memory`: past it, DuckDB sorts on disk. Throws an error that says what to install, if DuckDB is not there. */
export declare function openDatabase(memory: string | undefined): Promise<Database>;
/**
 * Lets DuckDB look for the credentials of these URLs: a secret that the user has made in DuckDB, else the provider's usual
 * places (environment, profiles, roles). Without any, public files can still be read; gives what DuckDB said.
 */
export declare function findCredentials(database: Database, patterns: readonly string[]): Promise<string[]>;
/** DuckDB's error on one line, without the statement, and without what a URL has beside its name. */
export declare function plainError(error: unknown, patterns: readonly string[], denied: readonly string[]): Error;
