/** Spans as Phoenix keeps them in its database, with its own columns, and the same as OTLP with attributes of OpenInference. */
import { type Call, planted } from "./planted.ts";

export interface PhoenixSpan {
  call: Call;
  session: string | undefined;
  kind: "TOOL" | "LLM";
  parent: string | undefined;
  /** With the names of OpenInference. */
  attributes: Record<string, string>;
  status: "OK" | "ERROR";
  message: string;
  exception: string | undefined;
}

/** The first calls of every fifth run are a trace of their own in its session. */
const FIRST_TRACE = 4;

/** Sessions of two traces among them; results are texts and messages of LangChain. */
export function* phoenixSpans(runs: number): Generator<PhoenixSpan> {
  const calls = new Map<string, number>();
  for (const call of planted(runs)) {
    const index = Number.parseInt(call.run, 16);
    const session = index % 5 === 0 ? `session 'no' "${index}" \\` : undefined;
    const count = calls.get(call.run) ?? 0;
    calls.set(call.run, count + 1);
    const trace = session === undefined || count >= FIRST_TRACE ? call.run : call.run.replace("0", "f");
    const attributes = {
      ...(index % 2 === 0
        ? { "tool.name": call.tool }
        : { "tool_call.function.name": call.tool, "tool_call.id": call.id }),
      "input.value": call.arguments,
      "input.mime_type": "application/json",
      ...(call.failed ? {} : { "output.value": index % 3 === 0 ? langchain(call) : call.result }),
      ...(session === undefined ? {} : { "session.id": session }),
    };
    const traced = { ...call, run: trace };
    const common = { session, parent: undefined, status: "OK", message: "", exception: undefined } as const;
    yield {
      ...common,
      call: { ...traced, id: `a${call.id.slice(1)}` },
      kind: "LLM",
      attributes: { "llm.model_name": "m" },
    };
    const failed = call.failed && {
      status: "ERROR" as const,
      message: `ToolError: ${call.result}`,
      exception: index % 2 === 0 ? undefined : call.result,
    };
    yield { ...common, call: traced, kind: "TOOL", attributes, ...failed };
    // A layer below records the same call once more.
    if (index % 4 === 0)
      yield {
        ...common,
        call: { ...traced, id: `b${call.id.slice(1)}`, time: call.time + 1 },
        kind: "TOOL",
        attributes,
        parent: call.id,
        ...failed,
      };
  }
}

/** With the call's id, which differs from call to call. */
const langchain = ({ result, id, tool }: Call): string =>
  JSON.stringify({ type: "tool", content: result, tool_call_id: id, name: tool, status: "success" });

const LATER = 40;

export const otlpSpan = ({ call, kind, parent, attributes, status, message, exception }: PhoenixSpan): object => ({
  traceId: call.run,
  spanId: call.id,
  ...(parent === undefined ? {} : { parentSpanId: parent }),
  name: call.tool,
  startTimeUnixNano: `${call.time}000000`,
  endTimeUnixNano: `${call.time + LATER}000000`,
  status: { code: status === "ERROR" ? 2 : 1, message },
  events:
    exception === undefined ? [] : [{ name: "exception", attributes: keyValues({ "exception.message": exception }) }],
  attributes: keyValues({ ...attributes, "openinference.span.kind": kind }),
});

const keyValues = (attributes: Record<string, string>): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } }));

export interface SqlTypes {
  id: string;
  time: string;
  json: string;
}

/** The statements that make and fill the tables, as far as calls are concerned. Spans do not come in order. */
export function phoenixTables({ id, time, json }: SqlTypes, spans: readonly PhoenixSpan[]): string {
  const sessions = [...new Set(spans.flatMap(({ session }) => session ?? []))];
  const traces = [...new Map(spans.map(({ call, session }) => [call.run, session]))];
  const traceRow = new Map(traces.map(([trace], at) => [trace, at + 1]));
  const at = (ms: number) => text(new Date(ms).toISOString().replace("T", " ").replace("Z", "000"));
  const span = ({ call, kind, parent, attributes, status, message, exception }: PhoenixSpan, row: number): string =>
    [
      row + 1,
      traceRow.get(call.run),
      text(call.id),
      parent === undefined ? "NULL" : text(parent),
      text(call.tool),
      text(kind),
      at(call.time),
      at(call.time + LATER),
      text(JSON.stringify(nested(attributes))),
      text(
        JSON.stringify(
          exception === undefined
            ? []
            : [{ name: "exception", timestamp: "", attributes: { "exception.message": exception } }],
        ),
      ),
      text(status),
      text(message),
    ].join(", ");
  return `
    CREATE TABLE project_sessions (id ${id} PRIMARY KEY, session_id VARCHAR NOT NULL UNIQUE);
    CREATE TABLE traces (id ${id} PRIMARY KEY, trace_id VARCHAR NOT NULL UNIQUE, project_session_rowid ${id});
    CREATE TABLE spans (id ${id} PRIMARY KEY, trace_rowid ${id}, span_id VARCHAR NOT NULL UNIQUE, parent_id VARCHAR,
      name VARCHAR NOT NULL, span_kind VARCHAR NOT NULL, start_time ${time} NOT NULL, end_time ${time} NOT NULL,
      attributes ${json} NOT NULL, events ${json} NOT NULL, status_code VARCHAR NOT NULL, status_message VARCHAR NOT NULL);
    ${inserts(
      "project_sessions",
      sessions.map((session, row) => `${row + 1}, ${text(session)}`),
    )}
    ${inserts(
      "traces",
      traces.map(
        ([trace, session], row) =>
          `${row + 1}, ${text(trace)}, ${session === undefined ? "NULL" : sessions.indexOf(session) + 1}`,
      ),
    )}
    ${inserts("spans", spans.map(span).reverse())}`;
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const inserts = (table: string, rows: readonly string[]): string =>
  `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(",\n")};`;

/** `{ "a.b": 1 }` as `{ a: { b: 1 } }`. */
function nested(attributes: Record<string, string>): object {
  const root: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const path = name.split(".");
    const last = path.pop() as string;
    let at = root;
    for (const part of path) at = (at[part] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return root;
}
