/** Detectors as the core takes them without a configuration: the flattened spec that both builds are called with. */
import type { NativeDetectorSpec } from "../binding.ts";
import { DETECTOR_TYPES } from "../core/layout.gen.ts";
import { NO_LADDER, readRungs } from "../ladder.ts";
import type { Detector } from "./table.ts";

/** The detector as the core takes it. */
export function nativeSpec(detector: Detector): NativeDetectorSpec {
  const rungs = readRungs(detector.action, detector.ladder, "");
  const spec: NativeDetectorSpec = {
    type: DETECTOR_TYPES.indexOf(detector.type),
    threshold: 0,
    minCycleLen: 0,
    maxCycleLen: 0,
    windowSize: 0,
    transientThreshold: 0,
    errorThreshold: 0,
    ackThreshold: 0,
    similarity: 0,
    pollAfterMs: 0,
    maxWaitMs: 0,
    canonical: false,
    settled: false,
    strongOnly: false,
    failuresOnly: false,
    ladder: rungs === undefined ? NO_LADDER : rungs.ladder,
  };
  switch (detector.type) {
    case "count":
      return { ...spec, threshold: nativeLimit(detector.maxRepeats), canonical: detector.canonical };
    case "ping_pong": {
      const { cycleLength, repetitions } = detector;
      return { ...spec, threshold: repetitions, minCycleLen: cycleLength, maxCycleLen: cycleLength };
    }
    case "cycle": {
      const { windowSize, minCycleLen, maxCycleLen, repeats, sameResults } = detector;
      return { ...spec, threshold: repeats, windowSize, minCycleLen, maxCycleLen, strongOnly: sameResults };
    }
    case "similar_query":
      return { ...spec, similarity: detector.threshold };
    case "limit":
      return { ...spec, threshold: nativeLimit(detector.default) };
    case "no_progress": {
      const { threshold, errorThreshold, windowSize, settled } = detector;
      return { ...spec, threshold, errorThreshold, windowSize, settled };
    }
    case "error_streak":
      return { ...spec, threshold: detector.threshold, transientThreshold: detector.transientThreshold };
    case "repeat":
      return { ...spec, threshold: detector.threshold, failuresOnly: detector.failures };
    case "stall":
    case "unknown_tool":
      return { ...spec, threshold: detector.threshold };
    case "no_news": {
      const { times, transientTimes, ackTimes, settled, pollAfterMs, maxWaitMs } = detector;
      const thresholds = { threshold: times, transientThreshold: transientTimes, ackThreshold: ackTimes };
      return { ...spec, ...thresholds, settled, pollAfterMs, maxWaitMs };
    }
    case "duplicate":
    case "custom":
      return spec;
  }
}

/** `LG_NO_LIMIT` for `Infinity`. */
export function nativeLimit(limit: number): number {
  return limit === Number.POSITIVE_INFINITY ? 0xffffffff : limit;
}
