/** Turns the events of one recorded run into a `ScannedRun`. */

import type { LoopOutcome } from "../../base/types.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import { errorText } from "../../text/outcome-text.ts";
import type { TextStream, TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { ReportRun, ScanDetection, ScannedRun } from "../scan-types.ts";
import { type Held, LoopFinder } from "./loop-finder.ts";
import type { QuickLook } from "./quick-look.ts";
import { RecordedParts } from "./recorded-parts.ts";
import { EVENT_SIZE, RunTape } from "./run-tape.ts";
import { RunTextLoops } from "./run-text-loops.ts";
import { StripWriter } from "./strip-writer.ts";
import { hashText, mix, ValueMeter } from "./value-meter.ts";

/** Characters on all tapes together; past it, runs are played to the guard at once. */
const TAPED_MAX = 16 << 20;

/** What the runs of one thread share. */
export interface ScanContext {
  readonly guard: LoopGuard;
  /** Without one, every run is shown to the guard. */
  readonly couldFire: QuickLook | undefined;
  /** Whether the calls are kept for the report, cut short. */
  readonly strips: boolean;
  /** Whether the guard looks at texts. */
  readonly texts: boolean;
  /** Whether the guard can find nothing without outcomes. */
  readonly needsOutcomes: boolean;
  readonly meter: ValueMeter;
  taped: number;
  readonly held: Held;
  /** The last run that was shown to the guard: as long as its objects live, V8 keeps the code that it compiled for them. */
  ended: LoopFinder | undefined;
}

export function scanContext(
  guard: LoopGuard,
  couldFire: QuickLook | undefined,
  strips = false,
  texts = false,
  needsOutcomes = false,
): ScanContext {
  return {
    guard,
    couldFire,
    strips,
    texts,
    needsOutcomes,
    meter: new ValueMeter(),
    taped: 0,
    held: { loops: 0, openCalls: 0 },
    ended: undefined,
  };
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
  #tape: RunTape | undefined;
  /** Present once the run is too long for a tape, or if a look cannot judge it. */
  #finder: LoopFinder | undefined;
  #taped = 0;
  #calls = 0;
  #tokens = 0;
  #cachedTokens = 0;
  readonly #recorded = new RecordedParts();
  /** Made at the first text: most formats have none. */
  #texts: RunTextLoops | undefined;
  /** Calls whose tokens the trace records; their size does not count. */
  readonly #billed = new Set<number>();

  constructor(context: ScanContext, run: TraceRun, file: string, done: (run: ScannedRun | ReportRun) => void) {
    this.#context = context;
    this.#run = run;
    this.#file = file;
    this.#done = done;
    this.#strip = context.strips ? new StripWriter() : undefined;
    if (context.couldFire === undefined) this.#finder = new LoopFinder(context.guard, context.held);
    else this.#tape = new RunTape();
  }

  round(): void {
    this.#recorded.round();
    this.#strip?.round();
    (this.#finder ?? this.#tape)?.round();
  }

  turn(): void {
    this.#texts?.turn(this.#calls);
    (this.#finder ?? this.#tape)?.turn();
  }

  compacted(): void {
    (this.#finder ?? this.#tape)?.compacted();
  }

  call(call: TraceCall): void {
    const { meter } = this.#context;
    const hash = mix(hashText(call.name), meter.arguments(call.arguments));
    const { size, parsed } = meter;
    const index = this.#calls++;
    this.#recorded.call(call);
    this.#cachedTokens += call.cachedTokens ?? 0;
    if (call.tokens === undefined) {
      this.#tokens += size / 4;
    } else {
      this.#tokens += call.tokens;
      this.#billed.add(index);
    }
    this.#strip?.call(call);
    if (this.#finder !== undefined) {
      this.#finder.call(index, call, size);
    } else {
      this.#tape?.call(call, hash, size, parsed);
      this.#taking(size);
    }
  }

  text(text: string, message: number, stream: TextStream): void {
    const { guard, texts } = this.#context;
    if (!texts || text === "") return;
    this.#texts ??= new RunTextLoops(guard);
    this.#texts.text(text, message, this.#calls, stream);
  }

  outcome(index: number, outcome: LoopOutcome, at?: number): void {
    const size = this.#sizeOf(outcome);
    this.#recorded.outcome(outcome);
    if (!this.#billed.delete(index)) this.#tokens += size / 4;
    this.#strip?.outcome(index, outcome);
    if (this.#finder !== undefined) {
      this.#finder.outcome(index, outcome, size, at);
    } else {
      this.#tape?.outcome(index, outcome, size, at);
      this.#taking(size);
    }
  }

  end(): void {
    const { id, line, startedAt } = this.#run;
    const detections = this.#detections();
    for (const loop of this.#texts?.end(this.#calls) ?? []) {
      detections.push(loop);
      this.#tokens += loop.wastedTokens;
    }
    const scanned: ScannedRun = {
      id,
      file: this.#file,
      line,
      calls: this.#calls,
      tokens: Math.round(this.#tokens),
      ...(this.#cachedTokens > 0 ? { cachedTokens: Math.round(this.#cachedTokens) } : {}),
      ...this.#recorded.missing(this.#context.needsOutcomes),
      ...(this.#recorded.isTimed ? {} : { timed: false }),
      ...startOf(startedAt),
      detections,
    };
    this.#done(this.#strip === undefined ? scanned : { ...scanned, strip: this.#strip.calls });
  }

  #detections(): ScanDetection[] {
    if (this.#tape !== undefined && this.#context.couldFire?.(this.#tape) === false) {
      this.#context.taped -= this.#taped;
      return [];
    }
    const finder = this.#toGuard();
    const detections = finder.end();
    this.#context.ended?.close();
    this.#context.ended = finder;
    return detections;
  }

  /** Plays the tape to the guard, which also gets all later events. */
  #toGuard(): LoopFinder {
    this.#finder ??= new LoopFinder(this.#context.guard, this.#context.held);
    this.#tape?.play(this.#finder);
    this.#tape = undefined;
    this.#context.taped -= this.#taped;
    this.#taped = 0;
    return this.#finder;
  }

  #taking(size: number): void {
    this.#taped += size + EVENT_SIZE;
    this.#context.taped += size + EVENT_SIZE;
    if (this.#context.taped > TAPED_MAX) this.#toGuard();
  }

  #sizeOf({ result, error }: LoopOutcome): number {
    const size = typeof result === "string" ? result.length : result === undefined ? 0 : this.#meterOf(result);
    return error === undefined || error === null ? size : size + errorText(error).length;
  }

  #meterOf(value: unknown): number {
    this.#context.meter.value(value);
    return this.#context.meter.size;
  }
}

function startOf(at: number | undefined): { startedAt?: string } {
  if (at === undefined) return {};
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? {} : { startedAt: date.toISOString() };
}
