/** Run scopes: the key of the run that the current code belongs to, for functions that many runs share. */

import { func } from "../base/check-option.ts";
import { optionError, whyOf } from "../base/errors.ts";
import { type AsyncContext, builtin, newAsyncContext } from "../base/platform.ts";
import { isThenable } from "../base/property.ts";
import type { LoopRun } from "../base/types.ts";
import { publishError, tellMisuse, whenRejected } from "../rules/diagnostics.ts";
import { attempt } from "../rules/verdict.ts";
import type { LoopGuard } from "./loop-guard.ts";

/** A key for `guard.run(key)`. */
export type RunKey = string | object;

/** One for the process: a function and the executor that calls it may use two copies of the package. */
const SHARED: unique symbol = Symbol.for("loopguard.runScopes") as never;
const REQUESTS: unique symbol = Symbol.for("loopguard.requests") as never;
const shared = globalThis as { [SHARED]?: AsyncContext<RunKey>; [REQUESTS]?: WeakSet<object> };

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
export function runScope<T>(key: string | object, fn: () => T): T {
  func(fn, "fn");
  const tell = (error: unknown): void => {
    publishError(error, "runScope");
    tellMisuse(runScope, "LOOPGUARD_SCOPE", `runScope: ${whyOf(error)}. Its calls are counted by themselves`);
  };
  return openScopes().run(soundKey(key, tell) ?? unknownKey(key, tell), fn);
}

/** Turns scopes on. They stay off until something uses them, because in Node.js 20 they slow down every promise. */
export function openScopes(): AsyncContext<RunKey> {
  shared[SHARED] ??= newAsyncContext();
  return shared[SHARED];
}

/** `runScope` for code of the package; without a key, the surrounding scope stays. */
export function inScope<T>(key: RunKey | undefined, fn: () => T): T {
  const scopes = shared[SHARED];
  return scopes === undefined || key === undefined ? fn() : scopes.run(key, fn);
}

/** The key of the current scope. */
export function scopeKey(): RunKey | undefined {
  const key = shared[SHARED]?.getStore();
  return isRequest(key) ? undefined : key;
}

/** Makes each request to a `node:http` server known to the code that answers it, for `requestKey`: one look at a channel. */
export function trackRequests(): void {
  if (shared[REQUESTS] !== undefined) return;
  const requests = new WeakSet<object>();
  shared[REQUESTS] = requests;
  const scopes = openScopes();
  builtin("node:diagnostics_channel")?.subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: object };
    requests.add(request);
    scopes.enterWith?.(request);
  });
}

/** The request that the current code answers, if no scope is around it. */
export function requestKey(): object | undefined {
  const key = shared[SHARED]?.getStore();
  return isRequest(key) ? key : undefined;
}

function isRequest(key: RunKey | undefined): key is object {
  return shared[REQUESTS]?.has(key as object) === true;
}

/** The guard's run for a key; its default run without a key, or under `scope: "instance"`. */
export function runInScope(guard: LoopGuard, key: RunKey | undefined): LoopRun {
  return guard.run(guard.scope === "instance" ? undefined : key);
}

/** As `runInScope`, for an agent: inside a tool of another agent's run, that one is its parent. */
export function agentRunInScope(guard: LoopGuard, key: RunKey | undefined): LoopRun {
  return guard.scope === "instance" || key === undefined ? guard.run() : guard.agentRun(key);
}

/** The key for a context: its `runId`, else the context itself. */
export function contextKey(context: unknown): RunKey | undefined {
  if (typeof context !== "object" || context === null) return undefined;
  const runId = attempt(() => (context as { runId?: unknown }).runId, undefined, "context");
  return typeof runId === "string" ? runId : context;
}

/** A user's key; `undefined`: there is none. A value that cannot be a key is reported, and gets a run of its own. */
export function soundKey(key: unknown, tell: (error: unknown) => void): RunKey | undefined {
  if (key === undefined || key === null) return undefined;
  const isKey = (typeof key === "string" && key !== "") || (typeof key === "object" && !isThenable(key));
  return isKey ? key : unknownKey(key, tell);
}

/** A new run: calls of unknown users must not be counted together. */
function unknownKey(key: unknown, tell: (error: unknown) => void): RunKey {
  whenRejected(key, () => {}); // a promise: the error below is reported, and its rejection is ignored
  tell(optionError("type", "key", key, "a string that is not empty, or an object"));
  return {};
}
