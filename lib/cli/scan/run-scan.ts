/** Turns the events of one recorded run into a `ScannedRun`. */
import type { LoopOutcome } from "../../base/types.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import { isRefusal } from "../../report/verdict.ts";
import { comparedFingerprint } from "../../text/identity.ts";
import { errorText, isFailure } from "../../text/outcome-text.ts";
import { copiedText } from "../../traces/bytes.ts";
import type { TextStream, TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { jsonText } from "../../values/json-text.ts";
import type { ReportRun, Saved, ScanDetection, ScannedRun, StripCall } from "../scan-types.ts";
import { type Held, LoopFinder } from "./loop-finder.ts";
import { outcomeSize, RunCosts } from "./run-costs.ts";
import { RunTextLoops } from "./run-text-loops.ts";

/** What the runs of one thread share. */
export interface ScanContext {
  readonly guard: LoopGuard;
  /** Whether the calls are kept for the report, cut short. */
  readonly strips: boolean;
  /** Whether the guard looks at texts. */
  readonly texts: boolean;
  /** Whether the guard can find nothing without outcomes. */
  readonly needsOutcomes: boolean;
  readonly held: Held;
  /** The last run that was shown to the guard: as long as its objects live, V8 keeps the code that it compiled for them. */
  ended: LoopFinder | undefined;
}

export function scanContext(
  guard: LoopGuard,
  { strips = false, texts = false, needsOutcomes = false }: Partial<ScanContext> = {},
): ScanContext {
  return { guard, strips, texts, needsOutcomes, held: { loops: 0, openCalls: 0 }, ended: undefined };
}

/** Closes the guard too. */
export function closeContext({ guard, ended }: ScanContext): void {
  ended?.close();
  guard.close();
}

export class RunScan implements TraceRunSink {
  readonly #context: ScanContext;
  readonly #run: TraceRun;
  readonly #file: string;
  readonly #done: (run: ScannedRun | ReportRun) => void;
  readonly #strip: StripWriter | undefined;
  readonly #finder: LoopFinder;
  /** For the report: judges the same calls without their times. */
  readonly #timeless: LoopFinder | undefined;
  readonly #costs = new RunCosts();
  readonly #recorded = new RecordedParts();
  /** Made at the first text: most formats have none. */
  #texts: RunTextLoops | undefined;
  #calls = 0;

  /** `saved`: take the index of each call that would not have run, by the times of the trace and without a clock. */
  constructor(
    context: ScanContext,
    run: TraceRun,
    file: string,
    done: (run: ScannedRun | ReportRun) => void,
    saved?: Record<"clock" | "none", (index: number) => void>,
  ) {
    this.#context = context;
    this.#run = run;
    this.#file = file;
    this.#done = done;
    this.#strip = context.strips ? new StripWriter() : undefined;
    this.#finder = new LoopFinder(context.guard, context.held, saved?.clock);
    this.#timeless = context.strips ? new LoopFinder(context.guard, context.held, saved?.none) : undefined;
  }

  round(): void {
    this.#recorded.round();
    this.#costs.round();
    this.#strip?.round();
    this.#finder.round();
    this.#timeless?.round();
  }

  turn(): void {
    this.#texts?.turn(this.#calls);
    this.#finder.turn();
    this.#timeless?.turn();
  }

  compacted(): void {
    this.#costs.compacted();
    this.#finder.compacted();
    this.#timeless?.compacted();
  }

  call(call: TraceCall): void {
    this.#recorded.call(call);
    this.#strip?.call(call);
    const cost = this.#costs.call(call);
    const { at: _, ...timeless } = call;
    this.#timeless?.call(this.#calls, timeless, cost);
    this.#finder.call(this.#calls++, call, cost);
  }

  text(text: string, message: number, stream: TextStream): void {
    this.#costs.text(text.length);
    const { guard, texts } = this.#context;
    if (!texts || text === "") return;
    this.#texts ??= new RunTextLoops(guard);
    this.#texts.text(text, message, this.#calls, stream);
  }

  heard(characters: number): void {
    this.#costs.text(characters);
  }

  outcome(index: number, outcome: LoopOutcome, at?: number, size: number = outcomeSize(outcome)): void {
    this.#recorded.outcome(outcome);
    this.#strip?.outcome(index, outcome);
    this.#costs.outcome(size, this.#finder.costOf(index));
    this.#timeless?.outcome(index, outcome, undefined);
    this.#finder.outcome(index, outcome, at);
  }

  end(): void {
    const { id, line, startedAt } = this.#run;
    const detections = this.#finder.end();
    let saved = this.#finder.saved();
    this.#timeless?.end();
    this.#timeless?.close();
    this.#context.ended?.close();
    this.#context.ended = this.#finder;
    for (const loop of this.#texts?.end(this.#calls) ?? []) {
      detections.push(loop);
      this.#costs.wasted(loop.wastedTokens);
      if (isRefusal(loop.action)) saved = alsoSaved(saved, loop);
    }
    const scanned: ScannedRun = {
      id,
      file: this.#file,
      line,
      calls: this.#calls,
      ...this.#costs.total(),
      ...this.#recorded.missing(this.#context.needsOutcomes),
      ...(this.#recorded.isTimed ? {} : { timed: false }),
      ...startOf(startedAt),
      ...(saved && { saved }),
      detections,
    };
    if (this.#strip === undefined) {
      this.#done(scanned);
      return;
    }
    const clockless = this.#recorded.isTimed ? { savedWithoutClock: this.#timeless?.saved() ?? null } : {};
    this.#done({ ...scanned, ...clockless, strip: this.#strip.calls });
  }
}

/** With the rest of a message whose generation the guard would have ended. */
function alsoSaved(saved: Saved | undefined, { callIndex, wastedTokens }: ScanDetection): Saved {
  const { from, calls, tokens, ...cached } = saved ?? { from: callIndex, calls: 0, tokens: 0 };
  return { from: Math.min(from, callIndex), calls, tokens: tokens + wastedTokens, ...cached };
}

function startOf(at: number | undefined): { startedAt?: string } {
  if (at === undefined) return {};
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? {} : { startedAt: date.toISOString() };
}

export class RecordedParts {
  #unrecorded = 0;
  #rounds = 0;
  #inRound = false;
  #arguments = false;
  #outcome = false;
  #result = false;
  #time = false;

  round(): void {
    this.#inRound = false;
  }

  call({ unrecorded, arguments: args, at }: TraceCall): void {
    if (at !== undefined) this.#time = true;
    if (!this.#inRound) this.#rounds++;
    this.#inRound = true;
    if (unrecorded === true) this.#unrecorded++;
    else if (args !== undefined) this.#arguments = true;
  }

  outcome({ result }: LoopOutcome): void {
    this.#outcome = true;
    if (result !== undefined) this.#result = true;
  }

  /** Without calls there is nothing to time. */
  get isTimed(): boolean {
    return this.#time || this.#rounds === 0;
  }

  /**
   * A tool may take no arguments and return nothing, so one call without both shows nothing of the others; and a run may
   * have ended before the results of its only response came. An error is recorded by spans that record nothing else.
   */
  missing(needsOutcomes: boolean): Pick<ScannedRun, "unrecordedCalls" | "unrecorded"> {
    const calls = this.#unrecorded === 0 ? {} : { unrecordedCalls: this.#unrecorded };
    if (this.#unrecorded > 0 && !this.#arguments && !this.#result) return { ...calls, unrecorded: "all" };
    return !needsOutcomes || this.#outcome || this.#rounds < 2 ? calls : { ...calls, unrecorded: "results" };
  }
}

const ARGUMENTS_MAX = 200;
const RESULT_MAX = 400;

export class StripWriter {
  readonly calls: StripCall[] = [];
  readonly #numbers = new Map<string, number>();
  #round = 0;

  round(): void {
    this.#round++;
  }

  call({ name, arguments: args }: TraceCall): void {
    const key = identity(name, args);
    const same = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, same);
    this.calls.push({ name, args: short(args, ARGUMENTS_MAX), result: "", error: false, same, round: this.#round });
  }

  outcome(index: number, outcome: LoopOutcome): void {
    const call = this.calls[index];
    if (call === undefined) return;
    call.error = isFailure(outcome);
    const { error, result } = outcome;
    call.result =
      error === undefined || error === null ? short(result, RESULT_MAX) : short(errorText(error), RESULT_MAX);
  }
}

function identity(name: string, args: unknown): string {
  try {
    return comparedFingerprint(name, args);
  } catch {
    return name;
  }
}

function short(value: unknown, max: number): string {
  const text = typeof value === "string" ? value : (jsonText(value) ?? "");
  if (text.length <= max) return text;
  return copiedText(`${text.slice(0, max - 1)}…`);
}
