/** Turns a report of the core into a `LoopDetection`. */

import type { LoopCall, LoopDetection } from "../base/types.ts";
import { DETECTOR_TYPES, PERIODS, UNITS } from "../core/layout.gen.ts";
import type { CoreReport } from "../core/types.ts";
import type { BudgetFacts, DetectorType } from "./detector-record.ts";
import { type Detector, loopRecord, recordNamed } from "./table.ts";

export function reportType(report: CoreReport): DetectorType {
  return DETECTOR_TYPES[report.type] as DetectorType;
}

/** In place of a name that the core has dropped, since so many others were called after it. */
const FORGOTTEN = "another tool";

/** What a budget has found; `undefined` for every other detector. */
function budgetFacts(report: CoreReport, detector: Detector | undefined): BudgetFacts | undefined {
  const { unit, period, used, limit } = report;
  if (unit === 0) return undefined;
  const tools = detector !== undefined && "tools" in detector ? detector.tools : [];
  return { of: UNITS[unit] as BudgetFacts["of"], per: PERIODS[period] as BudgetFacts["per"], used, limit, tools };
}

/**
 * The detection of a call. `found` is what a custom detector returned; missing fields are filled in. Strikes and
 * fingerprint always come from the core.
 */
export function describeLoop(
  report: CoreReport,
  detector: Detector | undefined,
  call: LoopCall,
  id: string | undefined,
  runId: string | undefined,
  found: Partial<LoopDetection> | undefined,
): LoopDetection {
  const type = reportType(report);
  const record = loopRecord(type);
  const steps = report.pattern.map((step) => ({ ...step, name: step.name || FORGOTTEN }));
  const names = steps.map(({ name }) => name);
  const facts = {
    ...{ ...report, type, tool: call.name },
    names: names.length === 0 ? [call.name] : names,
    budget: budgetFacts(report, detector),
  };
  return {
    detector: detector?.name ?? type,
    toolName: found?.toolName ?? call.name,
    repeats: report.repeats,
    cycleLength: found?.cycleLength ?? report.cycleLength,
    pattern: found?.pattern ?? record.pattern?.(steps) ?? [call.name],
    evidence: found?.evidence ?? (report.strong ? "strong" : "weak"),
    strikes: report.strikes,
    message: found?.message ?? record.text(facts),
    details: found?.details ?? record.details(facts),
    ...(id === undefined ? {} : { callId: id }),
    ...(runId === undefined ? {} : { runId }),
    fingerprint: report.fingerprint,
  };
}

/** Equal for detections of one loop: the core keeps its loops by the same. */
export function loopKey({ detector, toolName, fingerprint, cycleLength, pattern }: LoopDetection): string {
  if (cycleLength > 1) return JSON.stringify([detector, ...leastRotation(pattern)]);
  return JSON.stringify([detector, toolName, recordNamed(detector)?.ofOneCall ? fingerprint : ""]);
}

/** The same for every rotation of a cycle. */
export function leastRotation(pattern: readonly string[]): string[] {
  const rotations = pattern.map((_, at) => [...pattern.slice(at), ...pattern.slice(0, at)]);
  const text = (rotation: readonly string[]) => JSON.stringify(rotation);
  return rotations.reduce((least, rotation) => (text(rotation) < text(least) ? rotation : least));
}
