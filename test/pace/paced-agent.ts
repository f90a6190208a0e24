/**
 * An agent with a script, under a guard with a clock of the test's own. What takes time is said: how long the model thinks
 * before each response, and how long each tool works.
 */
import type { LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

/** One call, in a round of its own. */
export interface Step {
  readonly name: string;
  readonly args?: unknown;
  readonly outcome: LoopOutcome;
  /** Seconds that the tool works; default 0. */
  readonly takes?: number;
  /** Seconds that the model thinks before it; default: as the pace says. */
  readonly thinks?: number;
}

/** Seconds that the model thinks before each call; `"no clock"`: as in a record without times. */
export type Pace = number | "no clock";

/** Gives the step with this number, from 0, for ever. */
export type Script = (number: number) => Step;

export interface Refusal {
  /** Which call was refused, from 1; `Infinity`: none. */
  readonly at: number;
  readonly message: string;
  readonly detector: string | undefined;
  /** Seconds from the first request to the refused one. */
  readonly after: number;
}

const NEVER: Refusal = { at: Number.POSITIVE_INFINITY, message: "", detector: undefined, after: 0 };

/** Plays a script until a call is refused, `calls` were made, or `seconds` are over. */
export function untilRefused(
  pace: Pace,
  script: Script,
  {
    calls = 60,
    seconds = Number.POSITIVE_INFINITY,
    ...options
  }: LoopGuardOptions & { calls?: number; seconds?: number },
): Refusal {
  let ms = Date.UTC(2026, 0);
  const guard = new LoopGuard({ now: () => (pace === "no clock" ? Number.NaN : ms), ...options });
  const run = guard.run("paced");
  let first: number | undefined;
  try {
    for (let number = 0; number < calls; number++) {
      const { name, args = {}, outcome, takes = 0, thinks = pace === "no clock" ? 0 : pace } = script(number);
      ms += thinks * 1000;
      first ??= ms;
      if (ms - first > seconds * 1000) return NEVER;
      run.beginRound();
      const call = { id: `call ${number}`, name, arguments: args };
      const verdict = run.before(call);
      if (isRefusal(verdict)) {
        const { message, detection } = verdict;
        return { at: number + 1, message, detector: detection?.detector, after: (ms - first) / 1000 };
      }
      ms += takes * 1000;
      run.after(call, outcome);
    }
    return NEVER;
  } finally {
    guard.close();
  }
}

const isRefusal = ({ action }: Verdict) => action === "hint" || action === "ask" || action === "abort";

/** The same call with the same answer, again and again. */
export const always =
  (step: Step): Script =>
  () =>
    step;

/** Steps in turn. */
export const inTurn =
  (...steps: readonly Step[]): Script =>
  (number) =>
    steps[number % steps.length] as Step;

/** A script at the times that were recorded: milliseconds of each request, and of each result if it is known. */
export function atTimes(script: Script, times: readonly { at: number; end?: number }[]): Script {
  return (number) => {
    const { at, end = at } = times[number] as { at: number; end?: number };
    const before = times[number - 1];
    const since = before === undefined ? at : (before.end ?? before.at);
    return { ...script(number), thinks: (at - since) / 1000, takes: (end - at) / 1000 };
  };
}
