/** What a line has, as columns of a table. */
export declare const LINE_COLUMNS: readonly {
    name: string;
    clickhouse: string;
    duckdb: string;
}[];
