// Made by scripts/build-scan-types.mjs from docs/cli/scan*.schema.json. Not to be edited.

/** What a line has, as columns of a table. */
export const LINE_COLUMNS: readonly { name: string; clickhouse: string; duckdb: string }[] = [
  { name: "version", clickhouse: "UInt8", duckdb: "UTINYINT" },
  { name: "run", clickhouse: "String", duckdb: "VARCHAR" },
  { name: "file", clickhouse: "String", duckdb: "VARCHAR" },
  { name: "line", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "detector", clickhouse: "LowCardinality(String)", duckdb: "VARCHAR" },
  { name: "tool", clickhouse: "LowCardinality(String)", duckdb: "VARCHAR" },
  { name: "repeats", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "cycleLength", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "evidence", clickhouse: "LowCardinality(String)", duckdb: "VARCHAR" },
  { name: "action", clickhouse: "LowCardinality(String)", duckdb: "VARCHAR" },
  { name: "firstCall", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "lastCall", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "calls", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "wastedCalls", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "wastedTokens", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "wastedCachedTokens", clickhouse: "UInt64", duckdb: "UBIGINT" },
  { name: "fingerprint", clickhouse: "String", duckdb: "VARCHAR" },
  { name: "pattern", clickhouse: "Array(String)", duckdb: "VARCHAR[]" },
  { name: "message", clickhouse: "String", duckdb: "VARCHAR" },
  { name: "startedAt", clickhouse: "DateTime64(3, 'UTC')", duckdb: "TIMESTAMPTZ" },
  { name: "text", clickhouse: "String", duckdb: "JSON" },
];
