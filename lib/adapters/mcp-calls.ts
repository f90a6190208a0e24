/** Tool calls over MCP under a guard, on either side of the connection. */

import { property } from "../base/property.ts";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { ALLOW, isRefusal } from "../report/verdict.ts";
import { fingerprint } from "../text/identity.ts";
import { errorText } from "../text/outcome-text.ts";
import { loopError } from "../wrap/guarded-call.ts";
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
import { remember } from "./remembered.ts";

/** What is read of the parameters of `tools/call`. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** What the side that opens a call knows of it. */
export interface CallFacts {
  /** It brings what the server asked the user for: the second half of an earlier call. */
  readonly continues?: boolean;
  /** The server has no such tool, as far as is known: it is called, so that its own error is the answer. */
  readonly unknown?: boolean;
}

/** Calls that wait for a user, remembered for each run; past it the oldest is forgotten. */
const WAITING_MAX = 64;

export class ToolCalls {
  /** An aborted call throws; otherwise its result says that the run is to end. */
  readonly throws: boolean;

  constructor(throws: boolean) {
    this.throws = throws;
  }

  /** Judges a call. Throws a `ToolLoopError` in place of one that the guard aborts. */
  open(run: LoopRun, params: CallParams, { continues = false, unknown = false }: CallFacts = {}): OpenCall {
    const call = (continues ? takeWaiting(run, params) : undefined) ?? {
      name: property(params, "name") as string,
      arguments: property(params, "arguments") ?? {},
    };
    const before = continues || unknown ? ALLOW : run.before(call);
    if (before.action === "abort" && this.throws) throw loopError(before);
    return new OpenCall(run, call, before, this.throws, unknown, () => keepWaiting(run, call));
  }
}

/** Not kept by whoever opened them: a server without sessions is another one for each request. */
const WAITING = new WeakMap<LoopRun, Map<string, LoopCall>>();

function keepWaiting(run: LoopRun, call: LoopCall): void {
  const waiting = WAITING.get(run) ?? new Map<string, LoopCall>();
  WAITING.set(run, waiting);
  const key = waitingKey(call);
  if (key !== undefined) remember(waiting, key, call, WAITING_MAX);
}

function takeWaiting(run: LoopRun, params: CallParams): LoopCall | undefined {
  const waiting = WAITING.get(run);
  const key = waiting && waitingKey(params);
  if (waiting === undefined || key === undefined) return undefined;
  const call = waiting.get(key);
  waiting.delete(key);
  return call;
}

/** Not there for arguments that have no JSON text. */
function waitingKey(call: CallParams): string | undefined {
  return attempt(() => fingerprint(call.name, call.arguments ?? {}), undefined, "arguments");
}

/** A call that was judged, and its end. */
export class OpenCall {
  /** In place of the call, when it is not to run. */
  readonly refusal: unknown;
  readonly #run: LoopRun;
  readonly #call: LoopCall;
  readonly #before: Verdict;
  readonly #throws: boolean;
  readonly #unknown: boolean;
  readonly #wait: () => void;

  constructor(run: LoopRun, call: LoopCall, before: Verdict, throws: boolean, unknown: boolean, wait: () => void) {
    this.#run = run;
    this.#call = call;
    this.#before = before;
    this.#throws = throws;
    this.#unknown = unknown;
    this.#wait = wait;
    this.refusal = isRefusal(before.action) ? refusal(before) : undefined;
  }

  /** Calls the tool, unless it was refused, and gives what the caller is to see. */
  async through(invoke: () => unknown, signal: AbortSignal | undefined): Promise<unknown> {
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

  /** The result as the caller is to see it. */
  finish(result: unknown): unknown {
    if (isInputRequired(result)) {
      this.#wait();
      return result;
    }
    const outcome = attempt(() => outcomeOf(result), {}, "result", this.#call.name);
    const after = this.#end(outcome, isErrorResult(result));
    if (after.action === "abort" && this.#throws) throw loopError(after, [result]);
    const message = this.#messageOf(after);
    if (message === undefined) return result;
    const shown = attempt(() => withText(result, message), result, "result", this.#call.name);
    return after.action === "abort" ? withReason(shown, after) : shown;
  }

  /** What the caller is to see of an error: another error, or a result where the run is to end and nothing is thrown. */
  fail(error: unknown): { error: unknown } | { result: unknown } {
    if (isUrlRequired(error)) return this.drop(error);
    // An error that is nothing (`throw undefined`) is an error all the same.
    const after = this.#end({ error: error ?? String(error) }, true);
    const message = this.#messageOf(after);
    if (message === undefined) return { error };
    if (after.action !== "abort") return { error: errorWithMessage(error, message) };
    if (this.#throws) throw Object.assign(loopError(after), { cause: error });
    const text = attempt(() => errorText(error), "The tool failed", "result", this.#call.name);
    return { result: withReason(withText(errorResult(text), message), after) };
  }

  /** The call came to no end of its own, such as one that was cancelled: neither a result nor a failure. */
  drop(error?: unknown): { error: unknown } {
    this.#run.after(this.#call, {});
    return { error };
  }

  #end(outcome: LoopOutcome, failed: boolean): Verdict {
    return this.#unknown && failed
      ? this.#run.invalid(this.#call, outcome.error)
      : this.#run.after(this.#call, outcome);
  }

  /** What the model is to read besides the outcome. A refusal comes too late for a call that has run. */
  #messageOf(after: Verdict): string | undefined {
    const said = [this.#before, after].filter(({ action }) => action !== "allow");
    return said.length === 0 ? undefined : said.map(({ message }) => message).join("\n\n");
  }
}
