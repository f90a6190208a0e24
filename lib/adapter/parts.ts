/** Small things that adapters need to name a call and to copy what they guard. */
import type { LoopCall } from "../base/types.ts";

/** A call as the guard takes it; `id` counts only if it is a string. */
export function callOf(id: unknown, name: string, args: unknown): LoopCall {
  return typeof id === "string" ? { id, name, arguments: args } : { name, arguments: args };
}

/** A copy with other members; of the same class, because a tool may be an instance of one. */
export function withMembers(original: object, members: object): object {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  });
}
