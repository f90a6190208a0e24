/** Whose call it is, for what is guarded once and used by many: the key of the run that the code at hand belongs to. */
import { type AsyncContext } from "../base/async-context.ts";
import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
/** A key for `guard.run(key)`. */
export type RunKey = string | object;
/**
 * Runs `fn` and gives back what it gives. Whatever is guarded with `guardFunction` or `guardClient`, is called inside, and
 * has no run of its own, judges with `guard.run(key)` of its guard; so does everything asynchronous that `fn` starts. For a
 * server that serves many users: one scope around each request, with the session for a key. `ToolExecutor`,
 * `guardExecutor` and `guardServer` do the same around the tools that they run. Scopes may be nested; the inner one counts.
 *
 * `key`: a string, or an object by its identity. Anything else is told on the channel `loopguard:error`, and `fn` runs in a
 * scope of its own.
 *
 * @example
 * app.post("/chat", (request, response) => runScope(request.sessionId, () => agent.answer(request, response)));
 */
export declare function runScope<T>(key: string | object, fn: () => T): T;
/**
 * Somebody will ask for scopes. Until then nobody enters one: in Node.js 20 they make every promise of the process slower.
 */
export declare function openScopes(): AsyncContext<RunKey>;
/** `runScope` for hosts inside the package; no key: the scope around stays. */
export declare function inScope<T>(key: RunKey | undefined, fn: () => T): T;
/** The key of the scope around the code at hand. */
export declare function scopeKey(): RunKey | undefined;
/** The guard's state for a key; its only one under `scope: "instance"`, and where there is no key. */
export declare function runInScope(guard: LoopGuard, key: RunKey | undefined): LoopRun;
/** The key that a context stands for: its `runId`, else the context itself. */
export declare function contextKey(context: unknown): RunKey | undefined;
/** A key as somebody gave it; `undefined` for none. What can be no key is told, and stands for a run of its own. */
export declare function soundKey(key: unknown, tell: (error: unknown) => void): RunKey | undefined;
