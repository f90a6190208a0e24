/**
 * A recorded run, played to a guard's run event by event. The one place that knows how: everything that reads histories,
 * traces or recordings drives this.
 */

import { property } from "../base/property.ts";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { recordNamed } from "../detectors/table.ts";
import type { TranscriptCall } from "../history/transcripts.ts";
import { attempt } from "../report/fail-open.ts";
import { ALLOW, isRefusal } from "../report/verdict.ts";
import { argumentsParse } from "../values/json-text.ts";
import { isOwnRefusal, outcomeWords, withoutWarning } from "./own-words.ts";

/** What a record is played to: `LoopGuard.quietRun` gives one. */
export interface ReplayTarget {
  readonly run: Pick<LoopRun, "before" | "after" | "invalid" | "beginRound" | "beginTurn"> & {
    overrule(call: LoopCall): void;
  };
  /** The guard's option: a text is known where it stands in the record. */
  readonly message?: unknown;
  setTime?(ms: number | undefined): void;
}

/**
 * What became of a call that the run refuses. `"ran"`: it ran, unless the record shows a refusal: the run judges what
 * happened. `"obeyed"`: it did not, whatever the record shows: the run judges what would have happened under it.
 */
export type RefusedCalls = "ran" | "obeyed";

/**
 * Takes every verdict. `when`: before the call ran, or of what came back for it. A call whose arguments are no JSON has one
 * verdict, `"before"`, when it is known what the model was told of it.
 */
export type ReplayListener = (index: number, verdict: Verdict, when: "before" | "after") => void;

/** What an outcome shows of its call; `"refused"`: a guard said it, in the record or in an obeyed run. */
export type CameBack = "ran" | "refused" | "invalid";

interface OpenCall {
  readonly call: LoopCall;
  readonly at: number | undefined;
  /** Its arguments are no JSON: it is judged when it is known what the model was told of it. */
  readonly unparsed: boolean;
  /** What the run said, as long as the call may not have run because of it. */
  refusal: Verdict | undefined;
}

/** The reason of `invalid` where the record does not show what the model was told. */
const UNPARSED = "The arguments are not JSON";
/** Calls that a run surely remembers while nothing has come back for them: half of `OPEN_MAX` of `OpenCalls`. */
const REMEMBERED = 64;

/**
 * Events in the order in which they happened; outcomes may come late, in any order, or never. What is held is the calls
 * without an outcome; whoever reads records of any length keeps them few with `forget`.
 *
 * - A call whose arguments are no JSON is `invalid`, with what the model was told of it, at the latest when its round ends.
 * - A call that the run refuses, but whose outcome is a result, ran. So did one without an outcome when the next round begins.
 * - An outcome that is a refusal of a guard is left out; warnings at the end of a result are no part of it.
 * - Rules that go by time alone are not listened to: a record does not tell when a result came.
 */
export class Replay {
  readonly #target: ReplayTarget;
  readonly #said: ReplayListener;
  readonly #obeyed: boolean;
  readonly #words: string | undefined;
  /** By index. */
  readonly #open = new Map<number, OpenCall>();
  /** Of this round: those not judged yet, and refused ones of which it is not known whether they ran. */
  #undecided: number[] = [];
  #calls = 0;
  #inRound = false;

  constructor(target: ReplayTarget, said: ReplayListener, refused: RefusedCalls = "ran") {
    this.#target = target;
    this.#said = said;
    this.#obeyed = refused === "obeyed";
    this.#words = typeof target.message === "string" ? target.message : undefined;
  }

  /** The calls that follow were asked for together. */
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

  /** The next call; the first has index 0. `at`: when it was asked for, in milliseconds, where the record says so. */
  call(call: LoopCall, at?: number): void {
    if (!this.#inRound) this.round(); // the run is not to guess where rounds end
    const index = this.#calls++;
    const open: OpenCall = { call, at, unparsed: !argumentsParse(property(call, "arguments")), refusal: undefined };
    this.#open.set(index, open);
    if (open.unparsed) {
      this.#undecided.push(index);
    } else {
      this.#target.setTime?.(at);
      const verdict = this.#target.run.before(call);
      if (isRefusal(verdict.action)) {
        open.refusal = verdict;
        if (!this.#obeyed) this.#undecided.push(index);
      }
      this.#say(index, verdict, "before");
    }
    const oldest = this.#undecided[0];
    if (oldest !== undefined && index - oldest >= REMEMBERED) this.#decide(1);
  }

  /** What came back for a call. `undefined`: nothing is known of such a call, or something came back already. */
  outcome(index: number, outcome: LoopOutcome): CameBack | undefined {
    const open = this.#open.get(index);
    if (open === undefined) return undefined;
    this.#open.delete(index);
    const { call, refusal, unparsed } = open;
    const refused = isOwnRefusal(outcome, this.#words, refusal);
    if (unparsed) {
      this.#reject(index, open, refused ? "" : outcomeWords(outcome));
      return "invalid";
    }
    if (refused || (refusal !== undefined && this.#obeyed)) return "refused";
    if (refusal !== undefined) this.#target.run.overrule(call);
    const name = property(call, "name");
    const tool = typeof name === "string" ? name : undefined;
    const bare = attempt(() => withoutWarning(outcome, this.#words), outcome, "result", tool);
    this.#say(index, this.#target.run.after(call, bare), "after");
    return "ran";
  }

  /** The record says of a call without an outcome that it was refused. */
  refused(index: number): void {
    const open = this.#open.get(index);
    this.#open.delete(index);
    if (open?.unparsed) this.#reject(index, open, "");
  }

  /** Nothing is to come back for a call. */
  forget(index: number): void {
    const open = this.#open.get(index);
    if (open !== undefined) this.#settle(index, open);
    this.#open.delete(index);
  }

  /** Nothing more is to come. Calls of the last round that the run refuses stay refused. */
  end(): void {
    for (const index of this.#undecided) {
      const open = this.#open.get(index);
      if (open?.unparsed) this.#settle(index, open);
    }
    this.#open.clear();
    this.#undecided = [];
  }

  /** The record goes on without outcomes of the oldest `count` undecided calls. */
  #decide(count: number = this.#undecided.length): void {
    if (count === 0) return;
    for (const index of this.#undecided.splice(0, count)) {
      const open = this.#open.get(index);
      if (open !== undefined) this.#settle(index, open);
    }
  }

  #settle(index: number, open: OpenCall): void {
    if (open.unparsed) {
      this.#open.delete(index);
      this.#reject(index, open, "");
    } else if (open.refusal !== undefined && !this.#obeyed) {
      this.#target.run.overrule(open.call);
      open.refusal = undefined;
    }
  }

  #reject(index: number, { call, at }: OpenCall, told: string): void {
    this.#target.setTime?.(at);
    this.#say(index, this.#target.run.invalid(call, told === "" ? UNPARSED : told), "before");
  }

  #say(index: number, verdict: Verdict, when: "before" | "after"): void {
    this.#said(index, recordNamed(verdict.detection?.detector ?? "")?.byTime ? ALLOW : verdict, when);
  }
}

/** Plays a whole history: all calls of a round are asked for before any of them comes back, as in a run. */
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
      if (outcome !== undefined) replay.outcome(at, outcome);
      else if (refused !== undefined) replay.refused(at);
    }
    start = end;
  }
  replay.end();
}
