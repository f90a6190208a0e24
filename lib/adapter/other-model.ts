/**
 * Another model for one request. Where it fails before it says anything, the agent's own is asked, as without a guard; but not if
 * the user has aborted the run.
 */
import type { Awaitable } from "../base/property.ts";
import { publishError } from "../rules/diagnostics.ts";

/** The user's signal, if there is one. */
type Signal = Pick<AbortSignal, "aborted"> | null | undefined;

/** What the other model responds, or the agent's own. `undefined`: there is no other. */
export async function askOther<R>(
  other: (() => PromiseLike<R>) | undefined,
  own: () => PromiseLike<R>,
  signal: Signal,
): Promise<R> {
  if (other === undefined) return own();
  try {
    return await other();
  } catch (error) {
    if (signal?.aborted) throw error;
    publishError(error, "recover");
    return own();
  }
}

/** The same of a response that streams. */
export async function* streamOther<C>(
  other: (() => Awaitable<AsyncIterable<C>>) | undefined,
  own: () => Awaitable<AsyncIterable<C>>,
  signal?: Signal,
): AsyncGenerator<C, void> {
  if (other === undefined) return yield* await own();
  let says = false;
  try {
    for await (const chunk of await other()) {
      says = true;
      yield chunk;
    }
  } catch (error) {
    if (says || signal?.aborted) throw error;
    publishError(error, "recover");
  }
  if (!says && !signal?.aborted) yield* await own();
}
