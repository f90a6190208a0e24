/** Turns the options `action` and `ladder` into the ladder that the core takes. */
import { type Check, checkKeys, checkObject, integer, member } from "./check-option.ts";
import { optionError } from "./errors.ts";
import type { Ladder, LoopDetection, VerdictAction } from "./types.ts";

/** In ascending order of severity. */
export const STEPS = ["warn", "hint", "ask", "abort"] as const;
export const STRIKES: Check = integer(1, 1_000_000);

/** What happens at each strike: the core's ladder, and the user's function that may overrule it. */
export interface Steps {
  /** In the order of `STEPS`, so that equal ladders have one JSON. */
  readonly ladder: Readonly<Ladder>;
  readonly decide: ((detection: LoopDetection) => VerdictAction) | undefined;
}

function inOrder(ladder: Ladder): Ladder {
  return Object.fromEntries(STEPS.flatMap((step) => (ladder[step] === undefined ? [] : [[step, ladder[step]]])));
}

/**
 * Reads `action` and `ladder` of a guard, a detector or a policy; `undefined` when both are absent. A named action
 * starts at strike 1, and `ladder` adds the other steps: `action: "warn", ladder: { abort: 5 }` is
 * `{ warn: 1, abort: 5 }`. Where both name a step, the ladder counts: `action: "hint", ladder: { warn: 1, hint: 2 }` is
 * that ladder.
 */
export function readSteps(action: unknown, ladder: unknown, path: string): Steps | undefined {
  if (action === undefined && ladder === undefined) return undefined;
  if (ladder !== undefined) checkLadder(ladder, member(path, "ladder"));
  if (typeof action === "function") {
    if (ladder !== undefined)
      throw optionError("type", member(path, "ladder"), ladder, "absent where action is a function");
    // The core refuses at each strike; the function decides, and the core is overruled where they differ.
    return { ladder: { hint: 1 }, decide: action as (detection: LoopDetection) => VerdictAction };
  }
  if (action !== undefined && action !== "warn" && action !== "hint" && action !== "abort")
    throw optionError("type", member(path, "action"), action, '"warn", "hint", "abort" or a function');
  const merged: Ladder = action === undefined ? { ...ladder } : { [action]: 1, ...ladder };
  if (ladder !== undefined) checkOrder(merged, member(path, "ladder"));
  return { ladder: inOrder(merged), decide: undefined };
}

/** Whether there is a strike at which a call is only warned of. */
export function mayWarn({ ladder: { warn = Infinity, ...others }, decide }: Steps): boolean {
  return decide !== undefined || warn < Math.min(...Object.values(others));
}

function checkLadder(value: unknown, path: string): asserts value is Ladder {
  checkObject(value, path, "an object such as { warn: 1, hint: 2, abort: 5 }");
  checkKeys(value, path, STEPS);
  const starts = STEPS.filter((step) => value[step] !== undefined);
  if (starts.length === 0)
    throw optionError("range", path, value, "an object with at least one of warn, hint, ask, abort");
  for (const step of starts) STRIKES(value[step], member(path, step));
}

/** Throws for a milder step that starts after a harsher one, such as `{ abort: 2, hint: 3 }`: it is never reached. */
function checkOrder(ladder: Ladder, path: string): void {
  const given = STEPS.filter((step) => ladder[step] !== undefined);
  let [milder] = given;
  for (const step of given) {
    const [start, before] = [ladder[step] as number, ladder[milder ?? step] as number];
    if (start < before)
      throw optionError("range", member(path, step), start, `at least ${before}, where ${milder} starts`);
    milder = step;
  }
}
