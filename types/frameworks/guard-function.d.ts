/** `guardFunction`: any tool function, with a guard before it. */
import { type DeskInput } from "../adapter/desk.ts";
import type { StoredLoopRun } from "../store/stored-run-options.ts";
export interface GuardFunctionOptions<A extends unknown[] = unknown[]> {
    /**
     * The value by which calls are compared, made from the arguments. Default: all arguments that are data: texts, numbers,
     * objects, lists, dates, maps, instances whose fields can be compared. What hides its state, such as a body or private
     * fields, is equal to itself alone. Left out are functions, and objects that go along with a call: what has a function or a
     * signal in it, or a member such as `toolCallId`. The first plain object or list always counts.
     */
    argumentsOf?: (...args: A) => unknown;
    /**
     * The run that a call belongs to, as a key for `guard.run(key)`: a session, a user, a framework's context. `undefined`:
     * as without this option. Default: the run of the scope around the call (`runScope`), or else of the HTTP request that is
     * being answered, or else the guard's default run.
     */
    run?: (...args: A) => string | object | undefined;
}
/** Gives the message of a refusal too; a promise or a generator gives or yields it. */
type OrRefusal<R> = R extends Generator<infer T, infer E, infer N> ? Generator<T | string, E | string, N> : R extends AsyncGenerator<infer T, infer E, infer N> ? AsyncGenerator<T | string, E | string, N> : R extends PromiseLike<infer V> ? Promise<V | string> : R | string;
type Returning<F extends Tool, R> = ((this: ThisParameterType<F>, ...args: Parameters<F>) => R) & {
    [K in keyof F]: F[K];
};
type Tool = (...args: any[]) => unknown;
/** `F`, whose results may be the message of a refusal. `F` itself where they can be texts anyway, or are nothing. */
export type GuardedFunction<F extends Tool> = string extends Awaited<ReturnType<F>> ? F : [
    Awaited<ReturnType<F>>
] extends [void] ? F : Returning<F, OrRefusal<ReturnType<F>>>;
/**
 * The function with a guard around it: same name, same `this`. A synchronous function stays synchronous, and a
 * promise or a generator stays one; with a run in a store every call gives a promise. A refused call returns the message. A
 * warning is added to the result, or to the error that is thrown. An abort throws a `ToolLoopError`, which ends the run only if
 * the host does not catch errors of tools.
 *
 * A call belongs to the run that the option `run` gives, or to the run given in place of the guard, or to the scope around it
 * (`runScope`), or to the HTTP request that `node:http` answers, or else to the guard's default run, one for the whole process:
 * other servers with many users must say whose call it is. Calls of a run that start before the first of them has returned are
 * one round.
 *
 * Throws `ERR_LOOPGUARD_OPTION` for wrong options. If a function of the options throws, that is published on `loopguard:error`.
 *
 * @example
 * const search = guardFunction("search", async (args: { q: string }) => index.search(args.q), { maxRepeats: 3 });
 * const answer = await runScope(sessionId, () => agent.answer(question)); // whose calls of `search` are one run
 */
export declare function guardFunction<F extends Tool>(name: string, fn: F, guard: StoredLoopRun, options?: GuardFunctionOptions<Parameters<F>>): Returning<F, ReturnType<F> extends AsyncGenerator ? OrRefusal<ReturnType<F>> : Promise<Awaited<ReturnType<F>> | string>>;
export declare function guardFunction<F extends Tool>(name: string, fn: F, guard?: DeskInput, options?: GuardFunctionOptions<Parameters<F>>): GuardedFunction<F>;
export {};
