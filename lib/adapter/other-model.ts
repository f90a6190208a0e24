/** Another model for one request. Where it fails before it says anything, the agent's own is asked, as without a guard. */
import type { Awaitable } from "../base/property.ts";
import { publishError } from "../rules/diagnostics.ts";

/** What the other model responds, or the agent's own. `undefined`: there is no other. */
export async function askOther<R>(other: (() => PromiseLike<R>) | undefined, own: () => PromiseLike<R>): Promise<R> {
  if (other === undefined) return own();
  try {
    return await other();
  } catch (error) {
    publishError(error, "recover");
    return own();
  }
}

/** The same of a response that streams. */
export async function* streamOther<C>(
  other: (() => Awaitable<AsyncIterable<C>>) | undefined,
  own: () => Awaitable<AsyncIterable<C>>,
): AsyncGenerator<C, void> {
  let says = false;
  try {
    if (other !== undefined)
      for await (const chunk of await other()) {
        says = true;
        yield chunk;
      }
  } catch (error) {
    if (says) throw error;
    publishError(error, "recover");
  }
  if (!says) yield* await own();
}
