/** Replays a recorded history to a run. */

import type { LoopCall, Verdict } from "../base/types.ts";
import { ACTIONS } from "../core/layout.gen.ts";
import { readHistory } from "../history/transcripts.ts";
import { ALLOW } from "../report/verdict.ts";
import { Replay, type ReplayTarget, replayCalls } from "./replay.ts";

/** A call of the last model response, and its verdict. */
export interface CheckedCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** The history has no result for it: it has not run yet. */
  readonly pending: boolean;
}

/** The most severe of the verdicts. */
export function sternestOf(calls: readonly CheckedCall[]): Verdict {
  let sternest = ALLOW;
  for (const { verdict } of calls)
    if (ACTIONS.indexOf(verdict.action) > ACTIONS.indexOf(sternest.action)) sternest = verdict;
  // In shadow mode every verdict is `allow`, but one may have a detection.
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
    // The verdict on the outcome replaces the verdict on the call.
    if (index >= start && (verdict.detection !== null || verdicts[index] === undefined)) verdicts[index] = verdict;
  });
  replayCalls(replay, calls);
  if (last === undefined || last.turn !== turn) return [];
  return calls.slice(start).map(({ call, outcome }, place) => {
    return { call, verdict: verdicts[start + place] ?? ALLOW, pending: outcome === undefined };
  });
}
