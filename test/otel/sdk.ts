/** A real SDK for a test: traces in memory, metrics through the Prometheus exporter and a socket. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Attributes, context, metrics, type Span, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

export interface Sdk extends AsyncDisposable {
  readonly meterProvider: MeterProvider;
  /** The ended spans with a name. */
  spans(name: string): ReadableSpan[];
  /** What Prometheus would scrape now. */
  scrape(): Promise<Sample[]>;
  scrapeText(): Promise<string>;
}

/** One line of Prometheus' text format. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** `global: false`: the SDK is not registered; the caller passes it. */
export async function startSdk({ global = true } = {}): Promise<Sdk> {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const prometheus = new PrometheusExporter({ preventServerStart: true });
  const meterProvider = new MeterProvider({ readers: [prometheus] });
  const server = createServer((request, response) => prometheus.getMetricsRequestHandler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  if (global) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(tracerProvider);
    metrics.setGlobalMeterProvider(meterProvider);
  }
  const scrapeText = async () => (await fetch(url)).text();
  return {
    meterProvider,
    scrapeText,
    spans: (name) => exporter.getFinishedSpans().filter((span) => span.name === name),
    scrape: async () => parse(await scrapeText()),
    async [Symbol.asyncDispose]() {
      context.disable();
      trace.disable();
      metrics.disable();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await meterProvider.shutdown();
      await tracerProvider.shutdown();
    },
  };
}

function parse(text: string): Sample[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** The sum of the samples of a name whose labels are like these. */
export function sum(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((total, { value }) => total + value, 0);
}

/** Runs `fn` in a span, and ends it. */
export function inSpan<Result>(name: string, fn: (span: Span) => Result, attributes: Attributes = {}): Result {
  return trace.getTracer("test").startActiveSpan(name, { attributes }, (span) => {
    let result: Result;
    try {
      result = fn(span);
    } catch (error) {
      span.end();
      throw error;
    }
    if (result instanceof Promise) return result.finally(() => span.end()) as Result;
    span.end();
    return result;
  });
}
