/** A recorded history, played to a run as it happened. */

import type { LoopCall, Verdict } from "../base/types.ts";
import { ACTIONS } from "../core/layout.gen.ts";
import { readHistory } from "../history/transcripts.ts";
import { ALLOW } from "../report/verdict.ts";
import { Replay, type ReplayTarget, replayCalls } from "./replay.ts";

/** A call of the last model response, and what the guard says of it. */
export interface CheckedCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** The history has no result for it: it is about to run. */
  readonly pending: boolean;
}

/** The sternest of the verdicts. */
export function sternestOf(calls: readonly CheckedCall[]): Verdict {
  let sternest = ALLOW;
  for (const { verdict } of calls)
    if (ACTIONS.indexOf(verdict.action) > ACTIONS.indexOf(sternest.action)) sternest = verdict;
  // In shadow mode nothing is sterner than `allow`, but there may be something to tell.
  if (sternest.detection === null)
    sternest = calls.find(({ verdict }) => verdict.detection !== null)?.verdict ?? sternest;
  return sternest;
}

/** The calls of the last round with the run's verdicts; none when a user spoke after them. */
export function replayHistory(target: ReplayTarget, history: Iterable<unknown>): CheckedCall[] {
  const { calls, turn } = readHistory(history);
  const last = calls.at(-1);
  const start = calls.findIndex(({ round }) => round === last?.round);
  const verdicts: Verdict[] = [];
  const replay = new Replay(target, (index, verdict) => {
    // What is said of the result goes before what was said of the call.
    if (index >= start && (verdict.detection !== null || verdicts[index] === undefined)) verdicts[index] = verdict;
  });
  replayCalls(replay, calls);
  if (last === undefined || last.turn !== turn) return [];
  return calls.slice(start).map(({ call, outcome }, place) => {
    return { call, verdict: verdicts[start + place] ?? ALLOW, pending: outcome === undefined };
  });
}
