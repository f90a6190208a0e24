/** `guardExecutor`: any object that runs the tool calls of a model response, with a guard before it. */

import { ownCall } from "../base/own-call.ts";
import { property } from "../base/property.ts";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import { CallbackFaults, whenRejected } from "../report/callbacks.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { warningOf } from "./guarded-call.ts";
import { contextKey, inScope, runInScope } from "./run-scope.ts";
import { withMessage } from "./with-message.ts";

/** What can be guarded: `executeAll(calls, context)` gives the results of the calls, in their order. */
export interface CallExecutor {
  executeAll: (...args: never[]) => PromiseLike<readonly unknown[]>;
}

type Fields = Record<string, unknown>;
type ExecuteAll = (calls: readonly LoopCall[], ...rest: unknown[]) => PromiseLike<readonly unknown[]>;

/** A call, what the guard said before it, and its result once there is one. */
interface Judged {
  readonly call: LoopCall;
  /** The same, as the guard hears of it. */
  readonly told: LoopCall;
  readonly verdict: Verdict;
  /** No tool can take it; the executor says so to the model. */
  readonly invalid: boolean;
  result?: unknown;
}

/**
 * The executor with a guard before its `executeAll`; everything else of it is as it was. Each `executeAll` is a round. The
 * run is that of the context's `runId`, or of the context itself, or the guard's default run without either; and always
 * that under `scope: "instance"`. Functions that its tools call and that are guarded (`guardFunction`) are in the same run.
 *
 * `hint` and `ask`: the call does not reach the executor; its result is `{ toolCallId, toolName, result, error:
 * "loop-detected" }` with the message. `warn`: the message is added to the result. `abort`: what came before in the round
 * still runs, then a `ToolLoopError` is thrown with those results. Calls of tools that `getToolDefinitions()` does not
 * have, and arguments that are no JSON, reach the executor and the guard's `invalid`.
 *
 * @example
 * const results = await guardExecutor(executor, { maxRepeats: 3, action: "hint" }).executeAll(calls, ctx);
 */
export function guardExecutor<E extends CallExecutor>(executor: E, guard?: GuardInput): E {
  const runs = guardOf(guard);
  const faults = new CallbackFaults();

  async function executeAll(calls: readonly LoopCall[], ...rest: unknown[]): Promise<readonly unknown[]> {
    const key = contextKey(rest[0]);
    const run = runInScope(runs, key);
    run.beginRound();
    const judged = judge(run, calls, toolNames(executor, faults));
    const passed = judged.filter(({ verdict }) => verdict.run);
    if (passed.length > 0) {
      const own = executor.executeAll as unknown as ExecuteAll;
      const allowed = passed.map(({ call }) => call);
      const results = await inScope(key, () => own.call(executor, allowed, ...rest));
      passed.forEach((one, index) => {
        one.result = resultOf(results, index, passed.length, one.call);
      });
    }
    const aborted = [...passed.map((one) => finish(run, one)), judged.at(-1)?.verdict].find(
      (verdict) => verdict?.action === "abort",
    );
    if (aborted !== undefined)
      throw new ToolLoopError(
        aborted.detection,
        judged.filter(hasResult).map(({ result }) => result),
      );
    return judged.map(({ result }) => result);
  }

  // The engine insists that a frozen object's own methods are seen as they are: then a stand-in has them.
  const target: E = Object.isFrozen(executor) ? Object.create(executor) : executor;
  const methods = new WeakMap<object, unknown>();
  return new Proxy(target, {
    get(_, key) {
      if (key === "executeAll") return executeAll;
      const value: unknown = Reflect.get(executor, key, executor);
      if (typeof value !== "function") return value;
      // Methods may look at private fields, which the proxy has none of.
      let method = methods.get(value);
      if (method === undefined) {
        method = value.bind(executor);
        methods.set(value, method);
      }
      return method;
    },
    set: (_, key, value) => Reflect.set(executor, key, value, executor),
  });
}

/** Asks the guard about each call, up to one that it aborts; fills in the results of those that it refuses. */
function judge(run: LoopRun, calls: readonly LoopCall[], known: ReadonlySet<string> | undefined): Judged[] {
  const judged: Judged[] = [];
  const ids = new Set<unknown>();
  for (const call of calls) {
    const flaw = attempt(() => flawOf(call, known), undefined, "before");
    const told = attempt(() => ownCall(call, ids), call, "before");
    const verdict = flaw === undefined ? run.before(told) : run.invalid(told, flaw);
    const one: Judged = { call, told, verdict, invalid: flaw !== undefined };
    judged.push(one);
    if (verdict.action === "abort") break;
    if (verdict.run) continue;
    const named = { toolCallId: property(call, "id"), toolName: property(call, "name") };
    one.result =
      "replay" in verdict
        ? { ...named, result: verdict.replay }
        : { ...named, result: verdict.message, error: "loop-detected" };
  }
  return judged;
}

/** Tells the guard what a call came to, and the model what the guard says to it. */
function finish(run: LoopRun, one: Judged): Verdict {
  const outcome = one.invalid ? undefined : attempt(() => outcomeOf(one.result), {}, "result");
  const after = outcome === undefined ? ALLOW : run.after(one.told, outcome);
  const message = warningOf(one.verdict, after);
  if (message !== undefined) one.result = attempt(() => warned(one.result, message), one.result, "result");
  return after;
}

/** `undefined`: the executor's own loop detection refused the call, which is no outcome. */
function outcomeOf(result: unknown): LoopOutcome | undefined {
  if (!isFields(result)) return { result };
  const { error } = result;
  if (error === "loop-detected") return undefined;
  if (error !== undefined && error !== null) return { error };
  return { result: "result" in result ? result["result"] : result };
}

function warned(result: unknown, message: string): unknown {
  if (!isFields(result) || !("result" in result)) return withMessage(result, message);
  const { result: own } = result;
  const noted = withMessage(own, message);
  // What has no room for a message has it beside.
  const added = noted === own ? { loopguard: message } : { result: noted };
  return Object.create(Object.getPrototypeOf(result), {
    ...Object.getOwnPropertyDescriptors(result),
    ...Object.getOwnPropertyDescriptors(added),
  });
}

/** The result of a call: by its place, or by its id where the executor left some out. */
function resultOf(results: readonly unknown[], index: number, asked: number, call: LoopCall): unknown {
  if (results.length === asked) return results[index];
  const id = property(call, "id");
  return results.find((result) => isFields(result) && property(result, "toolCallId") === id);
}

/** What is wrong with a call, where that can be seen. */
function flawOf(call: LoopCall, known: ReadonlySet<string> | undefined): string | undefined {
  if (known !== undefined && !known.has(call.name)) return `Tool "${call.name}" not found`;
  if (typeof call.arguments !== "string" || call.arguments.trim() === "") return undefined;
  try {
    JSON.parse(call.arguments);
    return undefined;
  } catch {
    return "Invalid arguments: they are not JSON";
  }
}

/** The names of the tools, from an executor that tells them. */
function toolNames(executor: object, faults: CallbackFaults): ReadonlySet<string> | undefined {
  const { getToolDefinitions } = executor as { getToolDefinitions?: () => unknown };
  if (typeof getToolDefinitions !== "function") return undefined;
  const tell = (error: unknown): void => faults.tell(getToolDefinitions, error, "getToolDefinitions");
  try {
    const definitions: unknown = getToolDefinitions.call(executor);
    whenRejected(definitions, tell);
    if (!Array.isArray(definitions)) return undefined;
    return new Set(definitions.map((definition: { name?: unknown }) => String(definition?.name)));
  } catch (error) {
    tell(error);
    return undefined;
  }
}

function hasResult(one: Judged): boolean {
  return "result" in one;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
