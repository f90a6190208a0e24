/**
 * Another model for one request. Where it fails before it says anything, the agent's own is asked, as without a guard; but not if
 * the user has aborted the run.
 */
import type { Awaitable } from "../base/property.ts";
import { publishError } from "../rules/diagnostics.ts";
import type { RequestEdit } from "./recovery.ts";

/** The user's signal, if there is one. */
type Signal = Pick<AbortSignal, "aborted"> | null | undefined;

/**
 * What the other model responds, or the agent's own. `undefined`: the request has failed, and not by the user's abort, and it was
 * the last one of a run, which `end` ends.
 */
export async function askEdited<M, R>(
  end: RequestEdit["answers"],
  other: M | undefined,
  own: M,
  ask: (model: M) => Awaitable<R> | PromiseLike<R>,
  signal: Signal,
): Promise<R | undefined> {
  if (other !== undefined)
    try {
      return await ask(other);
    } catch (error) {
      if (signal?.aborted) throw error;
      publishError(error, "recover");
    }
  try {
    return await ask(own);
  } catch (error) {
    if (end === undefined || signal?.aborted) throw error;
    return undefined;
  }
}

/** The chunks of one that streams. */
export async function* streamOther<M, C>(
  other: M | undefined,
  own: M,
  ask: (model: M) => Awaitable<AsyncIterable<C>>,
  signal?: Signal,
): AsyncGenerator<C, void> {
  if (other === undefined) return yield* await ask(own);
  let says = false;
  try {
    for await (const chunk of await ask(other)) {
      says = true;
      yield chunk;
    }
  } catch (error) {
    if (says || signal?.aborted) throw error;
    publishError(error, "recover");
  }
  if (!says && !signal?.aborted) yield* await ask(own);
}
