/** A guard never breaks a run: an error inside is published on `loopguard:error`, and the run goes on. */

import { property } from "../base/property.ts";
import type { Verdict } from "../base/types.ts";
import { UnpackableError } from "../core/body.ts";
import { publishError } from "./diagnostics.ts";
import { ALLOW } from "./verdict.ts";

/** The verdict when judging a call failed: the call may run. */
export function failOpen(error: unknown, where: string, call: unknown): Verdict {
  const name = property(call, "name");
  const cause = error instanceof UnpackableError ? error.cause : error;
  publishError(cause, where, typeof name === "string" ? name : undefined);
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

/** As `attempt`, for what gives a promise; `undefined` if it fails. */
export async function attemptAsync<T>(act: () => T | Promise<T>, where: string): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    publishError(error, where);
    return undefined;
  }
}
