/** Verdicts. */

import { whyOf } from "../base/errors.ts";
import { property } from "../base/property.ts";
import type { LoopDetection, Verdict, VerdictAction } from "../base/types.ts";
import { UnpackableError } from "../core/event.ts";
import { publishError, tellMisuse } from "./diagnostics.ts";

/** The verdict of every untroubled call: one object, so that an `allow` costs no memory. */
export const ALLOW: Verdict = Object.freeze({ action: "allow", allowed: true, message: "", detection: null });

/** Whether a call with a verdict of this action is not to run. Of a verdict itself, `allowed` says so. */
export function isRefusal(action: VerdictAction): boolean {
  return action !== "allow" && action !== "warn";
}

/** The verdict where something was found. */
export function verdictOf(
  action: VerdictAction,
  found: { message: string; detection: LoopDetection; replay?: unknown; waitMs?: number },
): Verdict {
  return Object.freeze({ action, allowed: !isRefusal(action), ...found }) as Verdict;
}

/**
 * The message to add to the outcome of a call that has run, by its verdicts from `before`, `after` or `invalid`: one, the first.
 * What is said before a call (a limit, a budget, work that is sent around) is said once; a loop is told of again. A refusal
 * comes too late and acts as a warning; an abort ends the run instead.
 */
export function warningOf(...verdicts: readonly Verdict[]): string | undefined {
  return verdicts.find(({ action }) => action !== "allow" && action !== "abort")?.message;
}

/** The verdict when judging a call failed: the call may run. `owner` is told once, a guard or what stands for it. */
export function failOpen(error: unknown, where: string, call: unknown, owner: object | undefined): Verdict {
  const name = property(call, "name");
  const cause = error instanceof UnpackableError ? error.cause : error;
  publishError(cause, where, typeof name === "string" ? name : undefined);
  // Of a call without a name more was told, by the same code.
  const isNameless = typeof name !== "string" && !/^(text|usage|delegate)$/.test(where);
  const text = `${where}() found no loop, since it failed: ${whyOf(cause)}`;
  if (owner !== undefined) tellMisuse(owner, isNameless ? "LOOPGUARD_CALL" : "LOOPGUARD_FAILED", text);
  return ALLOW;
}

/** What `act` returns, or `otherwise` if it throws, for example because of a getter in the arguments. */
export function attempt<T>(act: () => T, otherwise: T, where: string, toolName?: string): T {
  try {
    return act();
  } catch (error) {
    publishError(error, where, toolName);
    return otherwise;
  }
}

/** As `attempt`, for what gives a promise. */
export async function attemptAsync<T>(
  act: () => T | Promise<T>,
  where: string,
  toolName?: string,
  otherwise?: T,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    publishError(error, where, toolName);
    return otherwise;
  }
}
