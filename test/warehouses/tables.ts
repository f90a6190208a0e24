/**
 * For each map a table with the engine's and the product's own columns and types, as far as calls are concerned, and the same
 * calls as the product's API or exporter writes them to a file, which `scan` reads without a map.
 */
import type { Call } from "./planted.ts";

type Row = Record<string, unknown>;

export interface Table {
  map: string;
  /** The statement that creates it. `%` is its name. */
  create: string;
  row(call: Call): Row;
  /** A row that is no tool call, or one that was deleted. */
  other: Row;
  /** The call in the file that `scan` reads. */
  recorded(call: Call): Row;
}

const iso = (time: number): string => new Date(time).toISOString();
const sqlTime = (time: number): string => iso(time).replace("T", " ").replace("Z", "");
const LATER = 40;
const outcome = ({ failed, result }: Call) =>
  failed ? { level: "ERROR", status_message: result } : { level: "DEFAULT", output: result };

const observation = (call: Call): Row => ({
  id: call.id,
  traceId: call.run,
  type: "TOOL",
  name: call.tool,
  input: call.arguments,
  output: call.failed ? null : call.result,
  level: call.failed ? "ERROR" : "DEFAULT",
  statusMessage: call.failed ? call.result : null,
  startTime: iso(call.time),
  endTime: iso(call.time + LATER),
});

const langfuseRow = (call: Call): Row => ({
  id: call.id,
  trace_id: call.run,
  project_id: "p",
  type: "TOOL",
  name: call.tool,
  input: call.arguments,
  start_time: sqlTime(call.time),
  end_time: sqlTime(call.time + LATER),
  ...outcome(call),
});

const generation = {
  id: "g",
  trace_id: "t",
  project_id: "p",
  type: "GENERATION",
  name: "gpt",
  start_time: "2026-11-01 00:00:00.000",
};

const span = (call: Call, attributes: Record<string, string>): Row => ({
  traceId: call.run,
  spanId: call.id,
  name: "span",
  startTimeUnixNano: `${call.time}000000`,
  endTimeUnixNano: `${call.time + LATER}000000`,
  status: call.failed ? { code: 2, message: call.result } : { code: 0 },
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
});

const spanRow = (call: Call, attributes: Record<string, string>): Row => ({
  Timestamp: `${sqlTime(call.time)}000000`,
  TraceId: call.run,
  SpanId: call.id,
  SpanName: "span",
  SpanAttributes: attributes,
  Duration: LATER * 1e6,
  StatusCode: call.failed ? "Error" : "Unset",
  StatusMessage: call.failed ? call.result : "",
});

const OTEL_TABLE = `CREATE TABLE % (Timestamp DateTime64(9) CODEC(Delta, ZSTD(1)), TraceId String, SpanId String,
  ParentSpanId String, SpanName LowCardinality(String), ServiceName LowCardinality(String),
  SpanAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)), Duration UInt64, StatusCode LowCardinality(String),
  StatusMessage String) ENGINE = MergeTree PARTITION BY toDate(Timestamp)
  ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))`;

/** With `json: true`. */
const OTEL_JSON_TABLE = OTEL_TABLE.replace("Map(LowCardinality(String), String)", "JSON");

const chat = {
  Timestamp: "2026-11-01 00:00:00.000000000",
  TraceId: "t",
  SpanId: "s",
  SpanName: "chat",
  SpanAttributes: { "gen_ai.operation.name": "chat", "openinference.span.kind": "CHAIN" },
};

const genAi = (call: Call): Record<string, string> => ({
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": call.tool,
  "gen_ai.tool.call.arguments": call.arguments,
  ...(call.failed ? {} : { "gen_ai.tool.call.result": call.result }),
});

/** With a date as the result of the calls that are repeated: in a column of type JSON it is no String. */
const dated = (call: Call): Call =>
  call.result.startsWith("the text") ? { ...call, result: "2026-11-01 10:00:00" } : call;

const openInference = (call: Call): Record<string, string> => ({
  "openinference.span.kind": "TOOL",
  "tool.name": call.tool,
  "input.value": call.arguments,
  ...(call.failed ? {} : { "output.value": call.result }),
});

/** LangChain wraps what is no object, and its tools' results are messages. */
const langsmithRun = (call: Call): Row => ({
  id: call.id,
  trace_id: call.run,
  run_type: "tool",
  name: call.tool,
  inputs: { input: call.arguments },
  outputs: call.failed
    ? null
    : { output: { type: "tool", content: call.result, tool_call_id: call.id, status: "success", name: call.tool } },
  error: call.failed ? call.result : null,
  start_time: iso(call.time),
  end_time: iso(call.time + LATER),
  dotted_order: `${call.time}${call.id}`,
});

export const CLICKHOUSE_TABLES: readonly Table[] = [
  {
    map: "langfuse",
    create: `CREATE TABLE % (id String, trace_id String, project_id String, type LowCardinality(String),
      start_time DateTime64(3), end_time Nullable(DateTime64(3)), name String, level LowCardinality(String),
      status_message Nullable(String), input Nullable(String) CODEC(ZSTD(3)), output Nullable(String) CODEC(ZSTD(3)),
      event_ts DateTime64(3), is_deleted UInt8) ENGINE = ReplacingMergeTree(event_ts, is_deleted)
      PARTITION BY toYYYYMM(start_time) PRIMARY KEY (project_id, type, toDate(start_time))
      ORDER BY (project_id, type, toDate(start_time), id)`,
    row: langfuseRow,
    other: generation,
    recorded: observation,
  },
  {
    map: "langfuse-export",
    create: `CREATE TABLE % (id String, trace_id String, project_id String, type String, start_time DateTime64(6),
      end_time Nullable(DateTime64(6)), name String, level String, status_message String, input String, output String,
      session_id String) ENGINE = MergeTree ORDER BY (trace_id, start_time)`,
    row: langfuseRow,
    other: generation,
    recorded: observation,
  },
  {
    map: "otel",
    create: OTEL_TABLE,
    row: (call) => spanRow(call, genAi(call)),
    other: chat,
    recorded: (call) => span(call, genAi(call)),
  },
  {
    map: "otel-json",
    create: OTEL_JSON_TABLE,
    row: (call) => spanRow(call, genAi(dated(call))),
    other: chat,
    recorded: (call) => span(call, genAi(dated(call))),
  },
  {
    map: "openinference-json",
    create: OTEL_JSON_TABLE,
    row: (call) => spanRow(call, openInference(call)),
    other: chat,
    recorded: (call) => span(call, openInference(call)),
  },
  {
    map: "openinference",
    create: OTEL_TABLE,
    row: (call) => spanRow(call, openInference(call)),
    other: chat,
    recorded: (call) => span(call, openInference(call)),
  },
];

const LANGFUSE_FILE = `CREATE TABLE % (id VARCHAR, trace_id VARCHAR, project_id VARCHAR, type VARCHAR, start_time TIMESTAMP,
  end_time TIMESTAMP, name VARCHAR, level VARCHAR, status_message VARCHAR, input VARCHAR, output VARCHAR`;

export const DUCKDB_TABLES: readonly Table[] = [
  { map: "langfuse", create: `${LANGFUSE_FILE})`, row: langfuseRow, other: generation, recorded: observation },
  {
    map: "langfuse-export",
    create: `${LANGFUSE_FILE}, session_id VARCHAR)`,
    row: (call) => ({ output: "", session_id: "", ...langfuseRow(call) }),
    other: generation,
    recorded: observation,
  },
  {
    map: "langsmith",
    create: `CREATE TABLE % (id VARCHAR, trace_id VARCHAR, run_type VARCHAR, name VARCHAR, inputs VARCHAR, outputs VARCHAR,
      error VARCHAR, start_time TIMESTAMPTZ, end_time TIMESTAMPTZ, dotted_order VARCHAR)`,
    row(call) {
      const run = langsmithRun(call);
      const text = (value: unknown) => (value === null ? null : JSON.stringify(value));
      return { ...run, inputs: text(run["inputs"]), outputs: text(run["outputs"]) };
    },
    other: { id: "l", trace_id: "t", run_type: "llm", name: "gpt", start_time: iso(0) },
    recorded: langsmithRun,
  },
];
