/**
 * For the Strands Agents SDK, `@strands-agents/sdk`: a plugin.
 *
 * `warn`: the message is another text block of the tool's result. `hint` and `ask`: the call is cancelled, and the
 * message is its result. `abort`: the call is cancelled, and the invocation ends before the next model call.
 */
import {
  AfterInvocationEvent,
  AfterModelCallEvent,
  AfterToolCallEvent,
  AfterToolsEvent,
  AgentResultEvent,
  BeforeInvocationEvent,
  BeforeModelCallEvent,
  BeforeToolCallEvent,
  BeforeToolsEvent,
  type LocalAgent,
  type Message,
  type Plugin,
  TextBlock,
  ToolResultBlock,
  type ToolResultContent,
} from "@strands-agents/sdk";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { attempt } from "../report/fail-open.ts";
import { ALLOW } from "../report/verdict.ts";
import { UserWords } from "../text/user-words.ts";
import { shownText } from "../values/value-text.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { guardFor } from "./framework-versions.ts";
import { endOf, throwIfEnded } from "./guarded-run.ts";
import { tellUsage } from "./reported-usage.ts";

export interface StrandsGuardOptions {
  /**
   * How an abort ends the invocation. `"throw"`: `invoke` and `stream` reject with the `ToolLoopError`. `"stop"`: the
   * invocation ends as if the model had ended its turn, with the error's message as the last message, and
   * `findToolLoopError(result)` gets the error. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/**
 * Guards every agent that has this plugin. Each invocation of an agent is its own run; one that continues after an
 * interrupt or a checkpoint is the same run.
 *
 * @example
 * const agent = new Agent({ model, tools, plugins: [new ToolLoopPlugin()] });
 */
export class ToolLoopPlugin implements Plugin {
  readonly name: string = "tool-loop";
  readonly #guard: LoopGuard;
  readonly #onAbort: "throw" | "stop";

  /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(guard?: GuardInput, { onAbort = "throw" }: StrandsGuardOptions = {}) {
    this.#guard = guardFor("@strands-agents/sdk", guard);
    this.#onAbort = onAbort;
  }

  initAgent(agent: LocalAgent): void {
    new GuardedAgent(agent, this.#guard, this.#onAbort).addHooks();
  }
}

/** Hook orders before and after all of the SDK's own: to see what the model requested, and what it will receive. */
const FIRST = { order: -100 };
const LAST = { order: 100 };

/** A call between its `BeforeToolCallEvent` and `AfterToolCallEvent`. */
interface OpenCall {
  readonly call: LoopCall;
  /** `undefined` for an unknown tool, until all hooks have run. */
  readonly verdict: Verdict | undefined;
}

/** Guards one agent. The SDK allows one invocation of an agent at a time, so the agent has the state of one run. */
class GuardedAgent {
  readonly #agent: LocalAgent;
  readonly #guard: LoopGuard;
  readonly #onAbort: "throw" | "stop";
  readonly #open = new Map<string, OpenCall>();
  /** Why the last invocation is not complete; the next one continues it. */
  #paused: "interrupt" | "checkpoint" | undefined;
  #lastInvocation: AfterInvocationEvent | undefined;
  /** The ids of the interrupted calls, which come again after the answer and belong to the same round. */
  #interrupted: string | undefined;
  #calls = "";
  #words = new UserWords();
  #resumed = 0;

  constructor(agent: LocalAgent, guard: LoopGuard, onAbort: "throw" | "stop") {
    this.#agent = agent;
    this.#guard = guard;
    this.#onAbort = onAbort;
  }

  addHooks(): void {
    const agent = this.#agent;
    agent.addHook(BeforeInvocationEvent, (event) => this.#begin(event), FIRST);
    agent.addHook(AfterModelCallEvent, (event) => this.#used(event), LAST);
    agent.addHook(BeforeToolsEvent, ({ message }) => this.#beginRound(message), FIRST);
    agent.addHook(BeforeToolCallEvent, (event) => this.#before(event), FIRST);
    agent.addHook(BeforeToolCallEvent, (event) => this.#beforeUnknown(event), LAST);
    agent.addHook(AfterToolCallEvent, (event) => this.#after(event), LAST);
    // Not in the events of a call: after an error there, the SDK first runs the rest of the loop and then rejects.
    if (this.#onAbort === "throw") agent.addHook(BeforeModelCallEvent, () => throwIfEnded(this.#run), FIRST);
    else agent.addHook(AfterToolsEvent, (event) => this.#stopIfTripped(event), LAST);
    agent.addHook(AfterInvocationEvent, (event) => this.#end(event), LAST);
    agent.addHook(AgentResultEvent, ({ result }) => this.#finish(result.stopReason), LAST);
  }

  get #run(): LoopRun {
    return this.#guard.run(this.#agent);
  }

  #begin({ invocationState }: BeforeInvocationEvent): void {
    const last = this.#lastInvocation;
    this.#interrupted = this.#paused === "interrupt" ? this.#calls : undefined;
    if (last?.resume !== undefined && last.invocationState === invocationState) {
      // A hook resumed the same invocation with new input: a user's message, or a repeated nudge.
      if (this.#words.beginTurn(last.resume, ++this.#resumed)) this.#run.beginTurn();
    } else if (this.#paused === undefined) {
      this.#run.reset();
      this.#words = new UserWords();
      this.#open.clear();
    }
    this.#paused = undefined;
    this.#lastInvocation = undefined;
  }

  #used({ stopData }: AfterModelCallEvent): void {
    const usage = stopData?.message.metadata?.usage;
    tellUsage(this.#run, usage?.inputTokens, usage?.outputTokens);
  }

  #beginRound({ content }: Message): void {
    this.#calls = content.map((block) => (block.type === "toolUseBlock" ? block.toolUseId : "")).join("\n");
    if (this.#calls !== this.#interrupted) this.#run.beginRound();
    this.#interrupted = undefined;
  }

  #before(event: BeforeToolCallEvent): void {
    const { name, toolUseId: id, input } = event.toolUse;
    const call = { id, name, arguments: input };
    if (event.tool === undefined) this.#open.set(id, { call, verdict: undefined });
    else this.#judge(event, call, this.#run.before(call));
  }

  /** Judges a call of an unknown tool, after other hooks had the chance to select a tool for it. */
  #beforeUnknown(event: BeforeToolCallEvent): void {
    const { name, toolUseId } = event.toolUse;
    const open = this.#open.get(toolUseId);
    if (open === undefined || open.verdict !== undefined) return;
    const { call } = open;
    const found = event.selectedTool !== undefined || name !== call.name;
    this.#judge(
      event,
      call,
      found ? this.#run.before(call) : this.#run.invalid(call, `Tool '${name}' not found in registry`),
    );
  }

  #judge(event: BeforeToolCallEvent, call: LoopCall, verdict: Verdict): void {
    this.#open.set(event.toolUse.toolUseId, { call, verdict });
    const { tripped } = this.#run;
    if (!verdict.allowed) event.cancel = verdict.message;
    else if (tripped !== null) event.cancel = tripped.message; // a sibling call has just ended the run
  }

  #after(event: AfterToolCallEvent): void {
    // The call will be retried with the same id, and this result dropped.
    if (event.retry === true) return;
    const { name, toolUseId: id, input } = event.toolUse;
    const open = this.#open.get(id);
    this.#open.delete(id);
    const verdict = open?.verdict ?? ALLOW;
    if (!verdict.allowed) {
      if ("replay" in verdict) event.result = replayed(id, verdict.replay);
      return;
    }
    const { result } = event;
    const call = open?.call ?? { id, name, arguments: input };
    const outcome = attempt<LoopOutcome>(() => outcomeOf(result, event.error), {}, "result", name);
    const after = this.#run.after(call, outcome);
    const warning = warningOf(verdict, after);
    if (warning !== undefined) event.result = withText(result, warning);
  }

  #stopIfTripped(event: AfterToolsEvent): void {
    const error = endOf(this.#run);
    if (error === undefined) return;
    event.endTurn = error.message;
    event.invocationState["loopguard"] = error;
  }

  #end(event: AfterInvocationEvent): void {
    this.#lastInvocation = event;
  }

  /** The invocation has a result. If it ended in another way, the next invocation resets the run. */
  #finish(stopReason: string): void {
    if (stopReason === "interrupt" || stopReason === "checkpoint") this.#paused = stopReason;
    else this.#run.close();
  }
}

function outcomeOf(
  { status, content }: ToolResultBlock,
  error: Error | undefined,
): { result: unknown } | { error: unknown } {
  return status === "error" ? { error: error ?? textOf(content) } : { result: content };
}

function textOf(content: readonly ToolResultContent[]): string {
  return content.map((block) => (block instanceof TextBlock ? block.text : shownText(block))).join("\n");
}

function withText(result: ToolResultBlock, text: string): ToolResultBlock {
  const { toolUseId, status, content, error } = result;
  const more = [...content, new TextBlock(text)];
  return new ToolResultBlock({ toolUseId, status, content: more, ...(error === undefined ? {} : { error }) });
}

/** The result of an earlier call, from the content that `after` received. */
function replayed(toolUseId: string, content: unknown): ToolResultBlock {
  return new ToolResultBlock({ toolUseId, status: "success", content: content as ToolResultContent[] });
}

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
