/** Replays a recorded run to a guard's run, event by event. Everything that reads histories, traces or recordings uses it. */

import { argumentsParse } from "../base/json-text.ts";
import { property } from "../base/property.ts";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { ACTIONS } from "../core/layout.gen.ts";
import { readHistory, type TranscriptCall } from "../history/transcripts.ts";
import { recordNamed } from "../rules/table.ts";
import { ALLOW, isRefusal } from "../rules/verdict.ts";
import { isOwnRefusal, outcomeWords } from "./call-input.ts";

/** The target of a replay; `LoopGuard.silentRun` gives one. */
interface ReplayTarget {
  readonly run: Pick<LoopRun, "before" | "after" | "invalid" | "beginRound" | "beginTurn" | "compacted"> & {
    overrule(call: LoopCall): void;
  };
  /** The guard's option: if it is a text, it is recognised in the record. */
  readonly message?: unknown;
  /** The clock from now on; `undefined`: there is none. */
  setTime?(ms: number | undefined): void;
}

/**
 * Receives every verdict: before the call ran, and after it. A call whose arguments are not JSON has one verdict, `"before"`,
 * given when its outcome is known.
 */
type ReplayListener = (index: number, verdict: Verdict, when: "before" | "after") => void;

/** What an outcome says about its call; `"refused"`: a guard refused it, in the record or in a replay that honours refusals. */
type CameBack = "ran" | "refused" | "invalid";

interface OpenCall {
  readonly call: LoopCall;
  readonly at: number | undefined;
  /** Its arguments are not JSON: it is judged when its outcome is known. */
  readonly unparsed: boolean;
  /** The run's refusal, as long as it is not known whether the call ran. */
  refusal: Verdict | undefined;
}

/** The reason for `invalid` if the record has no outcome. */
const UNPARSED = "The arguments are not JSON";
/** Calls without an outcome that a run certainly remembers: half of `OPEN_MAX` of `OpenCalls`. */
const REMEMBERED = 64;

/**
 * Takes events in the order in which they happened; outcomes may come late, in any order, or never. Calls without an outcome
 * are held; a reader of long records drops them with `forget`.
 *
 * - A call whose arguments are not JSON is `invalid`, with its outcome as the reason, at the latest when its round ends.
 * - A call that the run refuses ran if its outcome is a result, or if it has no outcome when the next round begins.
 * - An outcome that is a guard's refusal is left out.
 * - Rules that depend on time alone are ignored, because not every record says when a result came.
 */
export class Replay {
  readonly #target: ReplayTarget;
  readonly #onVerdict: ReplayListener;
  readonly #refusalsHonoured: boolean;
  readonly #words: string | undefined;
  /** By index. */
  readonly #open = new Map<number, OpenCall>();
  /** The latest time of the record. */
  #now: number | undefined;
  /** Calls of this round that are not judged yet, or were refused and may have run. */
  #undecided: number[] = [];
  #calls = 0;
  #inRound = false;

  /**
   * `refusalsHonoured`: a call that the run refuses did not run, whatever the record shows, so the run judges what would have
   * happened under the guard. Else it ran, unless the record shows a refusal: the run judges what happened.
   */
  constructor(target: ReplayTarget, onVerdict: ReplayListener, refusalsHonoured = false) {
    this.#target = target;
    this.#onVerdict = onVerdict;
    this.#refusalsHonoured = refusalsHonoured;
    this.#words = typeof target.message === "string" ? target.message : undefined;
  }

  /** The next calls were made together. */
  round(): void {
    this.#decide();
    this.#inRound = true;
    this.#target.run.beginRound();
  }

  /** A user spoke. */
  turn(): void {
    this.#decide();
    this.#target.run.beginTurn();
  }

  /** The context was compacted. */
  compacted(): void {
    this.#decide();
    this.#target.run.compacted();
  }

  /** The next call; the first has index 0. `at`: when it was made, in milliseconds, if the record says it. */
  call(call: LoopCall, at?: number): void {
    if (!this.#inRound) this.round(); // so that the run does not guess where rounds end
    const index = this.#calls++;
    const open: OpenCall = { call, at, unparsed: !argumentsParse(property(call, "arguments")), refusal: undefined };
    this.#open.set(index, open);
    if (open.unparsed) {
      this.#undecided.push(index);
    } else {
      this.#setTime(at);
      const verdict = this.#target.run.before(call);
      if (isRefusal(verdict.action)) {
        open.refusal = verdict;
        if (!this.#refusalsHonoured) this.#undecided.push(index);
      }
      this.#say(index, verdict, "before");
    }
    const oldest = this.#undecided[0];
    if (oldest !== undefined && index - oldest >= REMEMBERED) this.#decide(1);
  }

  /**
   * The outcome of a call. Gives `undefined` if the call is not known, or has had its outcome. `at`: when it came, in
   * milliseconds; if the record does not say it, or says that it was before the latest event, it came at once.
   */
  outcome(index: number, outcome: LoopOutcome, at?: number): CameBack | undefined {
    const open = this.#open.get(index);
    if (open === undefined) return undefined;
    this.#open.delete(index);
    if (at !== undefined && this.#now !== undefined && at > this.#now) this.#setTime(at);
    const { call, refusal, unparsed } = open;
    const refused = isOwnRefusal(outcome, this.#words, refusal);
    if (unparsed) {
      this.#reject(index, open, refused ? "" : outcomeWords(outcome));
      return "invalid";
    }
    if (refused || (refusal !== undefined && this.#refusalsHonoured)) return "refused";
    if (refusal !== undefined) this.#target.run.overrule(call);
    this.#say(index, this.#target.run.after(call, outcome), "after");
    return "ran";
  }

  /** A call without an outcome was refused, as the record says. */
  refused(index: number): void {
    const open = this.#open.get(index);
    this.#open.delete(index);
    if (open?.unparsed) this.#reject(index, open, "");
  }

  /** The call has no outcome. */
  forget(index: number): void {
    const open = this.#open.get(index);
    if (open !== undefined) this.#settle(index, open);
    this.#open.delete(index);
  }

  /** The record ends. Calls of the last round that the run refused stay refused. */
  end(): void {
    for (const index of this.#undecided) {
      const open = this.#open.get(index);
      if (open?.unparsed) this.#settle(index, open);
    }
    this.#open.clear();
    this.#undecided = [];
  }

  /** The record continues without outcomes of the oldest `count` undecided calls. */
  #decide(count: number = this.#undecided.length): void {
    for (const index of this.#undecided.splice(0, count)) {
      const open = this.#open.get(index);
      if (open !== undefined) this.#settle(index, open);
    }
  }

  #settle(index: number, open: OpenCall): void {
    if (open.unparsed) {
      this.#open.delete(index);
      this.#reject(index, open, "");
    } else if (open.refusal !== undefined && !this.#refusalsHonoured) {
      this.#target.run.overrule(open.call);
      open.refusal = undefined;
    }
  }

  #reject(index: number, { call, at }: OpenCall, reason: string): void {
    this.#setTime(at);
    this.#say(index, this.#target.run.invalid(call, reason === "" ? UNPARSED : reason), "before");
  }

  #setTime(ms: number | undefined): void {
    this.#now = ms;
    this.#target.setTime?.(ms);
  }

  #say(index: number, verdict: Verdict, when: "before" | "after"): void {
    this.#onVerdict(index, recordNamed(verdict.detection?.detector ?? "")?.byTime ? ALLOW : verdict, when);
  }
}

/** Replays a whole history: all calls of a round are judged before the first outcome, as in a run. */
export function replayCalls(replay: Replay, calls: readonly TranscriptCall[]): void {
  let turn = 0;
  for (let start = 0; start < calls.length; ) {
    const { round, turn: own } = calls[start] as TranscriptCall;
    if (own !== turn) replay.turn();
    turn = own;
    replay.round();
    let end = start;
    for (; calls[end]?.round === round; end++) replay.call((calls[end] as TranscriptCall).call, calls[end]?.at);
    for (let at = start; at < end; at++) {
      const { outcome, refused } = calls[at] as TranscriptCall;
      if (outcome !== undefined) replay.outcome(at, outcome, calls[at]?.end);
      else if (refused !== undefined) replay.refused(at);
    }
    start = end;
  }
  replay.end();
}

/** A call of the last model response, and its verdict. */
export interface CheckedCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** The history has no result for it: it has not run yet. */
  readonly pending: boolean;
}

/** The most severe of the verdicts. */
export function mostSevereOf(calls: readonly CheckedCall[]): Verdict {
  let mostSevere = ALLOW;
  for (const { verdict } of calls)
    if (ACTIONS.indexOf(verdict.action) > ACTIONS.indexOf(mostSevere.action)) mostSevere = verdict;
  // In shadow mode every verdict is `allow`, but one may have a detection.
  if (mostSevere.detection === null)
    mostSevere = calls.find(({ verdict }) => verdict.detection !== null)?.verdict ?? mostSevere;
  return mostSevere;
}

/** The calls of the last round with the run's verdicts; none when a user spoke after them. */
export function replayHistory(target: ReplayTarget, history: Iterable<unknown>): CheckedCall[] {
  const { calls, turn } = readHistory(history);
  const last = calls.at(-1);
  const start = calls.findIndex(({ round }) => round === last?.round);
  const verdicts: Verdict[] = [];
  const replay = new Replay(target, (index, verdict) => {
    // The verdict on the outcome replaces the verdict on the call, unless that ended the run.
    const said = verdicts[index];
    if (index >= start && (!said || (verdict.detection && said.action !== "abort"))) verdicts[index] = verdict;
  });
  replayCalls(replay, calls);
  if (last?.turn !== turn) return [];
  return calls.slice(start).map(({ call, outcome }, place) => {
    return { call, verdict: verdicts[start + place] ?? ALLOW, pending: outcome === undefined };
  });
}
