/** Guards tool calls over MCP, on either side of the connection. */

import { getOrAdd } from "../base/get-or-add.ts";
import { property } from "../base/property.ts";
import { remember } from "../base/remember.ts";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { fingerprint } from "../text/identity.ts";
import { errorText } from "../text/outcome-text.ts";
import { errorWithMessage } from "../wrap/with-message.ts";
import {
  errorResult,
  isErrorResult,
  isInputRequired,
  isUrlRequired,
  outcomeOf,
  refusal,
  withReason,
  withText,
} from "./mcp-results.ts";

/** The parameters of `tools/call` that are read here. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** What the client or the server knows about a call. All default to `false`. */
export interface CallContext {
  /** The call continues an earlier one: it contains the input that the server asked the user for. */
  readonly continues?: boolean;
  /** The server probably has no such tool. The call is made even so: the server's own error is the answer. */
  readonly unknown?: boolean;
  /** Whether an abort throws. If not, the call's result says that the run should end. */
  readonly throws?: boolean;
}

/** Calls of one run that wait for a user's input; past it the oldest is forgotten. */
const WAITING_MAX = 64;

/** By run, and not on an instance: a server without sessions is created anew for each request. */
const WAITING = new WeakMap<LoopRun, Map<string, LoopCall>>();

/** A call that the guard judges when it is made; it is then invoked, finished, or failed. */
export class OpenCall {
  /** The result of a refused call; `undefined` if the call may run. */
  readonly refusal: unknown;
  readonly #run: LoopRun;
  readonly #call: LoopCall;
  readonly #before: Verdict;
  readonly #context: CallContext;

  /** Throws a `ToolLoopError` for a call that the guard aborts, if an abort throws. */
  constructor(run: LoopRun, params: CallParams, context: CallContext) {
    const { continues = false, unknown = false, throws = false } = context;
    const known = continues ? takeWaiting(run, params) : undefined;
    this.#call = known ?? {
      name: property(params, "name") as string,
      arguments: property(params, "arguments") ?? {},
    };
    this.#run = run;
    this.#context = context;
    this.#before = continues || unknown ? ALLOW : run.before(this.#call);
    if (this.#before.action === "abort" && throws) throw new ToolLoopError(this.#before.detection);
    this.refusal = this.#before.allowed ? undefined : refusal(this.#before);
  }

  /** Calls the tool, unless the call was refused, and gives the result for the caller. */
  async invoke(invoke: () => unknown, signal: AbortSignal | undefined): Promise<unknown> {
    if (this.refusal !== undefined) return this.refusal;
    let result: unknown;
    try {
      result = await invoke();
    } catch (error) {
      const end = signal?.aborted === true ? this.drop(error) : this.fail(error);
      if ("result" in end) return end.result;
      throw end.error;
    }
    return this.finish(result);
  }

  /** Reports the tool's result to the guard, and gives the result for the caller. */
  finish(result: unknown): unknown {
    if (isInputRequired(result)) {
      keepWaiting(this.#run, this.#call);
      return result;
    }
    const outcome = attempt(() => outcomeOf(result), {}, "result", this.#call.name);
    const after = this.#end(outcome, isErrorResult(result));
    if (after.action === "abort" && this.#context.throws) throw new ToolLoopError(after.detection, [result]);
    const message = this.#messageOf(after);
    if (message === undefined) return result;
    const shown = attempt(() => withText(result, message), result, "result", this.#call.name);
    return after.action === "abort" ? withReason(shown, after) : shown;
  }

  /** Reports an error to the guard, and gives the error for the caller, or a result if the run ends without an error. */
  fail(error: unknown): { error: unknown } | { result: unknown } {
    if (isUrlRequired(error)) return this.drop(error);
    // `throw undefined` is an error, too.
    const after = this.#end({ error: error ?? String(error) }, true);
    const message = this.#messageOf(after);
    if (message === undefined) return { error };
    if (after.action !== "abort") return { error: errorWithMessage(error, message) };
    if (this.#context.throws) throw Object.assign(new ToolLoopError(after.detection), { cause: error });
    const text = attempt(() => errorText(error), "The tool failed", "result", this.#call.name);
    return { result: withReason(withText(errorResult(text), message), after) };
  }

  /** Drops a call without an outcome, such as a cancelled one: it counts neither as a result nor as a failure. */
  drop(error?: unknown): { error: unknown } {
    this.#run.after(this.#call, {});
    return { error };
  }

  #end(outcome: LoopOutcome, failed: boolean): Verdict {
    const isInvalid = this.#context.unknown && failed;
    return isInvalid ? this.#run.invalid(this.#call, outcome.error) : this.#run.after(this.#call, outcome);
  }

  /** The message for the model in addition to the outcome. The call has run, so a refusal only warns. */
  #messageOf(after: Verdict): string | undefined {
    const said = [this.#before, after].filter(({ action }) => action !== "allow");
    return said.length === 0 ? undefined : said.map(({ message }) => message).join("\n\n");
  }
}

function keepWaiting(run: LoopRun, call: LoopCall): void {
  const key = waitingKey(call);
  if (key === undefined) return;
  const waiting = getOrAdd(WAITING, run, () => new Map());
  remember(waiting, key, call, WAITING_MAX);
}

function takeWaiting(run: LoopRun, params: CallParams): LoopCall | undefined {
  const waiting = WAITING.get(run);
  const key = waiting && waitingKey(params);
  const call = key === undefined ? undefined : waiting?.get(key);
  if (key !== undefined) waiting?.delete(key);
  return call;
}

/** `undefined` for arguments without a JSON text. */
function waitingKey(call: CallParams): string | undefined {
  return attempt(() => fingerprint(call.name, call.arguments ?? {}), undefined, "arguments");
}
