/** Loops in traces and metrics: what `loopguard/otel` puts on a span, and what Prometheus scrapes. */
import { createServer } from "node:http";
import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { LoopGuard, ToolLoopError } from "loopguard";
import { instrumentLoopGuard } from "loopguard/otel";

// What NodeSDK does for you in an application.
const spans = new InMemorySpanExporter();
const prometheus = new PrometheusExporter({ preventServerStart: true });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [prometheus] }));

const guard = new LoopGuard({ maxRepeats: 2, ladder: { warn: 1, hint: 2, abort: 3 } });
const instrumentation = instrumentLoopGuard({ guards: { support: guard } });

const tracer = trace.getTracer("example");
const run = guard.run("conversation-1");

/** One tool call of an agent, in a span as OpenTelemetry's conventions want it. */
function callTool(call, execute) {
  const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": call.name };
  return tracer.startActiveSpan(`execute_tool ${call.name}`, { attributes }, (span) => {
    try {
      const verdict = run.before(call);
      if (verdict.action === "abort") throw new ToolLoopError(verdict.detection);
      if (!verdict.allowed) return verdict.message;
      const result = execute(call.arguments);
      run.after(call, { result });
      return result;
    } finally {
      span.end();
    }
  });
}

try {
  for (let step = 1; step <= 5; step++)
    callTool({ id: `call-${step}`, name: "search", arguments: { query: "refunds" } }, () => "No results.");
} catch (error) {
  if (!ToolLoopError.isInstance(error)) throw error;
}

for (const { name, attributes } of spans.getFinishedSpans()) {
  const { "gen_ai.tool.call.id": id = "-", "tool_loop.detector": detector, "tool_loop.action": action } = attributes;
  console.log(`${name}: ${detector === undefined ? "no loop" : `${id}, ${detector}, ${action}`}`);
}
console.log(spans.getFinishedSpans().at(-1).attributes);

// Prometheus would do this every fifteen seconds.
const server = createServer((request, response) => prometheus.getMetricsRequestHandler(request, response));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const response = await fetch(`http://127.0.0.1:${server.address().port}/metrics`);
for (const line of (await response.text()).split("\n"))
  if (line.startsWith("tool_loop_") && !line.includes("_bucket")) console.log(line);

server.closeAllConnections();
server.close();
instrumentation.dispose();
guard.close();
