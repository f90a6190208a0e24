/** What a scan finds: the schema of `loopguard scan --json`, and what the report needs besides. */
import type { VerdictAction } from "../base/types.ts";

/** One loop of a run: every step of it is in here, not in detections of their own. */
export interface ScanDetection {
  /** As `LoopDetection.detector`. */
  detector: string;
  toolName: string;
  /** Index of the call at which it was first seen. */
  callIndex: number;
  /** The most that was counted. */
  repeats: number;
  cycleLength: number;
  evidence: "strong" | "weak";
  /** The sternest verdict that the guard would have given. */
  action: VerdictAction;
  /** Calls from the first verdict on that went on with the loop. */
  wastedCalls: number;
  /** Of these calls: as billed where the trace says so, else a quarter of the characters of arguments and results. */
  wastedTokens: number;
  /** The tool names of one block, oldest first. */
  pattern: string[];
  message: string;
  /** Indices of the calls that were given a verdict for it. */
  calls: number[];
}

export interface ScannedRun {
  id: string;
  file: string;
  /** Line of the file at which it begins, from 1. */
  line: number;
  /** How many calls it made. */
  calls: number;
  /** Tokens of all its calls, by the same measure as `wastedTokens`. */
  tokens: number;
  /** ISO 8601, where the trace says so. */
  startedAt?: string;
  detections: ScanDetection[];
}

export interface ScanError {
  file: string;
  line: number;
  reason: string;
}

export interface ScanTotals {
  files: number;
  runs: number;
  runsWithLoops: number;
  calls: number;
  tokens: number;
  wastedCalls: number;
  wastedTokens: number;
  /** `wastedTokens` at `--price`, in the currency of the price; absent without one. */
  wastedCost?: number;
}

/** `loopguard scan --json`. */
export interface ScanReport {
  /** Of this schema; a change that breaks readers makes it 2. */
  version: 1;
  runs: ScannedRun[];
  errors: ScanError[];
  totals: ScanTotals;
}

/** One call as the report shows it. Equal `same` in one run: equal calls. */
export interface StripCall {
  name: string;
  /** Cut at a few hundred characters. */
  args: string;
  result: string;
  error: boolean;
  same: number;
  round: number;
}

/** A run with its calls, for the HTML report. */
export interface ReportRun extends ScannedRun {
  strip: StripCall[];
}

/** What `loopguard scan --html` is made from. `runs` may be many thousand. */
export interface HtmlReport extends Omit<ScanReport, "runs"> {
  runs: ReportRun[];
  /** ISO 8601. */
  madeAt: string;
  /** As the table's footer says: which preset or configuration judged. */
  settings: string;
  /** Per million tokens, where given. */
  price?: number;
}
