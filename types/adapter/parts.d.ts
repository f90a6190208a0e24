import type { LoopCall } from "../base/types.ts";
/** A call as the guard takes it; `id` counts only if it is a string. */
export declare function callOf(id: unknown, name: string, args: unknown): LoopCall;
/** A copy with other members; of the same class, because a tool may be an instance of one. */
export declare function withMembers(original: object, members: object): object;
