/** `guardExecutor`: any object that runs the tool calls of a model response, with a guard before it. */

import type { CallRun } from "../adapter/call-run.ts";
import { callDesk, type DeskInput } from "../adapter/desk.ts";
import { withMembers, withMethods } from "../adapter/guarded-objects.ts";
import type { Admission, Refusal } from "../adapter/result-form.ts";
import { argumentsParse } from "../base/json-text.ts";
import { ownCall } from "../base/own-call.ts";
import { isThenable, property } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { agentRunInScope, contextKey, inScope } from "../guard/run-scope.ts";
import { withMessage } from "../guard/with-message.ts";
import { isFields } from "../history/fields.ts";
import { CallbackErrors, whenRejected } from "../rules/diagnostics.ts";
import { attempt } from "../rules/verdict.ts";

/** An object whose `executeAll(calls, context)` gives the results of the calls, in their order. */
export interface CallExecutor {
  executeAll: (...args: never[]) => PromiseLike<readonly unknown[]>;
}

type ExecuteAll = (calls: readonly LoopCall[], ...rest: unknown[]) => PromiseLike<readonly unknown[]>;

/** A call, what the desk says of it, and its result once there is one. */
interface Judged {
  readonly call: LoopCall;
  /** The same, as it is given to the guard. */
  readonly given: LoopCall;
  readonly entry: Admission | Refusal;
  /** No tool can run it; the executor's own result says so to the model. */
  readonly invalid: boolean;
  result?: unknown;
}

/**
 * The executor with a guard around its `executeAll`; all other members stay the same. Each `executeAll` is a round. The run is
 * that of the context's `runId`, or of the context itself, or the guard's default run without a context or under `scope:
 * "instance"`. Functions guarded with `guardFunction` that its tools call are in the same run.
 *
 * The result of a refused call is `{ toolCallId, toolName, result, error: "loop-detected" }`. After an abort a `ToolLoopError`
 * with the results of the round's earlier calls is thrown. Calls of tools that `getToolDefinitions()` does not list, and
 * arguments that are not JSON, reach the executor, and count for the guard as `invalid`.
 *
 * @example
 * const results = await guardExecutor(executor, { maxRepeats: 3, action: "hint" }).executeAll(calls, ctx);
 */
export function guardExecutor<E extends CallExecutor>(executor: E, guard?: DeskInput): E {
  const { runBy } = callDesk(guard, { endsWith: "round" });
  const callbackErrors = new CallbackErrors();

  async function executeAll(calls: readonly LoopCall[], ...rest: unknown[]): Promise<readonly unknown[]> {
    const key = contextKey(rest[0]);
    const run = runBy((own) => agentRunInScope(own, key));
    run.round();
    const judged = await judge(run, calls, toolNames(executor, callbackErrors));
    const passed = judged.filter(({ entry }) => entry.runs);
    if (passed.length > 0) {
      const own = executor.executeAll as unknown as ExecuteAll;
      const allowed = passed.map(({ call }) => call);
      const results = await inScope(key, () => own.call(executor, allowed, ...rest));
      passed.forEach((one, index) => {
        one.result = resultOf(results, index, passed.length, one.call);
      });
    }
    let end = run.endedRound;
    for (const one of passed) {
      await finish(run, one);
      end ??= run.endedRound;
    }
    if (end === undefined) return judged.map(({ result }) => result);
    end.results = judged.filter((one) => "result" in one).map(({ result }) => result);
    throw end;
  }

  return withMethods(executor, { executeAll });
}

/** Judges each call, up to one that ends the round, and fills in the results of refused ones. */
async function judge(
  run: CallRun,
  calls: readonly LoopCall[],
  known: ReadonlySet<string> | undefined,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const ids = new Set<unknown>();
  for (const call of calls) {
    const flaw = attempt(() => flawOf(call, known), undefined, "before");
    const given = attempt(() => ownCall(call, ids), call, "before");
    const verdict = flaw === undefined ? run.before(given) : run.invalid(given, flaw);
    const entry = isThenable(verdict) ? await verdict : (verdict as Admission | Refusal);
    const one: Judged = { call, given, entry, invalid: flaw !== undefined };
    judged.push(one);
    if (entry.end !== undefined) break;
    if (entry.runs) continue;
    const named = { toolCallId: property(call, "id"), toolName: property(call, "name") };
    one.result =
      "replay" in entry
        ? { ...named, result: entry.replay }
        : { ...named, result: entry.message, error: "loop-detected" };
  }
  return judged;
}

/** Passes a call's outcome to the guard, and adds the guard's message to the result. */
async function finish(run: CallRun, one: Judged): Promise<void> {
  const outcome = one.invalid ? undefined : attempt(() => outcomeOf(one.result), {}, "result");
  const message = outcome === undefined ? (one.entry.message ?? undefined) : await run.after(one.given, outcome);
  if (message !== undefined) one.result = attempt(() => warned(one.result, message), one.result, "result");
}

/** `undefined`: the executor's own loop detection refused the call, so it has no outcome. */
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
  const changed = withMessage(own, message);
  // If the message cannot be part of the result, it is a field next to it.
  return withMembers(result, changed === own ? { loopguard: message } : { result: changed });
}

/** The result of a call: by its position, or by its id if the executor left some out. */
function resultOf(results: readonly unknown[], index: number, asked: number, call: LoopCall): unknown {
  if (results.length === asked) return results[index];
  const id = property(call, "id");
  return results.find((result) => isFields(result) && property(result, "toolCallId") === id);
}

/** Why no tool can run a call; `undefined`: no reason is known. */
function flawOf(call: LoopCall, known: ReadonlySet<string> | undefined): string | undefined {
  if (known !== undefined && !known.has(call.name)) return `Tool "${call.name}" not found`;
  return argumentsParse(call.arguments) ? undefined : "Invalid arguments: they are not JSON";
}

function toolNames(executor: object, callbackErrors: CallbackErrors): ReadonlySet<string> | undefined {
  const { getToolDefinitions } = executor as { getToolDefinitions?: () => unknown };
  if (typeof getToolDefinitions !== "function") return undefined;
  const tell = (error: unknown): void => callbackErrors.tell(getToolDefinitions, error, "getToolDefinitions");
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
