/** `LoopGuard.check`: a whole history judged at once, without touching any run. */

import { optionError } from "../base/errors.ts";
import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import { recordNamed } from "../detectors/table.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import { GuardRun } from "../run/loop-run.ts";

/**
 * The detection that the last call raises, or `null`. Each call is a round of its own. `engine` must be a quiet one: it
 * refuses nothing, so that every call of the history counts as run.
 */
export function checkHistory(
  engine: GuardEngine,
  calls: readonly LoopCall[],
  outcomes: readonly (LoopOutcome | string | null | undefined)[],
): LoopDetection | null {
  if (!Array.isArray(calls)) throw optionError("type", "calls", calls, "an array of calls");
  if (!Array.isArray(outcomes)) throw optionError("type", "outcomes", outcomes, "an array of outcomes");
  const run = new GuardRun(engine, undefined, undefined);
  try {
    let last: LoopDetection | null = null;
    calls.forEach((call: LoopCall, index) => {
      run.beginRound();
      const asked = run.before(call).detection;
      const outcome: LoopOutcome | string | null | undefined = outcomes[index];
      const completed =
        outcome === undefined || outcome === null
          ? null
          : run.after(call, typeof outcome === "string" ? { result: outcome } : outcome).detection;
      // An armed detection in `before` belongs to an earlier call unless this one completes the pattern again.
      const own = asked !== null && (asked.strikes === 1 || recordNamed(asked.detector)?.judgesAsked) ? asked : null;
      last = completed ?? own;
    });
    return last;
  } finally {
    run.close();
  }
}
