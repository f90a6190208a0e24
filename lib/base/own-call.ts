import { property } from "./property.ts";
import type { LoopCall } from "./types.ts";

/**
 * A call of one response, as a guard is to be told of it. To a guard the same id twice in one round is one call; here each is a
 * call of its own, also where a provider gives all of them one id, such as an empty one. `ids`: those that came before.
 *
 * @internal
 */
export function ownCall(call: LoopCall, ids: Set<unknown>): LoopCall {
  const id = property(call, "id");
  if (id === undefined || id === null) return call;
  if (!ids.has(id)) {
    ids.add(id);
    return call;
  }
  const { name, arguments: args, retryable } = call;
  return retryable === true ? { name, arguments: args, retryable } : { name, arguments: args };
}
