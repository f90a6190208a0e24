/** The members of a line of `scan --ndjson` (docs/cli/scan-line.schema.json), with the type of each in the engines. */
interface LineColumn {
    name: string;
    clickhouse: string;
    duckdb: string;
}
export declare const LINE_COLUMNS: readonly LineColumn[];
export {};
