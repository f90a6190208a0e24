import { property } from "./property.ts";
import type { LoopCall } from "./types.ts";

/**
 * The call to pass to a guard, without its id when an earlier call of the same response has it. A guard takes the same
 * id twice in one round for one call, but some providers give every call the same id, such as "". `ids` collects the
 * ids seen so far.
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
  return { name, arguments: args, ...(retryable === true && { retryable }) };
}
