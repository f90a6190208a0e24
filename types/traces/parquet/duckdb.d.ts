export interface DatabaseSettings {
    threads: number;
    /** Past it, DuckDB sorts on disk: such as `"2GB"`. */
    memory: string | undefined;
}
/** A database in memory. */
export declare class Database {
    #private;
    private constructor();
    /** Throws an error that says what to install, if DuckDB is not there. */
    static open({ threads, memory }: DatabaseSettings): Promise<Database>;
    all(sql: string): Promise<Record<string, unknown>[]>;
    /** Does a statement that takes long; yields the share of it that is done (0 to 1) every now and then. */
    long(sql: string): AsyncGenerator<number, void, undefined>;
    close(): void;
}
