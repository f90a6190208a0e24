/** Replays a recorded run to a guard, and groups its detections into loops. */

import type { LoopDetection, LoopOutcome, Verdict, VerdictAction } from "../../base/types.ts";
import { fingerprint } from "../../core/identity.ts";
import { ACTIONS } from "../../core/layout.gen.ts";
import type { LoopGuard } from "../../guard/loop-guard.ts";
import { leastRotation, loopKey } from "../../rules/detection.ts";
import { recordNamed } from "../../rules/table.ts";
import { isRefusal } from "../../rules/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { Replay } from "../../run/replay.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { Saved, ScanDetection } from "../scan-types.ts";
import { type CallCost, CHARACTERS_PER_TOKEN } from "./run-costs.ts";

/** Loops of all open runs; past it, detections count for the run's latest loop. */
const LOOPS_MAX = 10_000;
/** Calls of a run that may wait for their outcome; past it, the oldest is treated as a call without an outcome. */
const OPEN_MAX = 1_024;
/** Waiting calls of all runs; past it, a run may have only a few. */
const ALL_OPEN_MAX = 20_000;
const FEW_OPEN = 16;

interface OpenCall {
  readonly cost: CallCost;
  /** The loop that the call counts for. */
  loop: Loop | undefined;
  refused: boolean;
}

/** Takes each call that the guard refuses, or after which it ends the run. */
type OnRefused = (index: number, verdict: Verdict, when: "before" | "after") => void;

/** What the open runs of a scan keep in memory. */
export interface Held {
  loops: number;
  openCalls: number;
}

interface Loop extends ScanDetection {
  round: number;
  tokens: number;
  cached: number;
  resent: number;
  /** For how long a poll has had the same result; 0: the loop is not a poll. */
  unchangedMs: number;
}

export class LoopFinder {
  readonly #run: GuardRun;
  readonly #replay: Replay;
  readonly #open = new Map<number, OpenCall>();
  readonly #loops: Loop[] = [];
  /** The newest loop of each kind. */
  readonly #newest = new Map<string, Loop>();
  #round = 0;
  readonly #held: Held;
  /** The first call that would not have run since the guard had ended the run. */
  #end = Number.POSITIVE_INFINITY;
  readonly #onSaved: ((index: number) => void) | undefined;
  readonly #onRefused: OnRefused | undefined;
  readonly #saved = { from: Number.POSITIVE_INFINITY, calls: 0, tokens: 0, cached: 0 };

  /** `held`: shared by the runs of a scan. `onSaved`: takes the index of each call that would not have run. */
  constructor(guard: LoopGuard, held: Held, onSaved?: (index: number) => void, onRefused?: OnRefused) {
    this.#held = held;
    this.#onSaved = onSaved;
    this.#onRefused = onRefused;
    const silent = guard.silentRun();
    this.#run = silent.run;
    this.#replay = new Replay(silent, (index, verdict, when) => this.#onVerdict(index, verdict, when));
  }

  round(): void {
    this.#replay.round();
    this.#round++;
  }

  turn(): void {
    this.#replay.turn();
    this.#newest.clear();
  }

  compacted(): void {
    this.#replay.compacted();
  }

  call(index: number, call: TraceCall, cost: CallCost, at: number | undefined): void {
    this.#open.set(index, { cost, loop: undefined, refused: false });
    this.#held.openCalls++;
    // The index as the id: ids of a trace may not be unique. Written out, so that all calls have one shape for V8.
    const { name, arguments: args, retryable } = call;
    this.#replay.call({ id: String(index), name, arguments: args, retryable }, at);
    const max = this.#held.openCalls > ALL_OPEN_MAX ? FEW_OPEN : OPEN_MAX;
    if (this.#open.size <= max) return;
    const [[oldest, open]] = this.#open as unknown as [[number, OpenCall]];
    this.#replay.forget(oldest);
    this.#close(oldest, open);
  }

  /** Of a call that waits for its outcome. */
  costOf(index: number): CallCost | undefined {
    return this.#open.get(index)?.cost;
  }

  outcome(index: number, outcome: LoopOutcome, at: number | undefined): void {
    const open = this.#open.get(index);
    if (open === undefined) return;
    this.#replay.outcome(index, outcome, at);
    this.#close(index, open);
  }

  /** The loops of the run, in the order in which they began. No event may follow. */
  end(): ScanDetection[] {
    this.#replay.end();
    this.#run.close();
    for (const [index, open] of this.#open) this.#close(index, open);
    this.#held.loops -= this.#loops.length;
    this.#newest.clear();
    // The loops of a run are rounded as their sum, which may be what was saved.
    let sum = 0;
    let given = 0;
    return this.#loops.splice(0).map(({ round: _, unchangedMs: __, tokens, cached, resent, ...found }) => {
      const wastedTokens = Math.round(tokens);
      sum += tokens + resent / CHARACTERS_PER_TOKEN;
      const sent = resent > 0 ? Math.round(sum) - given - wastedTokens : 0;
      given += wastedTokens + Math.max(sent, 0);
      return {
        ...found,
        wastedTokens,
        ...(cached > 0 ? { wastedCachedTokens: Math.round(cached) } : {}),
        ...(sent > 0 ? { wastedResentTokens: sent } : {}),
      };
    });
  }

  /** What would not have run: refused calls, and all after the end that the guard puts to the run. Valid after `end`. */
  saved(): Saved | undefined {
    const { from, calls, tokens, cached } = this.#saved;
    if (calls === 0) return undefined;
    const sent = Math.round(cached);
    return { from, calls, tokens: Math.round(tokens), ...(sent > 0 ? { cachedTokens: sent } : {}) };
  }

  /** A call of two loops is wasted once: for the loop that was detected first. */
  #close(index: number, { cost, loop, refused }: OpenCall): void {
    this.#open.delete(index);
    this.#held.openCalls--;
    if (refused || index >= this.#end) this.#save(index, cost);
    if (loop === undefined) return;
    loop.wastedCalls++;
    loop.tokens += cost.tokens ?? cost.size / CHARACTERS_PER_TOKEN;
    loop.cached += cost.cached;
    loop.resent += cost.resent;
  }

  #save(index: number, cost: CallCost): void {
    const saved = this.#saved;
    const resent = cost.resent / CHARACTERS_PER_TOKEN;
    saved.from = Math.min(saved.from, index);
    saved.calls++;
    this.#onSaved?.(index);
    saved.tokens += (cost.tokens ?? cost.size / CHARACTERS_PER_TOKEN) + resent;
    saved.cached += cost.cached + resent;
  }

  #onVerdict(index: number, verdict: Verdict, when: "before" | "after"): void {
    const open = this.#open.get(index);
    if (open === undefined || verdict.detection === null) return;
    if (!verdict.allowed) this.#onRefused?.(index, verdict, when);
    if (when === "before" && isRefusal(verdict.action)) open.refused = true;
    if (verdict.action === "abort") this.#end = Math.min(this.#end, when === "before" ? index : index + 1);
    // A loop that was detected before the call ran is not counted again by the call's outcome, which may bring its warning.
    if (when === "after" && open.loop !== undefined && recordNamed(open.loop.detector)?.judgesNews) {
      if (recordNamed(verdict.detection.detector)?.judgesNews) raise(open.loop, verdict.action);
      return;
    }
    const loop = this.#note(index, verdict.action, verdict.detection);
    open.loop ??= loop;
  }

  #note(index: number, action: VerdictAction, detection: LoopDetection): Loop {
    const loop = this.#loopOf(index, detection);
    if (loop.calls.at(-1) !== index) loop.calls.push(index);
    loop.round = this.#round;
    loop.unchangedMs = unchangedMs(detection);
    foundAgain(loop, action, detection);
    return loop;
  }

  /** The loop that a detection belongs to. The first strike begins one, unless a sibling began it in this round. */
  #loopOf(index: number, detection: LoopDetection): Loop {
    const key = loopKey(detection);
    const known = this.#newest.get(key);
    if (known !== undefined && (detection.strikes > 1 || known.round === this.#round || isLonger(detection, known)))
      return known;
    const last = this.#loops.at(-1);
    if (last !== undefined && this.#held.loops >= LOOPS_MAX) return last;
    this.#held.loops++;
    const { detector, toolName, pattern } = detection;
    const steps = recordNamed(detector)?.digestsSteps ? pattern.map(withoutDigest) : [...pattern];
    const own = { toolName, callIndex: index, pattern: steps, fingerprint: loopFingerprint(detection) };
    const loop = { ...newLoop(detection, own), round: 0, tokens: 0, cached: 0, resent: 0, unchangedMs: 0 };
    this.#loops.push(loop);
    this.#newest.set(key, loop);
    return loop;
  }
}

function raise(loop: ScanDetection, action: VerdictAction): void {
  if (ACTIONS.indexOf(action) > ACTIONS.indexOf(loop.action)) loop.action = action;
}

/** A loop has the most severe action, and the message of its most repetitions. */
export function foundAgain(loop: ScanDetection, action: VerdictAction, { repeats, message }: LoopDetection): void {
  raise(loop, action);
  if (repeats <= loop.repeats) return;
  loop.repeats = repeats;
  loop.message = message;
}

/** A poll's strikes begin anew when its time is over, but it is still the same loop. */
function isLonger(detection: LoopDetection, known: Loop): boolean {
  return known.unchangedMs > 0 && unchangedMs(detection) > known.unchangedMs;
}

function unchangedMs({ details: { unchangedMs: ms } }: LoopDetection): number {
  return typeof ms === "number" ? ms : 0;
}

type Own = Pick<ScanDetection, "toolName" | "callIndex" | "pattern" | "fingerprint">;

/** A loop that was just found. The order of the members is that of the output. */
export function newLoop(found: LoopDetection, { toolName, callIndex, pattern, fingerprint }: Own): ScanDetection {
  const { detector, repeats, cycleLength, evidence, message } = found;
  return {
    ...{ detector, toolName, callIndex, repeats, cycleLength, evidence },
    ...{ action: "allow", wastedCalls: 0, wastedTokens: 0, pattern, message, fingerprint, calls: [] },
  };
}

/** `name#0a1b2c3d` without the digest of the arguments. */
function withoutDigest(step: string): string {
  return step.replace(/#[0-9a-f]{8}$/, "");
}

/**
 * Equal for the same loop in other runs, files, machines and versions. Of one call, whatever else ran:
 * `fingerprint("no_progress", ["search", fingerprint("search", args)])`; of a cycle, whichever step came first:
 * `fingerprint("cycle", ["edit#1a2b3c4d", "read#5e6f7a8b"])`; of a tool, whatever its arguments:
 * `fingerprint("stall", ["search"])`.
 */
function loopFingerprint(detection: LoopDetection): string {
  const { detector, toolName, cycleLength, pattern } = detection;
  const record = recordNamed(detector);
  if (cycleLength > 1 || record?.digestsSteps) return fingerprint(detector, leastRotation(pattern));
  return fingerprint(detector, record?.ofOneCall ? [toolName, detection.fingerprint] : [toolName]);
}
