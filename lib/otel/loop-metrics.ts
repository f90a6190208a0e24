/** Metrics that count the messages on the diagnostics channels. */
import type { Attributes, Counter, Histogram, Meter } from "@opentelemetry/api";
import type { DetectionMessage, ErrorMessage, RecoveryMessage } from "../report/diagnostics.ts";
import { isRefusal } from "../report/verdict.ts";
import { type KnownNames, Name, OTHER } from "./names.ts";

/** Loops are short when they are stopped, and long when nothing acts on them. */
const REPEATS_BUCKETS = [2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100];

export class LoopMetrics {
  readonly #toolNames: KnownNames;
  readonly #errorTypes: KnownNames;
  readonly #detections: Counter;
  readonly #refusedCalls: Counter;
  readonly #repeats: Histogram;
  readonly #errors: Counter;
  readonly #recoveries: Counter;

  constructor(meter: Meter, toolNames: KnownNames, errorTypes: KnownNames) {
    this.#toolNames = toolNames;
    this.#errorTypes = errorTypes;
    this.#detections = meter.createCounter("tool_loop.detections", {
      description: "Detections of tool-call loops, one for each strike",
      unit: "{detection}",
    });
    this.#refusedCalls = meter.createCounter("tool_loop.refused_calls", {
      description: "Tool calls refused because they continue a loop",
      unit: "{call}",
    });
    this.#repeats = meter.createHistogram("tool_loop.repeats", {
      description: "How often the call, or the whole cycle, had been repeated at each detection",
      unit: "{repetition}",
      advice: { explicitBucketBoundaries: REPEATS_BUCKETS },
    });
    this.#recoveries = meter.createCounter("tool_loop.recoveries", {
      description: "Requests that were changed to get a model out of a loop, and what became of them",
      unit: "{request}",
    });
    this.#errors = meter.createCounter("tool_loop.errors", {
      description: "Errors inside guards and in the functions given to them; the calls were allowed",
      unit: "{error}",
    });
  }

  detection({ detection, verdict, ran, shadow }: DetectionMessage): void {
    const by: Attributes = { [Name.detector]: detection.detector, [Name.shadow]: shadow === true };
    // Only these two attributes: a histogram has one series for each bucket and combination of attributes.
    this.#repeats.record(detection.repeats, by);
    const attributes = {
      ...by,
      [Name.action]: verdict.action,
      [Name.toolName]: this.#toolNames.of(detection.toolName),
    };
    this.#detections.add(1, attributes);
    if (isRefusal(verdict.action) && !ran && !shadow) this.#refusedCalls.add(1, attributes);
  }

  recovery({ recovery: { rung, outcome, detection } }: RecoveryMessage): void {
    const toolName = this.#toolNames.of(detection.toolName);
    this.#recoveries.add(1, { [Name.rung]: rung, [Name.outcome]: outcome, [Name.toolName]: toolName });
  }

  error({ error, where }: ErrorMessage): void {
    this.#errors.add(1, { [Name.where]: where, [Name.errorType]: this.#errorTypes.of(errorType(error)) });
  }
}

/** The code of an error, or its name. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return OTHER;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}
