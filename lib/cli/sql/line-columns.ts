/** The members of a line of `scan --ndjson` (docs/cli/scan-line.schema.json), with the type of each in the engines. */

interface LineColumn {
  name: string;
  clickhouse: string;
  duckdb: string;
}

const COUNT = { clickhouse: "UInt64", duckdb: "UBIGINT" } as const;
const TEXT = { clickhouse: "String", duckdb: "VARCHAR" } as const;
/** Of few different values. */
const WORD = { clickhouse: "LowCardinality(String)", duckdb: "VARCHAR" } as const;

export const LINE_COLUMNS: readonly LineColumn[] = [
  { name: "version", clickhouse: "UInt8", duckdb: "UTINYINT" },
  { name: "run", ...TEXT },
  { name: "file", ...TEXT },
  { name: "line", ...COUNT },
  { name: "detector", ...WORD },
  { name: "tool", ...WORD },
  { name: "repeats", ...COUNT },
  { name: "cycleLength", ...COUNT },
  { name: "evidence", ...WORD },
  { name: "action", ...WORD },
  { name: "firstCall", ...COUNT },
  { name: "lastCall", ...COUNT },
  { name: "calls", ...COUNT },
  { name: "wastedCalls", ...COUNT },
  { name: "wastedTokens", ...COUNT },
  { name: "wastedCachedTokens", ...COUNT },
  { name: "fingerprint", ...TEXT },
  { name: "pattern", clickhouse: "Array(String)", duckdb: "VARCHAR[]" },
  { name: "message", ...TEXT },
  // Not Nullable in ClickHouse, where that costs a second file for the column: 1970 if the trace does not say.
  { name: "startedAt", clickhouse: "DateTime64(3, 'UTC')", duckdb: "TIMESTAMPTZ" },
  { name: "text", clickhouse: "String", duckdb: "JSON" },
];
