/** `guardFunction`: any tool function, with a guard before it. */
import { type GuardInput } from "./adapters/guard-of.ts";
import type { LoopRun } from "./types.ts";
export interface GuardFunctionOptions<A extends unknown[] = unknown[]> {
    /**
     * What makes two calls "the same", from the arguments. Default: the first argument that is an object or a list, with the
     * texts, numbers and booleans after it; or else all arguments that are data. Functions and instances of classes, such as
     * contexts and abort signals, are never part of it.
     */
    argumentsOf?: (...args: A) => unknown;
}
/**
 * The function with a guard before it: same type, same name, same `this`. What is synchronous stays synchronous, and a
 * promise or a generator stays one. `hint` and `ask`: it is not called, and gives the message. `warn`: the message is added
 * to what it gives, or to the error that it throws; see `withMessage`. `abort`: a `ToolLoopError` is thrown.
 *
 * Functions that share a guard share its default run; give them a run of it (`guard.run(key)`) to keep runs apart. Calls
 * that start before the first of them has come back are one round.
 *
 * @example
 * const search = guardFunction("search", async (args: { q: string }) => index.search(args.q), { maxRepeats: 3 });
 */
export declare function guardFunction<F extends (...args: never[]) => unknown>(name: string, fn: F, guard?: GuardInput | LoopRun, { argumentsOf }?: GuardFunctionOptions<Parameters<F>>): F;
