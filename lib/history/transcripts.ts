/** Recorded runs as lists of calls with what came back; `TranscriptReader` says which forms of messages are read. */

import { property } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { TranscriptReader } from "./transcript-reader.ts";

/** A call with what came back. */
export interface RecordedCall extends LoopCall, LoopOutcome {
  /** Calls with one number were asked for together; without it each call is a round of its own. */
  round?: number;
  /** Calls of one number lie between the same two words of a user. */
  turn?: number;
  /** When it was asked for, in milliseconds: what waited for something is judged by time. */
  at?: number;
  /** What a guard said in place of a result: the call did not run. */
  refused?: string;
}

/** One call of a transcript. */
export interface TranscriptCall {
  readonly call: LoopCall;
  /** Not there: nothing came back. */
  outcome: LoopOutcome | undefined;
  /** Index of the model response that asked for it. */
  readonly round: number;
  /** How often a user spoke after the first round. */
  readonly turn: number;
  /** When it was asked for, in milliseconds, where its entry says so. */
  readonly at: number | undefined;
  /** What a guard said in place of a result, where its entry says so. */
  readonly refused?: string;
}

/** The calls of a transcript, in order. What is no tool call, result or word of a user is passed over. */
export function readTranscript(entries: Iterable<unknown>): TranscriptCall[] {
  return readHistory(entries).calls;
}

/** The same, and the turn that the history ends in: past that of the last call when a user spoke since. */
export function readHistory(entries: Iterable<unknown>): { calls: TranscriptCall[]; turn: number } {
  const calls: TranscriptCall[] = [];
  let told: Pick<TranscriptCall, "at" | "refused"> = { at: undefined };
  const reader = new TranscriptReader({
    round() {},
    turn() {},
    call: (call) => void calls.push({ call, outcome: undefined, round: reader.round, turn: reader.turn, ...told }),
    outcome(index, outcome) {
      const answered = calls[index];
      if (answered !== undefined) answered.outcome = outcome;
    },
  });
  for (const entry of entries) {
    const at = property(entry, "at");
    const refused = property(entry, "refused");
    told = { at: typeof at === "number" ? at : undefined, ...(typeof refused === "string" ? { refused } : {}) };
    // What throws when it is read is passed over from there on.
    attempt(() => reader.entry(entry), undefined, "messages");
  }
  return { calls, turn: reader.turn };
}
