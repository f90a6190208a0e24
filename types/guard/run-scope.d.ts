/** Run scopes: the key of the run that the current code belongs to, for functions that many runs share. */
import { type AsyncContext } from "../base/platform.ts";
import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "./loop-guard.ts";
/** A key for `guard.run(key)`. */
export type RunKey = string | object;
/**
 * Runs `fn` and returns its result. Calls made inside, or by asynchronous work that `fn` starts, of what is guarded with
 * `guardFunction` or `guardClient` and has no run of its own, belong to `guard.run(key)`. A server with many users puts a scope
 * around each request, with the session as key. `ToolExecutor`, `guardExecutor` and `guardServer` do the same around their
 * tools. Scopes may be nested; the inner one counts.
 *
 * `key`: a string that is not empty, or an object by its identity, which cannot be awaited (a query of an ORM is no key). With any
 * other key, which is told once, `fn` runs in a scope of its own.
 *
 * @example
 * app.post("/chat", (request, response) => runScope(request.sessionId, () => agent.answer(request, response)));
 */
export declare function runScope<T>(key: string | object, fn: () => T): T;
/** Turns scopes on. They stay off until something uses them, because in Node.js 20 they slow down every promise. */
export declare function openScopes(): AsyncContext<RunKey>;
/** `runScope` for code of the package; without a key, the surrounding scope stays. */
export declare function inScope<T>(key: RunKey | undefined, fn: () => T): T;
/** The key of the current scope. */
export declare function scopeKey(): RunKey | undefined;
/** Makes each request to a `node:http` server known to the code that answers it, for `requestKey`: one look at a channel. */
export declare function trackRequests(): void;
/** The request that the current code answers, if no scope is around it. */
export declare function requestKey(): object | undefined;
/** The guard's run for a key; its default run without a key, or under `scope: "instance"`. */
export declare function runInScope(guard: LoopGuard, key: RunKey | undefined): LoopRun;
/** As `runInScope`, for an agent: inside a tool of another agent's run, that one is its parent. */
export declare function agentRunInScope(guard: LoopGuard, key: RunKey | undefined): LoopRun;
/** The key for a context: its `runId`, else the context itself. */
export declare function contextKey(context: unknown): RunKey | undefined;
/** A user's key; `undefined`: there is none. A value that cannot be a key is reported, and gets a run of its own. */
export declare function soundKey(key: unknown, tell: (error: unknown) => void): RunKey | undefined;
