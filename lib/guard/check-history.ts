/** `LoopGuard.check`: judges a whole history without changing any run. */

import { optionError } from "../base/errors.ts";
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { TranscriptCall } from "../history/transcripts.ts";
import { recordNamed } from "../rules/table.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import { GuardRun } from "../run/loop-run.ts";
import { Replay, replayCalls } from "../run/replay.ts";

/** As `LoopGuard.check`. `engine` is one for `"check"`: it refuses nothing, so every call of the history counts as run. */
export function checkHistory(
  engine: GuardEngine,
  calls: readonly LoopCall[],
  outcomes: readonly (LoopOutcome | string | null | undefined)[],
): LoopDetection | null {
  if (!Array.isArray(calls)) throw optionError("type", "calls", calls, "an array of calls");
  if (!Array.isArray(outcomes)) throw optionError("type", "outcomes", outcomes, "an array of outcomes");
  const run = new GuardRun(engine, undefined, undefined);
  let last: LoopDetection | null = null;
  const replay = new Replay({ run }, (index, { detection }, when) => {
    if (index < calls.length - 1 || detection === null) return;
    // An armed detection in `before` belongs to an earlier call unless this one completes the pattern again.
    if (when === "after" || detection.strikes === 1 || recordNamed(detection.detector)?.judgesAsked) last = detection;
  });
  const history = calls.map((call: LoopCall, round): TranscriptCall => {
    const outcome: LoopOutcome | string | null = outcomes[round] ?? null;
    const given = typeof outcome === "string" ? { result: outcome } : (outcome ?? undefined);
    return { call, outcome: given, round, turn: 0, at: undefined };
  });
  try {
    replayCalls(replay, history);
    return last;
  } finally {
    run.close();
  }
}
