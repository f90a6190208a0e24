/** What to say of a scan that found no call, and so judged none. */
import type { Columns } from "../../traces/columns.ts";
import type { TraceFormat } from "../../traces/read-trace.ts";
import { counted } from "../plain-text.ts";
import type { ScanTotals } from "../scan-types.ts";

/** Those in which a call is a span, an observation or a run of its own. */
const SPANS: ReadonlySet<TraceFormat> = new Set(["otel", "jaeger", "langfuse", "langsmith"]);

const RECORD_TOOLS =
  "Spans of models, agents and chains are no calls. A call is a span of a tool: gen_ai.operation.name = execute_tool of" +
  " OpenTelemetry's GenAI instrumentations, openinference.span.kind = TOOL, traceloop.span.kind = tool, ai.operationId =" +
  " ai.toolCall of the AI SDK, an observation of type TOOL, a run of run_type tool. Instrument what runs the tools," +
  " or record the messages of responses (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY): they have the calls too.";

/** For stderr. `formats`: of the files, as far as they are known; `columns`: of the table that was read. */
export function noCallsText(totals: ScanTotals, formats: readonly TraceFormat[], columns?: Columns): string {
  // As native/scan/scan.c says it.
  if (columns !== undefined)
    return `No tool call was found: no row has a tool's name in the column ${JSON.stringify(columns.tool)}, which --columns names for tool.\n`;
  const { files, runs } = totals;
  const read = `${counted(files, "file")}${formats.length > 0 ? ` (${formats.join(", ")})` : ""}`;
  const other = "loopguard scan --help lists the formats; --format names one.";
  const recognised = "Conversations without tools have none. If it is in another format, --format names it.";
  const hint = formats.some((format) => SPANS.has(format)) ? RECORD_TOOLS : formats.length > 0 ? recognised : other;
  return `No tool call was found in ${read} with ${counted(runs, "run")}, so none was judged. ${hint}\n`;
}
