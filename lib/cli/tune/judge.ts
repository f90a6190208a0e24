/** Whether a setting refused a healthy run. */
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import { regretOf } from "./regret.ts";
import type { Firing } from "./replay.ts";
import type { Session } from "./sessions.ts";

/** What is known of a run that a setting was tried on. */
export type Tried = Pick<Firing, "blocking" | "refusals">;

/** `true`: healthy and refused; `false`: healthy and not refused; `undefined`: not healthy, or not known to be. */
export type Judge = (run: CompactRun, tried: Tried) => boolean | undefined;

/** Healthy is what its label says is not stuck. */
export function byLabel(labels: ReadonlyMap<string, Label>): Judge {
  return ({ id }, { blocking }) => (labels.get(id)?.stuck === false ? Number.isFinite(blocking) : undefined);
}

/**
 * A run with a refusal of news is healthy and was refused; one whose refusals were all right is stuck; any other is healthy.
 * Where no refused call has a recorded result, nothing shows that a refusal was right.
 */
export const byRegret: Judge = ({ gave }, { refusals }) => {
  const { runs, refusedRuns, wrongedRuns } = regretOf(gave, refusals);
  if (runs === 0) return undefined;
  if (wrongedRuns > 0) return true;
  if (refusals.all.length === 0) return false;
  return refusedRuns > 0 ? undefined : true;
};

/** Counts of sessions; a session is refused if one of its healthy runs is. */
export interface Count {
  healthy: number;
  refused: number;
}

/** `tried`: for each run of the sessions, in order. */
export function countRefused(sessions: readonly Session[], tried: readonly Tried[], judge: Judge): Count {
  let place = 0;
  const count: Count = { healthy: 0, refused: 0 };
  for (const session of sessions) {
    const judged = session.map((run) => judge(run, tried[place++] as Tried));
    if (judged.includes(true)) count.refused++;
    if (judged.some((refused) => refused !== undefined)) count.healthy++;
  }
  return count;
}
