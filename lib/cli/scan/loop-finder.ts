/** Leads a guard through a recorded run, and gathers what it says into loops. */

import type { LoopDetection, LoopOutcome, Verdict, VerdictAction } from "../../base/types.ts";
import { recordNamed } from "../../detectors/table.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import { isRefusal } from "../../report/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { withoutWarning } from "../../run/replay-history.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { ScanDetection } from "../scan-types.ts";
import { isRecordedRefusal } from "./recorded-refusal.ts";
import type { TapeListener } from "./run-tape.ts";

/** Loops of all runs that are open; past it what is found counts for the loop before. */
const LOOPS_MAX = 10_000;
/** Calls of a run whose outcome may still come; past it the oldest is taken for one that nothing came back for. */
const OPEN_MAX = 1_024;
/** Such calls of all runs; past it a run has few of them. */
const ALL_OPEN_MAX = 20_000;
const FEW_OPEN = 16;
const STERNNESS: readonly VerdictAction[] = ["allow", "warn", "hint", "ask", "abort"];

interface OpenCall {
  call: TraceCall;
  size: number;
  /** The loop that the call counts for. */
  loop: Loop | undefined;
}

/** How much of all open runs is in memory. */
export interface Held {
  loops: number;
  openCalls: number;
}

/** A loop that is being gathered. */
interface Loop extends ScanDetection {
  round: number;
  tokens: number;
  /** For how long a poll has given one result; 0: the loop is none of a poll. */
  unchangedMs: number;
}

export class LoopFinder implements TapeListener {
  readonly #run: GuardRun;
  readonly #setTime: (ms: number | undefined) => void;
  readonly #words: string | undefined;
  readonly #open = new Map<number, OpenCall>();
  readonly #loops: Loop[] = [];
  /** The newest loop of each kind. */
  readonly #newest = new Map<string, Loop>();
  #round = 0;
  readonly #held: Held;

  /** `held`: shared by the runs of a thread. */
  constructor(guard: LoopGuard, held: Held) {
    this.#held = held;
    const { run, message, setTime } = guard.quietRun();
    this.#run = run;
    this.#setTime = setTime;
    this.#words = typeof message === "string" ? message : undefined;
  }

  round(): void {
    this.#round++;
    this.#run.beginRound();
  }

  turn(): void {
    this.#run.beginTurn();
    this.#newest.clear();
  }

  call(index: number, call: TraceCall, size: number): void {
    // Its place in the run is an id that no trace has twice.
    const own: TraceCall = { ...call, id: String(index) };
    this.#setTime(call.at);
    const verdict = this.#run.before(own);
    // The trace goes on with it. This cannot wait for the outcome: by then the core may have forgotten the call.
    if (isRefusal(verdict.action)) this.#run.overrule(own);
    this.#open.set(index, { call: own, size, loop: this.#note(index, verdict) });
    this.#held.openCalls++;
    const max = this.#held.openCalls > ALL_OPEN_MAX ? FEW_OPEN : OPEN_MAX;
    if (this.#open.size > max) this.#forgetOldest();
  }

  outcome(index: number, outcome: LoopOutcome, size: number): void {
    const open = this.#open.get(index);
    if (open === undefined) return;
    this.#open.delete(index);
    this.#held.openCalls--;
    open.size += size;
    if (!isRecordedRefusal(outcome)) {
      const verdict = this.#run.after(open.call, withoutWarning(outcome, this.#words));
      // Where all was said before the call ran, it is one loop, whatever else there is to say when it is back.
      if (open.loop === undefined || !recordNamed(open.loop.detector)?.judgesNews) {
        const loop = this.#note(index, verdict);
        open.loop ??= loop;
      }
    }
    this.#charge(open);
  }

  /** The loops of the run, in the order in which they were seen. Nothing may come after it. */
  end(): ScanDetection[] {
    for (const open of this.#open.values()) this.#charge(open);
    this.#held.openCalls -= this.#open.size;
    this.#open.clear();
    this.#run.close();
    this.#held.loops -= this.#loops.length;
    return this.#loops.map(({ round: _, unchangedMs: __, tokens, ...found }) => ({
      ...found,
      wastedTokens: Math.round(tokens),
    }));
  }

  #forgetOldest(): void {
    for (const [index, open] of this.#open) {
      this.#charge(open);
      this.#open.delete(index);
      this.#held.openCalls--;
      return;
    }
  }

  /** A call of two loops is wasted once: for the one that it was first told of. */
  #charge({ call, size, loop }: OpenCall): void {
    if (loop === undefined) return;
    loop.wastedCalls++;
    loop.tokens += call.tokens ?? size / 4;
  }

  #note(index: number, { action, detection }: Verdict): Loop | undefined {
    if (detection === null || recordNamed(detection.detector)?.byTime) return undefined;
    const loop = this.#loopOf(index, detection);
    if (loop.calls.at(-1) !== index) loop.calls.push(index);
    loop.round = this.#round;
    loop.unchangedMs = unchangedMs(detection);
    if (STERNNESS.indexOf(action) > STERNNESS.indexOf(loop.action)) loop.action = action;
    if (detection.repeats > loop.repeats) {
      loop.repeats = detection.repeats;
      loop.message = detection.message;
    }
    return loop;
  }

  /** The loop that the detection is a step of: a first strike begins one, unless a sibling has begun it in this round. */
  #loopOf(index: number, detection: LoopDetection): Loop {
    const key = loopKey(detection);
    const known = this.#newest.get(key);
    if (known !== undefined && (detection.strikes > 1 || known.round === this.#round || isLonger(detection, known)))
      return known;
    const last = this.#loops.at(-1);
    if (last !== undefined && this.#held.loops >= LOOPS_MAX) return last;
    this.#held.loops++;
    const loop = newLoop(index, detection);
    this.#loops.push(loop);
    this.#newest.set(key, loop);
    return loop;
  }
}

/** When a poll's time is up its strikes begin anew, but it is the poll that was warned of. */
function isLonger(detection: LoopDetection, known: Loop): boolean {
  return known.unchangedMs > 0 && unchangedMs(detection) > known.unchangedMs;
}

function unchangedMs({ details }: LoopDetection): number {
  const ms = details["unchangedMs"];
  return typeof ms === "number" ? ms : 0;
}

/** What stays the same from step to step: the core keeps its loops by the same. */
function loopKey({ detector, toolName, fingerprint, cycleLength, pattern }: LoopDetection): string {
  if (cycleLength > 1) return JSON.stringify([detector, ...leastRotation(pattern)]);
  return JSON.stringify([detector, toolName, recordNamed(detector)?.ofOneCall ? fingerprint : ""]);
}

/** The same for every rotation of a cycle. */
function leastRotation(pattern: readonly string[]): string[] {
  const rotations = pattern.map((_, at) => [...pattern.slice(at), ...pattern.slice(0, at)]);
  const text = (rotation: readonly string[]) => JSON.stringify(rotation);
  return rotations.reduce((least, rotation) => (text(rotation) < text(least) ? rotation : least));
}

function newLoop(index: number, detection: LoopDetection): Loop {
  const { detector, toolName, repeats, cycleLength, pattern, evidence, message } = detection;
  return {
    detector,
    toolName,
    callIndex: index,
    repeats,
    cycleLength,
    evidence,
    action: "allow",
    wastedCalls: 0,
    wastedTokens: 0,
    pattern: recordNamed(detector)?.digestsSteps ? pattern.map(withoutDigest) : [...pattern],
    message,
    calls: [],
    round: 0,
    tokens: 0,
    unchangedMs: 0,
  };
}

/** `name#0a1b2c3d` without what stands for the arguments. */
function withoutDigest(step: string): string {
  return step.replace(/#[0-9a-f]{8}$/, "");
}
