/** Tracks the calls of OpenAI Agents runs: asks the guard, and keeps the messages for the model. */
import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { duringCall } from "../run/agent-work.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";
import { nameAgent } from "./guarded-run.ts";
import { SummedUsage } from "./reported-usage.ts";

/** A `RunContext`, as far as it is read here. Each `run()` has one; agents used as tools share their caller's. */
export interface RunContext {
  readonly usage?:
    | { readonly requests?: number; readonly inputTokens?: number; readonly outputTokens?: number }
    | undefined;
}

/** The part of a function call that is read here. */
export interface FunctionCall {
  readonly callId: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  /** Raw JSON text; empty when the arguments do not match the tool's schema, because the SDK then hides them. */
  readonly arguments: string;
}

/** The SDK's output for a tool that threw or timed out, unless the tool has its own text. */
const FAILURE = /^(?:An error occurred while running the tool\. Please try again\.|Tool '.*' timed out after \d+ms\.$)/;

export class RunCalls {
  readonly run: LoopRun;
  /** How many model requests the run had made when its round began. */
  #requests = -1;
  #expectsResponse = true;
  readonly #usage: SummedUsage;
  /** By call id: the message for the model about its result. */
  readonly #notes = new Map<string, string>();

  /** `used`: what was used before the run began. */
  constructor(run: LoopRun, used?: RunContext["usage"]) {
    this.run = run;
    this.#usage = new SummedUsage(used);
  }

  /** Called before a model request: the calls that follow are a round. */
  expectResponse(): void {
    this.#expectsResponse = true;
  }

  before(call: FunctionCall, context: RunContext): Verdict {
    this.#enterRound(context.usage?.requests ?? 0);
    this.#usage.tell(this.run, context.usage);
    const hidden = isHidden(call);
    const verdict = hidden
      ? this.run.invalid(loopCall(call), "The arguments do not match the tool's schema")
      : this.run.before(loopCall(call));
    // Invalid calls do not run anyway: the message is added to the SDK's own answer.
    if (verdict.action === "warn" || (hidden && verdict.action !== "allow"))
      this.#notes.set(call.callId, verdict.message);
    return verdict;
  }

  /** `failed`: the output is an error, because the call did not run. */
  after(call: FunctionCall, output: unknown, failed = false): Verdict | undefined {
    if (isHidden(call)) return undefined;
    const failure = failed || (typeof output === "string" && FAILURE.test(output));
    const verdict = this.run.after(loopCall(call), failure ? { error: output } : { result: output });
    // The call has run, so a refusal only warns.
    const warning = warningOf(verdict);
    if (warning !== undefined) this.#notes.set(call.callId, withParagraph(this.#notes.get(call.callId) ?? "", warning));
    return verdict;
  }

  /** A handoff to another agent, with the arguments that the model gave it. */
  handoff(agent: string, args: string, context: RunContext): Verdict {
    this.#enterRound(context.usage?.requests ?? 0);
    // A handoff without an input type has no arguments, or an empty object.
    const task = args === "" || args === "{}" ? {} : { task: args };
    return this.run.delegate({ agent, handoff: true, ...task });
  }

  /** The message for the model about a call's result; removes it. */
  takeNote(call: FunctionCall): string | undefined {
    const note = this.#notes.get(call.callId);
    this.#notes.delete(call.callId);
    return note;
  }

  /**
   * The SDK counts the model's responses; a call that a human had to approve still belongs to the response that
   * requested it. For a model that does not report usage, each lookup of the tools counts as a new response.
   */
  #enterRound(requests: number): void {
    if (requests > 0 ? requests === this.#requests : !this.#expectsResponse) return;
    this.run.beginRound();
    this.#requests = requests;
    this.#expectsResponse = false;
  }
}

/** The calls of each run of one guard. */
export class Runs {
  readonly #guard: LoopGuard;
  readonly #calls = new WeakMap<object, RunCalls>();
  /** Of agents used as tools, where those are looked at: by the tool at work, then by context. */
  readonly #nested = new WeakMap<object, WeakMap<object, RunCalls>>();

  constructor(guard: LoopGuard) {
    this.#guard = guard;
  }

  of(context: RunContext): RunCalls {
    const work = this.#guard.surroundingWork();
    if (work === undefined) return getOrAdd(this.#calls, context, () => new RunCalls(this.#guard.run(context)));
    // An agent used as a tool has its caller's context, and yet is a run of its own.
    const nested = getOrAdd(this.#nested, work, () => new WeakMap());
    return getOrAdd(nested, context, () => new RunCalls(this.#guard.agentRun({}), context.usage));
  }

  get seesDelegations(): boolean {
    return this.#guard.seesDelegations;
  }

  /** Calls `fn`, the tool of a call, in which another agent may work. */
  during<T>(context: RunContext, call: FunctionCall | undefined, fn: () => T): T {
    return call === undefined ? fn() : duringCall(this.of(context).run, loopCall(call), fn);
  }

  /** Judges a handoff from one agent to another. */
  handoff(context: RunContext, from: string, to: string, args: string): Verdict {
    const calls = this.of(context);
    nameAgent(calls.run, from);
    return calls.handoff(to, args, context);
  }
}

function isHidden(call: FunctionCall): boolean {
  return call.arguments === "";
}

function loopCall(call: FunctionCall): LoopCall {
  const { callId, name, namespace, arguments: text } = call;
  const own = namespace === undefined || namespace === name;
  // Hidden arguments may differ each time.
  return {
    id: callId,
    name: own ? name : `${namespace}.${name}`,
    arguments: isHidden(call) ? { hidden: callId } : text,
  };
}
