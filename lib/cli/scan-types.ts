/** The results of a scan: the schema of `loopguard scan --json`, and the further data of the HTML report. */
import type { RecoveryRung, VerdictAction } from "../base/types.ts";

/** One loop of a run, with all its strikes. */
export interface ScanDetection {
  detector: string;
  toolName: string;
  /** Index of the call at which it was first seen. */
  callIndex: number;
  repeats: number;
  cycleLength: number;
  evidence: "strong" | "weak";
  /** The most severe verdict that the guard would have given. */
  action: VerdictAction;
  /** Calls that continued the loop, from its first verdict on. */
  wastedCalls: number;
  /**
   * Tokens of these calls: as billed if the trace says so, else a quarter of the characters of arguments and results.
   */
  wastedTokens: number;
  /** Those of them that the provider read from its cache, if the trace tells; else absent. */
  wastedCachedTokens?: number;
  /** As `resentTokens` of the run, for these calls. */
  wastedResentTokens?: number;
  /** The tool names of one repetition, oldest first. */
  pattern: string[];
  message: string;
  /** Equal for the same loop in other runs: see `loopFingerprint`. */
  fingerprint: string;
  /** Indices of the calls that got a verdict because of it. */
  calls: number[];
  /** Only for a loop in what the model wrote (`text_repeat`): its wasted tokens are a quarter of the characters after it. */
  text?: {
    kind: "period" | "mosaic" | "message";
    /** The model's message in which it was first seen, from 0. */
    message: number;
    /** Characters from one occurrence to the next. */
    period: number;
    /** Characters that a guard would have saved: those after the loop was sure, until the end of the message. */
    saved: number;
    /** What repeats: its first 160 characters, or fewer. */
    passage: string;
  };
}

/** What would not have run under the guard: refused calls, and all after it had ended the run. */
export interface Saved {
  /** Index of the first of these calls. */
  from: number;
  calls: number;
  /** What they cost, with what was sent again for them. */
  tokens: number;
  /** Of them, those that were read from a cache, or that an estimate takes for sent again; absent if 0. */
  cachedTokens?: number;
}

/** A request that the guard's option `recover` would have changed, or the last one under `onAbort: "answer"`. */
export interface Recovered {
  rung: RecoveryRung;
  detector: string;
  toolName: string;
  /** Index of the refused call that led to it. */
  callIndex: number;
  /** What the request would have had less than by the record: calls with their results, and tokens, estimated. */
  calls: number;
  tokens: number;
}

export interface ScannedRun {
  id: string;
  file: string;
  line: number;
  calls: number;
  /** Tokens of all its calls, by the same measure as `wastedTokens`, and of text that was wasted. */
  tokens: number;
  /** Those of them that the provider read from its cache, if the trace tells; else absent. */
  cachedTokens?: number;
  /**
   * Estimated, and beside `tokens`: of responses without recorded usage, what came before them in the run, which was sent to
   * the model again; a quarter of its characters. Absent if 0.
   */
  resentTokens?: number;
  /** `false`: the trace records no usage for any call, so that tokens are estimates; absent otherwise. */
  billed?: false;
  /** Calls of which the trace has neither arguments nor a result, so that nobody can tell if they are equal; absent if 0. */
  unrecordedCalls?: number;
  /** What no call of the run has, if that keeps it from being judged: `"results"`, or `"all"`, arguments as well. */
  unrecorded?: "results" | "all";
  /** `false`: the trace does not say when its calls were made, so that waiting is not told by a clock; absent otherwise. */
  timed?: false;
  /** ISO 8601, if the trace says so. */
  startedAt?: string;
  /** Absent where the guard would have refused nothing. */
  saved?: Saved;
  /** By `--what-if recover`, in the order of the record; absent where nothing would have been done. */
  recoveries?: Recovered[];
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
  /** As those of the runs and their loops, added up; absent if 0. */
  cachedTokens?: number;
  wastedCachedTokens?: number;
  resentTokens?: number;
  wastedResentTokens?: number;
  unrecordedCalls?: number;
  /** Runs in which no call has arguments or a result, and others in which none has a result. */
  unrecordedRuns?: number;
  runsWithoutResults?: number;
  /** Runs whose calls have no recorded times. */
  untimedRuns?: number;
  /** Runs with calls, for none of which usage is recorded. */
  unbilledRuns?: number;
  /**
   * The cost of `wastedTokens` and `wastedResentTokens` at `--price`, of cached and resent ones at `--cached-price`, in the
   * `currency` of `--currency`; absent without a price.
   */
  wastedCost?: number;
  currency?: string;
  /** Runs by the most severe verdict that the guard would have given: a warning, a refusal, the end of the run. Absent if 0. */
  warnedRuns?: number;
  refusedRuns?: number;
  endedRuns?: number;
  /** As `Saved` of the runs, added up, and what it cost; absent if 0. */
  savedCalls?: number;
  savedTokens?: number;
  savedCachedTokens?: number;
  savedCost?: number;
  /** By `--what-if recover`: runs with `recoveries`; these by their rung; calls and tokens of all of them. Absent if 0. */
  recoveredRuns?: number;
  pruneRungs?: number;
  toolsRungs?: number;
  modelRungs?: number;
  freshRungs?: number;
  answerRungs?: number;
  prunedCalls?: number;
  prunedTokens?: number;
}

/** The output of `loopguard scan --json`. */
export interface ScanReport {
  /** The version of this schema; it changes when readers would break. */
  version: 1;
  runs: ScannedRun[];
  errors: ScanError[];
  totals: ScanTotals;
}

/** One call in the report. Calls of a run with the same `same` are equal. */
export interface StripCall {
  name: string;
  /** The arguments, cut to a few hundred characters. */
  args: string;
  result: string;
  error: boolean;
  same: number;
  round: number;
}

/** A run and its calls, for the HTML report. */
export interface ReportRun extends ScannedRun {
  strip: StripCall[];
  /** Where its times are recorded: what a guard without a clock would have saved; `null`: nothing. */
  savedWithoutClock?: Saved | null;
}

/** What the page of `loopguard scan --html` has beside its runs. */
export interface PageReport extends Omit<ScanReport, "runs"> {
  /** ISO 8601. */
  madeAt: string;
  /** The preset or configuration that judged, as in the table's footer. */
  settings: string;
  /** The code that makes the guard that judged: `new LoopGuard({ preset: "recommended" })`. */
  guard: string;
  /** What `--price`, `--cached-price` and `--currency` say, if given: `Pricing` of money.ts. */
  price?: number;
  cachedPrice?: number;
  currency?: string;
}

/** A run of the page without its calls, which are read when the run is shown. */
export interface PageRun extends Omit<ReportRun, "strip"> {
  /** Every tool that it called, once, so that the list can be searched by tool. */
  tools: string[];
}

export function pageRun({ strip, ...run }: ReportRun): PageRun {
  return { ...run, tools: [...new Set(strip.map(({ name }) => name))] };
}

/**
 * The kinds of data blocks of the page, named by their attribute `data-part`. `report` is one `PageReport`. `runs`
 * (`PageRun[]`) and `strips` (`StripCall[][]`, in the same order) are split into many blocks. Each block is a JSON array with
 * one element a line, so that one strip can be read without parsing the others. `data-first` is the index of a block's first
 * run.
 */
export type PagePart = "report" | "runs" | "strips";

/** A line of `loopguard scan --ndjson`: one loop. Calls are numbered from 1; a loop in text has none: 0. */
export interface ScanLine
  extends Omit<ScanDetection, "toolName" | "callIndex" | "calls" | "text">,
    Pick<ScannedRun, "file" | "line" | "calls" | "startedAt"> {
  /** The version of this schema; it changes when readers would break. */
  version: 1;
  run: string;
  tool: string;
  /** The first and the last call that got a verdict because of it. */
  firstCall: number;
  lastCall: number;
  text?: ScanDetection["text"];
}
