/** `guardFunction`: any tool function, with a guard before it. */
import type { LoopRun } from "../base/types.ts";
import { type GuardInput } from "../guard/guard-of.ts";
export interface GuardFunctionOptions<A extends unknown[] = unknown[]> {
    /**
     * What makes two calls "the same", from the arguments. Default: the first argument that is an object or a list, with the
     * texts, numbers and booleans after it; or else all arguments that are data. Functions and instances of classes, such as
     * contexts and abort signals, are never part of it.
     */
    argumentsOf?: (...args: A) => unknown;
    /**
     * The run that a call belongs to, as a key for `guard.run(key)`: a session, a user, a framework's context. `undefined`:
     * as without this option. Default: the run of the scope around the call (`runScope`), or else the guard's default run.
     */
    run?: (...args: A) => string | object | undefined;
}
/**
 * The function with a guard before it: same type, same name, same `this`. What is synchronous stays synchronous, and a
 * promise or a generator stays one. `hint` and `ask`: it is not called, and gives the message. `warn`: the message is added
 * to what it gives, or to the error that it throws; see `withMessage`. `abort`: a `ToolLoopError` is thrown, which ends a run
 * only where the host lets errors of tools through.
 *
 * Each run has a state of its own. A call is of the run that the option `run` says, or of the one given in the guard's
 * place, or of the scope around it: that of `runScope`, which `ToolExecutor` and `guardExecutor` open around their tools. A
 * call of none of these is of the guard's default run, one for the whole process: right for one agent, but a server with
 * many users must say whose a call is, or they are counted together. Calls of a run that start before the first of them has
 * come back are one round.
 *
 * Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. A function of the options that throws, or gives a promise, is
 * told on the channel `loopguard:error`, once, and the call runs.
 *
 * @example
 * const search = guardFunction("search", async (args: { q: string }) => index.search(args.q), { maxRepeats: 3 });
 * const answer = await runScope(sessionId, () => agent.answer(question)); // whose calls of `search` are one run
 */
export declare function guardFunction<F extends (...args: never[]) => unknown>(name: string, fn: F, guard?: GuardInput | LoopRun, options?: GuardFunctionOptions<Parameters<F>>): F;
