/** Whose call it is, for what is guarded once and used by many: the key of the run that the code at hand belongs to. */
import { type AsyncContext, newAsyncContext } from "../base/async-context.ts";
import { optionError } from "../base/errors.ts";
import { isThenable } from "../base/thenable.ts";
import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { whenRejected } from "../report/callbacks.ts";
import { publishError } from "../report/diagnostics.ts";
import { attempt } from "../report/fail-open.ts";

/** A key for `guard.run(key)`. */
export type RunKey = string | object;

/** One for the process: a function and the executor that calls it may come from two copies of the package. */
const SHARED: unique symbol = Symbol.for("loopguard.runScopes") as never;
const shared = globalThis as { [SHARED]?: AsyncContext<RunKey> };

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
export function runScope<T>(key: string | object, fn: () => T): T {
  const tell = (error: unknown): void => void publishError(error, "runScope");
  return openScopes().run(soundKey(key, tell) ?? unknownKey(key, tell), fn);
}

/**
 * Somebody will ask for scopes. Until then nobody enters one: in Node.js 20 they make every promise of the process slower.
 */
export function openScopes(): AsyncContext<RunKey> {
  shared[SHARED] ??= newAsyncContext();
  return shared[SHARED];
}

/** `runScope` for hosts inside the package; no key: the scope around stays. */
export function inScope<T>(key: RunKey | undefined, fn: () => T): T {
  const scopes = shared[SHARED];
  return scopes === undefined || key === undefined ? fn() : scopes.run(key, fn);
}

/** The key of the scope around the code at hand. */
export function scopeKey(): RunKey | undefined {
  return shared[SHARED]?.getStore();
}

/** The guard's state for a key; its only one under `scope: "instance"`, and where there is no key. */
export function runInScope(guard: LoopGuard, key: RunKey | undefined): LoopRun {
  return guard.run(guard.scope === "instance" ? undefined : key);
}

/** The key that a context stands for: its `runId`, else the context itself. */
export function contextKey(context: unknown): RunKey | undefined {
  if (typeof context !== "object" || context === null) return undefined;
  const runId = attempt(() => (context as { runId?: unknown }).runId, undefined, "context");
  return typeof runId === "string" ? runId : context;
}

/** A key as somebody gave it; `undefined` for none. What can be no key is told, and stands for a run of its own. */
export function soundKey(key: unknown, tell: (error: unknown) => void): RunKey | undefined {
  if (key === undefined || key === null) return undefined;
  const isKey = typeof key === "string" || (typeof key === "object" && !isThenable(key));
  return isKey ? key : unknownKey(key, tell);
}

/** Nobody else's run: calls of users who cannot be told apart must not count against each other. */
function unknownKey(key: unknown, tell: (error: unknown) => void): RunKey {
  whenRejected(key, () => {}); // a promise: it is told that it is none, and nobody cares how it ends
  tell(optionError("type", "key", key, "a string or an object"));
  return {};
}
