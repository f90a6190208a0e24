/** Replays a recorded run to a guard, and groups its detections into loops. */

import { errorText } from "../../base/outcome-text.ts";
import type { LoopDetection, LoopOutcome, Verdict, VerdictAction } from "../../base/types.ts";
import { fingerprint } from "../../core/identity.ts";
import { ACTIONS } from "../../core/layout.gen.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { leastRotation, loopKey } from "../../rules/detection.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { recordNamed } from "../../rules/table.ts";
import { isRefusal } from "../../rules/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { Replay } from "../../run/replay.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { Saved, ScanDetection, ScannedRun } from "../scan-types.ts";

/** Characters that make a token: the usual rule of thumb. */
export const CHARACTERS_PER_TOKEN = 4;

/** What is known of one call. */
export interface CallCost {
  /** As billed; `undefined`: the trace does not say, and `size` counts. */
  readonly tokens: number | undefined;
  readonly cached: number;
  /** Characters of what came before its response, and was sent to the model once more with it: its share of them. */
  readonly resent: number;
  /** Characters of its arguments, and of its result once that is there. */
  size: number;
}

/**
 * A model reads the whole conversation for each response. Where no usage is recorded, a response is taken to have cost all
 * characters that the trace has of the conversation before it; what the trace leaves out, such as a system prompt or the
 * definitions of tools, is missing.
 */
export class RunCosts {
  /** Characters of the conversation so far. */
  #context = 0;
  /** Of them, results that no response has read yet: they are counted with their calls. */
  #unread = 0;
  /** Characters that were sent again with the current response. */
  #resent = 0;
  #billed = false;
  #calls = 0;
  readonly #total = { tokens: 0, cached: 0, resent: 0 };

  round(): void {
    this.#resent = this.#context - this.#unread;
    this.#unread = 0;
  }

  /** A text of the conversation, of whomever. */
  text(characters: number): void {
    this.#context += characters;
  }

  /** What came before is gone, and what takes its place is unknown. */
  compacted(): void {
    this.#context = 0;
    this.#unread = 0;
  }

  call({
    arguments: args,
    tokens,
    cachedTokens: cached = 0,
    share = 1,
    size = argumentsSize(args),
  }: TraceCall): CallCost {
    this.#calls++;
    this.#context += size;
    if (tokens !== undefined) this.#billed = true;
    const resent = tokens === undefined ? share * this.#resent : 0;
    this.#total.tokens += tokens ?? size / CHARACTERS_PER_TOKEN;
    this.#total.cached += cached;
    this.#total.resent += resent;
    return { tokens, cached, resent, size };
  }

  /** `size`: of the outcome. `cost`: of its call; `undefined` if nobody knows. */
  outcome(size: number, cost: CallCost | undefined): void {
    this.#context += size;
    this.#unread += size;
    if (cost !== undefined) cost.size += size;
    if (cost === undefined || cost.tokens === undefined) this.#total.tokens += size / CHARACTERS_PER_TOKEN;
  }

  /** Tokens of a text that was wasted. */
  wasted(tokens: number): void {
    this.#total.tokens += tokens;
  }

  /** Of the whole run, as they stand in the scan's JSON. */
  total(): Pick<ScannedRun, "tokens" | "cachedTokens" | "resentTokens" | "billed"> {
    const { tokens, cached, resent } = this.#total;
    const sent = Math.round(tokens + resent / CHARACTERS_PER_TOKEN) - Math.round(tokens);
    return {
      tokens: Math.round(tokens),
      ...(cached > 0 ? { cachedTokens: Math.round(cached) } : {}),
      ...(sent > 0 ? { resentTokens: sent } : {}),
      ...(this.#billed || this.#calls === 0 ? {} : { billed: false as const }),
    };
  }
}

/** Characters of a call's arguments: of the text that the model sent, or of their JSON. */
export function argumentsSize(args: unknown): number {
  return typeof args === "string" ? args.length : jsonSize(args, 0);
}

export function outcomeSize({ result, error }: LoopOutcome): number {
  const size = typeof result === "string" ? result.length : result === undefined ? 0 : jsonSize(result, 0);
  return error === undefined || error === null ? size : size + errorText(error).length;
}

/** Values that are nested deeper are not read: a hostile line nests a million levels. */
const DEPTH_MAX = 200;

/** Characters as JSON writes the value; escapes count as what they stand for. As native/scan/value.c. */
function jsonSize(value: unknown, depth: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return `${value}`.length;
  if (typeof value === "boolean") return value ? 4 : 5;
  if (typeof value !== "object") return 0;
  if (value === null) return 4;
  if (depth === DEPTH_MAX) return 2;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += jsonSize(item, depth + 1) + 1;
    return size - Math.min(1, value.length);
  }
  let members = 0;
  for (const key in value) {
    size += key.length + 3 + jsonSize((value as Record<string, unknown>)[key], depth + 1);
    if (members++ > 0) size++;
  }
  return size;
}

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

/** What the open runs of a thread keep in memory. */
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
  readonly #saved = { from: Number.POSITIVE_INFINITY, calls: 0, tokens: 0, cached: 0 };

  /** `held`: shared by the runs of a thread. `onSaved`: takes the index of each call that would not have run. */
  constructor(guard: LoopGuard, held: Held, onSaved?: (index: number) => void) {
    this.#held = held;
    this.#onSaved = onSaved;
    const quiet = guard.silentRun();
    this.#run = quiet.run;
    this.#replay = new Replay(quiet, (index, verdict, when) => this.#said(index, verdict, when));
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

  call(index: number, call: TraceCall, cost: CallCost): void {
    this.#open.set(index, { cost, loop: undefined, refused: false });
    this.#held.openCalls++;
    // The index as the id: ids of a trace may not be unique.
    this.#replay.call({ ...call, id: String(index) }, call.at);
    const max = this.#held.openCalls > ALL_OPEN_MAX ? FEW_OPEN : OPEN_MAX;
    if (this.#open.size > max) this.#forgetOldest();
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

  /** The loops of the run, in the order in which they began. No event may follow but `close`. */
  end(): ScanDetection[] {
    this.#replay.end();
    for (const [index, open] of this.#open) this.#close(index, open);
    this.#held.loops -= this.#loops.length;
    this.#newest.clear();
    // The loops of a run are rounded as their sum, which may be what was saved.
    let sum = 0;
    let told = 0;
    return this.#loops.splice(0).map(({ round: _, unchangedMs: __, tokens, cached, resent, ...found }) => {
      const wastedTokens = Math.round(tokens);
      sum += tokens + resent / CHARACTERS_PER_TOKEN;
      const sent = resent > 0 ? Math.round(sum) - told - wastedTokens : 0;
      told += wastedTokens + Math.max(sent, 0);
      return {
        ...found,
        wastedTokens,
        ...(cached > 0 ? { wastedCachedTokens: Math.round(cached) } : {}),
        ...(sent > 0 ? { wastedResentTokens: sent } : {}),
      };
    });
  }

  close(): void {
    this.#run.close();
  }

  /** What would not have run: refused calls, and all after the end that the guard puts to the run. Valid after `end`. */
  saved(): Saved | undefined {
    const { from, calls, tokens, cached } = this.#saved;
    if (calls === 0) return undefined;
    const sent = Math.round(cached);
    return { from, calls, tokens: Math.round(tokens), ...(sent > 0 ? { cachedTokens: sent } : {}) };
  }

  #forgetOldest(): void {
    for (const [index, open] of this.#open) {
      this.#replay.forget(index);
      this.#close(index, open);
      return;
    }
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

  #said(index: number, verdict: Verdict, when: "before" | "after"): void {
    const open = this.#open.get(index);
    if (open === undefined || verdict.detection === null) return;
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
    const loop = newLoop(index, detection);
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

function unchangedMs({ details }: LoopDetection): number {
  const ms = details["unchangedMs"];
  return typeof ms === "number" ? ms : 0;
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
    fingerprint: loopFingerprint(detection),
    calls: [],
    round: 0,
    tokens: 0,
    cached: 0,
    resent: 0,
    unchangedMs: 0,
  };
}

/** `name#0a1b2c3d` without the digest of the arguments. */
function withoutDigest(step: string): string {
  return step.replace(/#[0-9a-f]{8}$/, "");
}

/** The key of `fingerprint()`: digests of calls are then the same in every process. */
const NO_KEY = new Uint8Array(16);

/** A guard whose detections have fingerprints that other processes give too. */
export function scanGuard(options: LoopGuardOptions): LoopGuard {
  return new LoopGuard(options, NO_KEY);
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
