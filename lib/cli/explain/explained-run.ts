/** Replays a recorded run to a guard, and records what each of its detectors found about every call. */

import { asFailure, isFailure } from "../../base/failures.ts";
import type { LoopCall, LoopOutcome, Verdict, VerdictAction } from "../../base/types.ts";
import type { CoreExplained, CoreExplanation } from "../../core/explanation.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { type LoopGuardOptions, readOptions } from "../../rules/options.ts";
import { type Detector, recordOf } from "../../rules/table.ts";
import { type LikeBy, likeOfAsked, whyText } from "../../rules/why-text.ts";
import { safeText } from "../../run/call-input.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { Replay } from "../../run/replay.ts";
import type { TraceCall, TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { plainText } from "../terminal.ts";

/** A verdict of the guard about a call. */
export interface CallVerdict {
  /** Before it ran, or about its outcome. */
  when: "before" | "after";
  action: VerdictAction;
  detector: string;
  repeats: number;
  cycleLength: number;
  strikes: number;
  evidence: "strong" | "weak";
  message: string;
}

/** What one detector found about one call. */
export interface Sighting {
  detector: string;
  /** Its index among the detectors of the guard. */
  place: number;
  fired: boolean;
  /** What it has counted, this call included; 0: it does not count this call. */
  count: number;
  /** The count at which it fires. */
  needed: number;
  cycleLength: number;
  strong: boolean;
  /** Why it fired, or stayed silent; calls are numbered from 1, as in all texts for people. */
  why: string;
  /** Index of an earlier call that this detector takes for equal or similar; absent in most sightings. */
  like?: number;
}

export interface ExplainedCall {
  /** From 0. */
  index: number;
  /** Calls of one model response have one number. */
  round: number;
  /** One more each time a user spoke, from 1. */
  turn: number;
  name: string;
  /** Cut short. */
  args: string;
  /** The result or the error, cut short; `null`: none was recorded. */
  outcome: string | null;
  failed: boolean;
  /** Index of the newest earlier call that is equal; `null`: there is none. */
  sameAs: number | null;
  /** Why detectors do not judge it or do not count it, with calls numbered from 1; empty if they do. */
  note: string;
  said: CallVerdict[];
  /** In the order of the guard's detectors. */
  sightings: Sighting[];
}

/** Why a completed call counts as news. */
const NEWS: Readonly<Record<Exclude<CoreExplanation["news"], "not">, (call: string) => string>> = {
  result: (call) => `${call} gave something new`,
  change: (call) => `${call} changed something`,
  no_result: (call) => `what ${call} gave cannot be compared`,
  forgotten: (call) => `${call} was forgotten meanwhile`,
  turn: (call) => `${call} was asked for before a user spoke`,
};
const EXEMPT = "exempt by its tool's policy";
const INVALID = "its arguments are not JSON, so it reached no tool";
const RETRYABLE = "retryable, never counted";
/** `LG_NO_LIMIT`. */
const NO_LIMIT = 0xffff_ffff;

/** The core says why each detector fired or stayed silent; this class knows which calls of the trace it refers to. */
export class ExplainedRun implements TraceRunSink {
  readonly id: string;
  readonly line: number;
  readonly calls: ExplainedCall[] = [];
  /** Whether some call has a recorded time. */
  timed = false;
  readonly #detectors: readonly Detector[];
  readonly #guard: LoopGuard;
  readonly #run: GuardRun;
  readonly #replay: Replay;
  /** Counted calls without an outcome so far. */
  readonly #open = new Map<number, LoopCall>();
  /** By what a later call may be like it: the newest call. `completed`: the newest of an identity whose result is known. */
  readonly #newest = new Map<`${LikeBy} ${string | number}`, number>();
  /** Completed calls of this turn as the core has them, oldest first. */
  #completed: number[] = [];
  /** The latest news, as text. */
  #news = "";
  /** The latest call that waited. */
  #waiter = 0;
  #round = 0;
  #turn = 1;

  constructor({ id, line }: TraceRun, options: LoopGuardOptions) {
    this.id = id;
    this.line = line;
    this.#detectors = readOptions(options).detectors;
    this.#guard = new LoopGuard(options);
    const silent = this.#guard.silentRun();
    this.#run = silent.run;
    this.#run.explain();
    this.#replay = new Replay(silent, (index, verdict, when) => this.#onVerdict(index, verdict, when));
    this.#run.beginRound(); // from now on rounds are declared, and never guessed
  }

  round(): void {
    this.#round++;
    this.#replay.round();
  }

  turn(): void {
    this.#replay.turn(); // first: calls of the turn before may still be judged
    this.#round++;
    this.#turn++;
    this.#news = "a user spoke";
    this.#completed = [];
  }

  compacted(): void {
    this.#replay.compacted();
  }

  call(call: TraceCall): void {
    const index = this.calls.length;
    if (call.at !== undefined) this.timed = true;
    this.calls.push({
      ...{ index, round: this.#round, turn: this.#turn, name: call.name, args: shortText(call.arguments) },
      ...{ outcome: null, failed: false, sameAs: null, note: "", said: [], sightings: [] },
    });
    // The index as the id: ids of a trace may not be unique.
    const own = { ...call, id: String(index) };
    this.#open.set(index, own);
    this.#replay.call(own, call.at);
  }

  outcome(index: number, given: LoopOutcome, at?: number): void {
    const call = this.calls[index];
    const outcome = asFailure(given);
    const came = this.#replay.outcome(index, outcome, at);
    if (came === undefined || call === undefined) return;
    this.#open.delete(index);
    call.outcome = shortText(outcome.error ?? outcome.result ?? outcome.errorTitle ?? outcome.status);
    call.failed = isFailure(outcome);
    if (came === "refused") note(call, "refused when it was recorded, so it did not run");
  }

  end(): void {
    this.#replay.end();
    for (const index of this.#open.keys()) note(this.calls[index] as ExplainedCall, "nothing came back");
    this.#run.close();
    this.#guard.close();
  }

  #onVerdict(index: number, { action, detection }: Verdict, when: CallVerdict["when"]): void {
    const call = this.calls[index] as ExplainedCall;
    const open = this.#open.get(index);
    const explanation = open && this.#run.explanation(open);
    if (typeof explanation === "object") {
      const isBack = explanation.seen !== "asked";
      if (when === "before" && isBack) note(call, INVALID); // it is judged when it has failed
      if (when === "before") this.#asked(call, explanation);
      if (isBack) this.#back(call, explanation);
    } else {
      if (explanation !== undefined) note(call, explanation === "exempt" ? EXEMPT : RETRYABLE);
      if (when === "after") this.#news = `${numbered(index)} is not counted, and may have changed something`;
      this.#open.delete(index); // whatever comes back for it
    }
    if (detection === null) return;
    const { detector, repeats, cycleLength, strikes, evidence, message } = detection;
    call.said.push({ when, action, detector, repeats, cycleLength, strikes, evidence, message });
  }

  #asked(call: ExplainedCall, explanation: CoreExplanation): void {
    const { index } = call;
    const { identity, verbatim, ticket, poll, detectors } = explanation;
    if (poll) note(call, "a poll: judged by time, which a trace does not tell");
    const before = this.#newest.get(`identity ${identity}`);
    if (before !== undefined) {
      call.sameAs = before;
      if (this.calls[before]?.turn !== call.turn)
        note(call, `same call as ${numbered(before)}, but a user spoke between`);
    }
    detectors.forEach((said, place) => {
      const detector = this.#detectors[place] as Detector;
      if (recordOf(detector).judgesAsked) this.#sight(call, place, said, this.#likeAsked(detector, said, explanation));
    });
    this.#newest.set(`identity ${identity}`, index);
    this.#newest.set(`verbatim ${verbatim}`, index);
    this.#newest.set(`ticket ${ticket}`, index);
  }

  #likeAsked(detector: Detector, said: CoreExplained, { identity, verbatim }: CoreExplanation): number | undefined {
    const by = likeOfAsked(detector, said);
    const keys = { ticket: said.like as number, verbatim, identity, completed: identity };
    return by && this.#newest.get(`${by} ${keys[by]}`);
  }

  #back(call: ExplainedCall, { seen, news, waits, identity, sibling, detectors }: CoreExplanation): void {
    const { index } = call;
    if (news !== "not") this.#news = NEWS[news](numbered(index));
    if (waits) this.#waiter = index;
    if (seen !== "sibling") this.#newest.set(`completed ${identity}`, index);
    if (sibling !== undefined) {
      const differs = seen === "sibling" ? "" : ", and their results differ";
      note(call, `one with ${numbered(this.#indexAt(sibling))}: equal calls of one round count once${differs}`);
    }
    if (seen !== "completed") return;
    this.#completed.push(index);
    detectors.forEach((said, place) => {
      if (recordOf(this.#detectors[place] as Detector).judgesAsked || said.why === "by_host") return;
      this.#sight(call, place, said, said.like === undefined ? undefined : this.#indexAt(said.like));
    });
  }

  #sight(call: ExplainedCall, place: number, explained: CoreExplained, like: number | undefined): void {
    const detector = this.#detectors[place] as Detector;
    const callAt = (back: number) => {
      const { index, name } = this.calls[this.#indexAt(back)] as ExplainedCall;
      return { number: index + 1, name };
    };
    const number = like === undefined ? undefined : like + 1;
    const why = whyText({ detector, explained, like: number, news: this.#news, waiter: this.#waiter + 1, callAt });
    const { fires: fired, count, threshold, cycleLength, strong } = explained;
    const needed = threshold === NO_LIMIT ? Number.POSITIVE_INFINITY : threshold;
    const sighting = { detector: detector.name, place, fired, count, needed, cycleLength, strong, why };
    call.sightings.push(like === undefined ? sighting : { ...sighting, like });
    call.sightings.sort((a, b) => a.place - b.place);
  }

  #indexAt(place: number): number {
    return this.#completed.at(-1 - place) as number;
  }
}

/** The call with this index, as people are told of it: from 1. */
export function numbered(index: number): string {
  return `#${index + 1}`;
}

function note(call: ExplainedCall, text: string): void {
  call.note = call.note === "" ? text : `${call.note}; ${text}`;
}

/** A value of a trace as JSON, or a text as it is: on one line, and cut after `max` characters. */
function shortText(value: unknown, max = 100): string {
  const text = safeText(value, "text", "") ?? "";
  const line = plainText(text.slice(0, 2 * max)); // cut first: a text may be of any size
  if (line.length <= max && text.length <= 2 * max) return line;
  return `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
