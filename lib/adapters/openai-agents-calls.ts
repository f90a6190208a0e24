/** The calls of OpenAI Agents runs: what the guard is asked and told, and what the model is to read besides. */

import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";

/** What is read of a `RunContext`. There is one for each `run()`, and agents used as tools share their caller's. */
export interface RunContext {
  readonly usage?: { readonly requests?: number } | undefined;
}

/** What is read of a function call. */
export interface FunctionCall {
  readonly callId: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  /** Raw JSON text; empty where the SDK hides it, which it does when arguments do not match the tool's schema. */
  readonly arguments: string;
}

/** What the SDK gives the model for a tool that threw or took too long, unless the tool has a text of its own. */
const FAILURE = /^(?:An error occurred while running the tool\. Please try again\.|Tool '.*' timed out after \d+ms\.$)/;

export class RunCalls {
  readonly run: LoopRun;
  /** Model requests that the run had made when its round began. */
  #requests = -1;
  #asked = true;
  /** By call: what the model is to read with its result. */
  readonly #notes = new Map<string, string>();

  constructor(run: LoopRun) {
    this.run = run;
  }

  /** The model is about to be asked: the calls that follow are a round. */
  modelIsAsked(): void {
    this.#asked = true;
  }

  before(call: FunctionCall, context: RunContext): Verdict {
    this.#enterRound(context.usage?.requests ?? 0);
    const hidden = isHidden(call);
    const verdict = hidden
      ? this.run.invalid(loopCall(call), "The arguments do not match the tool's schema")
      : this.run.before(loopCall(call));
    // Calls that are not valid do not run anyway: the message goes with the SDK's own answer to them.
    if (verdict.action === "warn" || (hidden && verdict.action !== "allow"))
      this.#notes.set(call.callId, verdict.message);
    return verdict;
  }

  /** `failed`: the output says that the call did not run. */
  after(call: FunctionCall, output: unknown, failed = false): Verdict | undefined {
    if (isHidden(call)) return undefined;
    const failure = failed || (typeof output === "string" && FAILURE.test(output));
    const verdict = this.run.after(loopCall(call), failure ? { error: output } : { result: output });
    const warning = warningOf(verdict);
    if (warning !== undefined) this.#notes.set(call.callId, withParagraph(this.#notes.get(call.callId) ?? "", warning));
    return verdict;
  }

  /** What the model is to read with the result of a call; asked for once. */
  takeNote(call: FunctionCall): string | undefined {
    const note = this.#notes.get(call.callId);
    this.#notes.delete(call.callId);
    return note;
  }

  /**
   * The SDK counts the model's responses, and a call that a human had to approve is still of the response that asked for
   * it. Where a model does not report usage, each time that the tools are looked up is a new response.
   */
  #enterRound(requests: number): void {
    if (requests > 0 ? requests === this.#requests : !this.#asked) return;
    this.run.beginRound();
    this.#requests = requests;
    this.#asked = false;
  }
}

/** The calls of each run of one guard. */
export class Runs {
  readonly #guard: LoopGuard;
  readonly #calls = new WeakMap<object, RunCalls>();

  constructor(guard: LoopGuard) {
    this.#guard = guard;
  }

  of(context: RunContext): RunCalls {
    let calls = this.#calls.get(context);
    if (calls === undefined) {
      calls = new RunCalls(this.#guard.run(context));
      this.#calls.set(context, calls);
    }
    return calls;
  }
}

function isHidden(call: FunctionCall): boolean {
  return call.arguments === "";
}

function loopCall(call: FunctionCall): LoopCall {
  const { callId, name, namespace, arguments: text } = call;
  const own = namespace === undefined || namespace === name;
  // Hidden arguments may be others each time.
  return {
    id: callId,
    name: own ? name : `${namespace}.${name}`,
    arguments: isHidden(call) ? { hidden: callId } : text,
  };
}
