/** From the core's report to a `LoopDetection`. */
import { type CoreReport, DETECTOR_TYPES, type DetectorType } from "./core/types.ts";
import type { Detector } from "./detectors.ts";
import { detectionText } from "./messages.ts";
import type { LoopCall, LoopDetection } from "./types.ts";

export function reportType(report: CoreReport): DetectorType {
  return DETECTOR_TYPES[report.type] as DetectorType;
}

/**
 * The detection of a call. `found` is what a custom detector returned; what it left out is filled in, and strikes and
 * fingerprint are always the core's.
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
  const names = report.pattern.map((step) => step.name);
  const facts = { ...report, type, tool: call.name, names: names.length === 0 ? [call.name] : names };
  return {
    detector: detector?.name ?? type,
    toolName: found?.toolName ?? call.name,
    repeats: report.repeats,
    cycleLength: found?.cycleLength ?? report.cycleLength,
    pattern: found?.pattern ?? pattern(type, report, call.name),
    evidence: found?.evidence ?? (report.strong ? "strong" : "weak"),
    strikes: report.strikes,
    message: found?.message ?? detectionText(facts),
    details: found?.details ?? details(type, report, call.name, facts.names),
    ...(id === undefined ? {} : { callId: id }),
    ...(runId === undefined ? {} : { runId }),
    fingerprint: report.fingerprint,
  };
}

/** Names, and where the arguments make the pattern, eight hex digits that stand for them. */
function pattern(type: DetectorType, report: CoreReport, tool: string): string[] {
  if (type === "cycle") return report.pattern.map((step) => `${step.name}#${step.signature.slice(0, 8)}`);
  if (type === "ping_pong") return report.pattern.map((step) => step.name);
  return [tool];
}

function details(type: DetectorType, report: CoreReport, tool: string, names: string[]): Record<string, unknown> {
  const { repeats, threshold } = report;
  switch (type) {
    case "count":
      return { tool, count: repeats, maxRepeats: threshold };
    case "repeat":
    case "stall":
      return { tool, count: threshold };
    case "ping_pong":
      return { cycle: names, repetitions: threshold };
    case "cycle":
      return { cycle: names, cycleLength: report.cycleLength, repetitions: repeats };
    case "limit":
      return { tool, count: repeats - 1, limit: threshold };
    case "no_progress":
    case "error_streak":
    case "unknown_tool":
      return { tool, count: repeats, threshold };
    case "no_news": {
      const { waitedMs } = report;
      return { tool, count: repeats, ...(waitedMs > 0 ? { unchangedMs: waitedMs } : { threshold }) };
    }
    case "poll":
      return { tool, count: repeats, ...(report.waitMs > 0 ? { waitMs: report.waitMs } : {}) };
    case "duplicate":
    case "similar_query":
    case "custom":
      return { tool };
  }
}
