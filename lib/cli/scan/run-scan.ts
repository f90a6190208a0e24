/** Turns the events of one recorded run into a `ScannedRun`. */

import { asFailure, errorText, isFailure } from "../../base/failures.ts";
import { getOrAdd, isGiven, orElse } from "../../base/property.ts";
import type { LoopOutcome, Verdict } from "../../base/types.ts";
import type { TextKind } from "../../core/handles.ts";
import { comparedFingerprint, fingerprint } from "../../core/identity.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { isTextRepeat } from "../../rules/detectors/text-repeat.ts";
import { type LoopGuardOptions, readOptions } from "../../rules/options.ts";
import { needOutcomes } from "../../rules/table.ts";
import { isRefusal } from "../../rules/verdict.ts";
import { safeText } from "../../run/call-input.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { copiedText } from "../../traces/bytes.ts";
import type { TextStream, TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import type { ReportRun, Saved, ScanDetection, ScannedRun, TimelineCall } from "../scan-types.ts";
import { foundAgain, type Held, LoopFinder, newLoop } from "./loop-finder.ts";
import { CHARACTERS_PER_TOKEN, outcomeSize, RunCosts } from "./run-costs.ts";
import type { WhatIfRecover } from "./what-if-recover.ts";

/** Characters between two looks at whether a loop was found: what was written after it is known that exactly. */
const PIECE = 512;

/** Longer passages are cut. */
const PASSAGE_MAX = 160;

/** Whether a guard with these options looks at texts. */
export function looksAtTexts(options: LoopGuardOptions): boolean {
  return readOptions(options).detectors.some(isTextRepeat);
}

/** Whether a guard with these options looks at calls. */
export function looksAtCalls(options: LoopGuardOptions): boolean {
  return !readOptions(options).detectors.every(isTextRepeat);
}

/** All loops of one kind. */
interface TextLoop {
  detection: ScanDetection;
  /** Written after it was found, until the end of the message. */
  characters: number;
}

/** Keeps the newest part of a message, and at most one loop of each kind of answers, and one of each kind of reasoning. */
export class RunTextLoops {
  /** Judges the texts only: calls are shown to another run, which may begin later or never. */
  readonly #run: GuardRun;
  readonly #loops = new Map<`${TextStream} ${TextKind}`, TextLoop>();
  /** What the message consists of so far. */
  readonly #streams = new Set<TextStream>();
  #message = -1;
  /** The newest part of it. */
  #last = "";
  /** The loop for which a guard would have ended this message. */
  #cut: TextLoop | undefined;

  constructor(guard: LoopGuard) {
    this.#run = guard.silentRun().run;
  }

  /** A part of a message; `calls`: how many calls there were before it. */
  text(text: string, message: number, calls: number, stream: TextStream = "text"): void {
    if (message !== this.#message) this.#endMessage(calls);
    this.#message = message;
    this.#streams.add(stream);
    let at = 0;
    while (at < text.length && this.#cut === undefined) {
      const verdict = this.#run.text(text.slice(at, at + PIECE), { kind: stream });
      at += PIECE;
      const loop = this.#note(verdict, calls, stream, text.slice(0, at));
      if (verdict.detection?.details["sure"] === true || !verdict.allowed) this.#cut = loop;
    }
    this.#last = text;
    if (this.#cut !== undefined) this.#cut.characters += Math.max(0, text.length - at);
  }

  /** A user spoke: what was written before does not count any more. */
  turn(calls: number): void {
    this.#endMessage(calls);
    this.#run.beginTurn();
    this.#message = -1;
  }

  /** The loops, in the order in which they began. No text may follow. `calls`: of the whole run. */
  end(calls: number): ScanDetection[] {
    this.#endMessage(calls);
    this.#run.close();
    return Array.from(this.#loops.values(), ({ detection, characters }) => ({
      ...detection,
      callIndex: Math.max(0, Math.min(detection.callIndex, calls - 1)),
      wastedTokens: Math.round(characters / CHARACTERS_PER_TOKEN),
      ...(detection.text && { text: { ...detection.text, saved: characters } }),
    }));
  }

  #endMessage(calls: number): void {
    for (const kind of this.#streams) this.#note(this.#run.text("", { kind, end: true }), calls, kind, this.#last);
    this.#streams.clear();
    this.#cut = undefined;
  }

  /** `read`: what the part under way has had so far. */
  #note({ action, detection: found }: Verdict, calls: number, stream: TextStream, read: string): TextLoop | undefined {
    if (found === null) return undefined;
    const { kind, period } = found.details as { kind: TextKind; period: number };
    let loop = this.#loops.get(`${stream} ${kind}`);
    if (loop === undefined) {
      const text = { kind, message: this.#message, period, saved: 0, passage: passageOf(read, period) };
      // The passage is no part of it: loops of one kind are one loop in the totals of many runs.
      const toolName = `(${stream})`;
      const print = fingerprint(found.detector, [toolName, kind]);
      const own = newLoop(found, { toolName, callIndex: calls, pattern: [kind], fingerprint: print });
      loop = { detection: { ...own, text }, characters: 0 };
      this.#loops.set(`${stream} ${kind}`, loop);
    }
    foundAgain(loop.detection, action, found);
    return loop;
  }
}

/** What repeats, on one line: a block that `text` ends with. */
function passageOf(text: string, period: number): string {
  return text.slice(-period).replace(/\s+/g, " ").trim().slice(0, PASSAGE_MAX);
}

/** What the runs of a scan share. */
export interface ScanContext {
  readonly guard: LoopGuard;
  /** Whether the calls are kept for the report, cut short. */
  readonly strips: boolean;
  /** Whether the guard looks at texts. */
  readonly texts: boolean;
  /** Whether the guard can find nothing without outcomes. */
  readonly needsOutcomes: boolean;
  /** For `--what-if recover`, of each run. */
  readonly whatIf: (() => WhatIfRecover) | undefined;
  readonly held: Held;
}

/** The key of `fingerprint()`: digests of calls are then the same in every process. */
const NO_KEY = new Uint8Array(16);

/** For a guard with these options, which is to be closed in the end. */
export function scanContext(
  options: LoopGuardOptions,
  { strips = false, whatIf }: Partial<Pick<ScanContext, "strips" | "whatIf">> = {},
): ScanContext {
  const needsOutcomes = needOutcomes(readOptions(options).detectors);
  const found = { strips, texts: looksAtTexts(options), needsOutcomes, whatIf, held: { loops: 0, openCalls: 0 } };
  return { guard: new LoopGuard(options, NO_KEY), ...found };
}

export class RunScan implements TraceRunSink {
  readonly #context: ScanContext;
  readonly #run: TraceRun;
  readonly #file: string;
  readonly #done: (run: ScannedRun | ReportRun) => void;
  readonly #strip: TimelineWriter | undefined;
  readonly #finder: LoopFinder;
  /** For the report: judges the same calls without their times. */
  readonly #timeless: LoopFinder | undefined;
  readonly #recovery: WhatIfRecover | undefined;
  readonly #costs = new RunCosts();
  readonly #recorded = new RecordedParts();
  /** Whatever hears of rounds and turns. */
  readonly #parts: readonly Partial<Pick<TraceRunSink, "round" | "turn" | "compacted">>[];
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
    this.#strip = context.strips ? new TimelineWriter() : undefined;
    const recovery = context.whatIf?.();
    this.#recovery = recovery;
    this.#finder = new LoopFinder(context.guard, context.held, saved?.clock, recovery?.refused.bind(recovery));
    this.#timeless = context.strips ? new LoopFinder(context.guard, context.held, saved?.none) : undefined;
    const parts = [this.#recorded, this.#costs, this.#strip, this.#finder, this.#timeless, recovery];
    this.#parts = parts.filter((part) => part !== undefined);
  }

  round(): void {
    for (const part of this.#parts) part.round?.();
  }

  turn(): void {
    this.#texts?.turn(this.#calls);
    for (const part of this.#parts) part.turn?.();
  }

  compacted(): void {
    for (const part of this.#parts) part.compacted?.();
  }

  call(call: TraceCall): void {
    this.#recorded.call(call);
    this.#strip?.call(call);
    const cost = this.#costs.call(call);
    this.#recovery?.call(this.#calls, call);
    this.#timeless?.call(this.#calls, call, cost, undefined);
    this.#finder.call(this.#calls++, call, cost, call.at);
  }

  text(text: string, message: number, stream: TextStream): void {
    this.#costs.text(text.length);
    if (stream === "text") this.#recovery?.text(text, message);
    const { guard, texts } = this.#context;
    if (!texts || text === "") return;
    this.#texts ??= new RunTextLoops(guard);
    this.#texts.text(text, message, this.#calls, stream);
  }

  heard(characters: number): void {
    this.#costs.text(characters);
  }

  message(message: object, calls: number): void {
    this.#recovery?.message(message, calls);
  }

  outcome(index: number, outcome: LoopOutcome, at?: number, size: number = outcomeSize(outcome)): void {
    this.#recorded.outcome(outcome);
    this.#strip?.outcome(index, outcome);
    this.#costs.outcome(size, this.#finder.costOf(index));
    this.#timeless?.outcome(index, outcome, undefined);
    this.#finder.outcome(index, outcome, at);
    this.#recovery?.outcome(index, outcome, size);
  }

  end(): void {
    const { id, line, startedAt } = this.#run;
    const detections = this.#finder.end();
    const recoveries = this.#recovery?.end() ?? [];
    let saved = this.#finder.saved();
    this.#timeless?.end();
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
      ...(recoveries.length > 0 && { recoveries }),
      detections,
    };
    const clockless = this.#recorded.isTimed ? { savedWithoutClock: this.#timeless?.saved() ?? null } : {};
    this.#done(this.#strip === undefined ? scanned : { ...scanned, ...clockless, strip: this.#strip.calls });
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

class RecordedParts {
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

export class TimelineWriter {
  readonly calls: TimelineCall[] = [];
  readonly #numbers = new Map<string, number>();
  #round = 0;

  round(): void {
    this.#round++;
  }

  call({ name, arguments: args }: TraceCall): void {
    const key = orElse(() => comparedFingerprint(name, args), name); // a value of Parquet may be too large to have one
    const same = getOrAdd(this.#numbers, key, () => this.#numbers.size);
    this.calls.push({ name, args: short(args, ARGUMENTS_MAX), result: "", error: false, same, round: this.#round });
  }

  outcome(index: number, given: LoopOutcome): void {
    const call = this.calls[index];
    if (call === undefined) return;
    const outcome = asFailure(given);
    call.error = isFailure(outcome);
    const { error, result } = outcome;
    call.result = short(isGiven(error) ? errorText(error) : result, RESULT_MAX);
  }
}

function short(value: unknown, max: number): string {
  const text = safeText(value, "text", "") ?? "";
  if (text.length <= max) return text;
  return copiedText(`${text.slice(0, max - 1)}…`);
}
