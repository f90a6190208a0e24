/**
 * Where tables that keep traces have the tool calls: for each table the rows that are calls, and an expression for each
 * field of a call. Expressions are SQL of the engine, since what is an attribute, a JSON text or an unset value differs. The
 * schemas are those of the pages that `source` names, as of November 2026.
 */

import type { ColumnField } from "./columns.ts";

/** Engines that give the calls as rows of columns, and those that give a JSON object for each. */
export type RowEngine = "clickhouse" | "duckdb";
export type JsonEngine = "postgres" | "sqlite";
export type WarehouseEngine = RowEngine | JsonEngine;

/** A table in one engine. All SQL in it is ours and is not quoted again. */
export interface MappedTable {
  /** The table's usual name; none for files, whose name the user gives. */
  table?: string;
  /** What comes after the table's name, such as `FINAL`. */
  modifier?: string;
  /** Which rows are tool calls. */
  where: string;
  /** `id` only orders calls of the same time. */
  columns: Readonly<Partial<Record<ColumnField, string>> & Record<"run" | "tool", string>>;
  /** Columns that the table has, by which it is told from others. */
  signs: readonly string[];
}

/** A table of spans, of which each is given as `scan` reads a span in a file. The table is `t` in all SQL here. */
interface SpanTable {
  table: string;
  /** Other tables, in the schema of the first. */
  joins: readonly { table: string; as: string; on: string; isLeft?: true }[];
  /** Which spans are tool calls. */
  where: string;
  /** An expression for each member of a span, and for each of its attributes. */
  span: Readonly<Record<string, string>>;
  attributes: Readonly<Record<string, string>>;
  /** By run, and in it by time. */
  order: readonly string[];
}

export interface WarehouseMap {
  name: string;
  description: string;
  /** Where its schema is from. */
  source: string;
  clickhouse?: MappedTable;
  duckdb?: MappedTable;
  postgres?: SpanTable;
  sqlite?: SpanTable;
}

/** As the reader of Langfuse's API does: what an observation of level ERROR says, or else what it returned. */
const langfuseError =
  "CASE WHEN level = 'ERROR' THEN coalesce(nullif(status_message, ''), nullif(output, ''), 'error') END";

/**
 * The call has reached its tool, so a text that is no JSON is its input as it is, and not a mistake of the model. An unset
 * text is "".
 */
const input = {
  clickhouse: (text: string) =>
    `CASE WHEN NOT isValidJSON(nullif(${text}, '')) THEN toJSONString(map('input', ${text})) ELSE nullif(${text}, '') END`,
  duckdb: (text: string) =>
    `CASE WHEN NOT json_valid(nullif(${text}, '')) THEN CAST(json_object('input', ${text}) AS VARCHAR) ` +
    `ELSE nullif(${text}, '') END`,
};

/** Langfuse's observations: its table and its exports share these columns. `more`: those of one of them. */
const langfuse = (engine: RowEngine, more: Partial<MappedTable["columns"]> = {}, signs: readonly string[] = []) => ({
  where: "type = 'TOOL'",
  columns: {
    run: "trace_id",
    tool: "name",
    arguments: input[engine]("input"),
    result: "nullif(output, '')",
    error: langfuseError,
    time: "start_time",
    end: "end_time",
    id: "id",
    ...more,
  },
  signs: ["type", "name", "trace_id", "start_time", "input", "output", "level", "status_message", ...signs],
});
const LANGFUSE_SESSION = { run: "coalesce(nullif(session_id, ''), trace_id)", turn: "trace_id" };

/** The value of `key`, if the object in this column has no other: LangChain wraps values that are not objects. */
const only = (column: string, key: string) =>
  `CASE WHEN json_valid(${column}) AND json_keys(${column}) = ['${key}'] ` +
  `THEN json_extract_string(${column}, '$.${key}') ELSE ${column} END`;

/** The result of a LangChain tool is a message with the call's id, which differs from call to call: only its content counts. */
const langsmithMessage = (member: string) =>
  `CASE json_extract_string(CASE WHEN json_valid(outputs) THEN outputs END, '$.output.type') ` +
  `WHEN 'tool' THEN json_extract_string(outputs, '$.output.${member}') ` +
  `WHEN 'constructor' THEN json_extract_string(outputs, '$.output.kwargs.${member}') END`;

/** The text of an attribute of a span in OpenTelemetry's table, or of a missing one "" or NULL. */
type Attribute = (name: string) => string;
const inMap: Attribute = (name) => `SpanAttributes['${name}']`;
/** ClickHouse keeps a text that is a date as one, so its type is not always String. */
const inJson: Attribute = (name) => `CAST(SpanAttributes.\`${name}\` AS Nullable(String))`;

/** The exporter wrote `STATUS_CODE_ERROR` before 0.110. */
const otelError = (...texts: readonly string[]) =>
  `CASE WHEN StatusCode IN ('Error', 'STATUS_CODE_ERROR') ` +
  `THEN coalesce(nullif(StatusMessage, ''), ${[...texts, "'error'"].join(", ")}) END`;

const OTEL_SQL = "opentelemetry-collector-contrib, exporter/clickhouseexporter/internal/sqltemplates";
const OTEL_SOURCE = `${OTEL_SQL}/traces_table.sql`;
const OTEL_JSON_SOURCE = `${OTEL_SQL}/traces_json_table.sql`;

/** What a convention has in the attributes of a span; `attribute`: NULL for one that is missing. */
type Convention = (
  text: Attribute,
  attribute: Attribute,
) => { where: string; run: string; tool: string; arguments: string; result: string; error: string };

const otelTraces = (text: Attribute, convention: Convention): MappedTable => {
  const { where, run, ...columns } = convention(text, (name) => `nullif(${text(name)}, '')`);
  return {
    table: "otel_traces",
    where,
    columns: {
      ...columns,
      run: `coalesce(${run}, TraceId)`,
      turn: "TraceId",
      time: "toTimeZone(Timestamp, 'UTC')",
      end: "toTimeZone(addNanoseconds(Timestamp, Duration), 'UTC')", // a duration is in nanoseconds
      id: "SpanId",
    },
    signs: ["SpanAttributes", "StatusCode", "StatusMessage", "TraceId", "SpanId", "Timestamp"],
  };
};

const genAi: Convention = (text, attribute) => ({
  where: `${text("gen_ai.operation.name")} = 'execute_tool'`,
  run: attribute("gen_ai.conversation.id"),
  tool: `coalesce(${attribute("gen_ai.tool.name")}, replaceRegexpOne(SpanName, '^execute_tool ', ''))`,
  arguments: input.clickhouse(text("gen_ai.tool.call.arguments")),
  result: attribute("gen_ai.tool.call.result"),
  error: otelError(attribute("gen_ai.tool.call.result"), attribute("error.type")),
});

const openInference: Convention = (text, attribute) => ({
  where: `${text("openinference.span.kind")} = 'TOOL'`,
  run: attribute("session.id"),
  tool: `coalesce(${attribute("tool.name")}, SpanName)`,
  arguments: input.clickhouse(text("input.value")),
  result: attribute("output.value"),
  error: otelError(attribute("output.value")),
});

const CONVENTIONS = [
  { name: "otel", what: "its GenAI conventions", source: [], convention: genAi },
  {
    name: "openinference",
    what: "OpenInference (Arize, Phoenix)",
    source: ["Arize-ai/openinference, spec/semantic_conventions.md"],
    convention: openInference,
  },
];

/** Phoenix keeps attributes in one JSON object, nested by the dots in their names: `attribute` reads one, and `json` a list. */
const phoenix = (attribute: (path: readonly string[]) => string, json: (column: string) => string): SpanTable => {
  const names = ["tool.name", "tool_call.id", "tool_call.function.name", "tool_call.function.arguments"];
  const attributes = [...names, "input.value", "output.value"].map((name) => [name, attribute(name.split("."))]);
  return {
    table: "spans",
    joins: [
      { table: "traces", as: "tr", on: "tr.id = t.trace_rowid" },
      { table: "project_sessions", as: "s", on: "s.id = tr.project_session_rowid", isLeft: true },
    ],
    where: "t.span_kind = 'TOOL'",
    span: {
      trace_id: "tr.trace_id",
      span_id: "t.span_id",
      parent_id: "t.parent_id",
      name: "t.name",
      span_kind: "t.span_kind",
      start_time: "t.start_time",
      end_time: "t.end_time",
      status_code: "t.status_code",
      status_message: "t.status_message",
      events: json("t.events"),
    },
    attributes: { "session.id": "s.session_id", ...Object.fromEntries(attributes) },
    order: ["coalesce(s.session_id, tr.trace_id)", "tr.trace_id", "t.start_time", "t.id"],
  };
};

export const WAREHOUSE_MAPS: readonly WarehouseMap[] = [
  {
    name: "langfuse",
    description: "Langfuse's table of observations, as version 3 has it in ClickHouse, and its legacy exports",
    source: "langfuse/langfuse, packages/shared/clickhouse/migrations, 0002_observations.up.sql",
    clickhouse: {
      ...langfuse(
        "clickhouse",
        { result: "output", time: "toTimeZone(start_time, 'UTC')", end: "toTimeZone(end_time, 'UTC')" },
        ["is_deleted"],
      ),
      table: "observations",
      // Rows are replaced, not updated: without it, older versions of a row count too.
      modifier: "FINAL",
      where: "type = 'TOOL' AND is_deleted = 0",
    },
    duckdb: langfuse("duckdb"),
  },
  {
    name: "langfuse-export",
    description: "Langfuse's enriched observations, as version 4 exports them (observations_v2/)",
    source: "https://langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields",
    clickhouse: langfuse("clickhouse", LANGFUSE_SESSION, ["session_id"]),
    duckdb: langfuse("duckdb", LANGFUSE_SESSION, ["session_id"]),
  },
  {
    name: "langsmith",
    description: "LangSmith's bulk exports",
    source: "https://docs.langchain.com/langsmith/data-export, exportable fields",
    duckdb: {
      where: "run_type = 'tool'",
      columns: {
        // Its session_id is the project.
        run: "trace_id",
        tool: "name",
        arguments: input.duckdb(only("inputs", "input")),
        result: `coalesce(${langsmithMessage("content")}, ${only("outputs", "output")})`,
        error:
          `CASE WHEN nullif(error, '') IS NOT NULL THEN error ` +
          `WHEN ${langsmithMessage("status")} = 'error' THEN coalesce(${langsmithMessage("content")}, 'error') END`,
        time: "start_time",
        end: "end_time",
        id: "dotted_order",
      },
      signs: ["run_type", "name", "trace_id", "dotted_order", "start_time", "inputs", "outputs", "error"],
    },
  },
  ...CONVENTIONS.flatMap(({ name, what, source, convention }) => [
    {
      name,
      description: `spans of OpenTelemetry's exporter for ClickHouse, with attributes of ${what}`,
      source: [OTEL_SOURCE, ...source].join("; "),
      clickhouse: otelTraces(inMap, convention),
    },
    {
      name: `${name}-json`,
      description: "the same, if the exporter is set to `json: true`",
      source: [OTEL_JSON_SOURCE, ...source].join("; "),
      clickhouse: otelTraces(inJson, convention),
    },
  ]),
  {
    name: "phoenix",
    description: "spans of Arize Phoenix in its own database, which is Postgres or SQLite",
    source: "Arize-ai/phoenix, src/phoenix/db/models.py: Span, Trace, ProjectSession",
    postgres: phoenix(
      (path) => `t.attributes #>> '{${path.join(",")}}'`,
      (column) => column,
    ),
    sqlite: phoenix(
      (path) => `json_extract(t.attributes, '$.${path.join(".")}')`,
      (column) => `json(${column})`,
    ),
  },
];
