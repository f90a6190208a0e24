/** One Strands agent under a guard. The SDK lets an agent have one invocation at a time, so its state is that of a run. */
import {
  AfterInvocationEvent,
  AfterToolCallEvent,
  AfterToolsEvent,
  AgentResultEvent,
  BeforeInvocationEvent,
  BeforeModelCallEvent,
  BeforeToolCallEvent,
  BeforeToolsEvent,
  type LocalAgent,
  type Message,
  TextBlock,
  ToolResultBlock,
  type ToolResultContent,
} from "@strands-agents/sdk";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { UserWords } from "../text/user-words.ts";
import { shownText } from "../values/value-text.ts";
import { warningOf } from "../wrap/guarded-call.ts";

/** Before and after all hooks with the SDK's own orders: what the model asked for, and what it will see. */
const FIRST = { order: -100 };
const LAST = { order: 100 };

/** A call between its two events. */
interface OpenCall {
  readonly call: LoopCall;
  /** Not yet there for a name that no tool has. */
  readonly verdict: Verdict | undefined;
}

export class GuardedAgent {
  readonly #agent: LocalAgent;
  readonly #guard: LoopGuard;
  readonly #onAbort: "throw" | "stop";
  readonly #open = new Map<string, OpenCall>();
  /** Why the last invocation did not end: the next one goes on with it. */
  #paused: "interrupt" | "checkpoint" | undefined;
  #lastInvocation: AfterInvocationEvent | undefined;
  /** The ids of the calls that an answer to an interrupt will bring again, in the round that they were asked for in. */
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
    agent.addHook(BeforeToolsEvent, ({ message }) => this.#beginRound(message), FIRST);
    agent.addHook(BeforeToolCallEvent, (event) => this.#before(event), FIRST);
    agent.addHook(BeforeToolCallEvent, (event) => this.#beforeUnknown(event), LAST);
    agent.addHook(AfterToolCallEvent, (event) => this.#after(event), LAST);
    // Not in the events of a call: what is thrown there makes the SDK run the rest of the loop before it rejects.
    if (this.#onAbort === "throw") agent.addHook(BeforeModelCallEvent, () => this.#throwIfTripped(), FIRST);
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
      // A hook gave the same invocation new input: the words of a user, or the same nudge again.
      if (this.#words.beginTurn(last.resume, ++this.#resumed)) this.#run.beginTurn();
    } else if (this.#paused === undefined) {
      this.#run.reset();
      this.#words = new UserWords();
      this.#open.clear();
    }
    this.#paused = undefined;
    this.#lastInvocation = undefined;
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

  /** A name that no tool has, unless another hook has found a tool for it since. */
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
    if (!verdict.run) event.cancel = verdict.message;
    else if (tripped !== null) event.cancel = tripped.message; // a sibling has just ended the run
  }

  #after(event: AfterToolCallEvent): void {
    // The call will come again, with the same id, and its result is thrown away.
    if (event.retry === true) return;
    const { name, toolUseId: id, input } = event.toolUse;
    const open = this.#open.get(id);
    this.#open.delete(id);
    const verdict = open?.verdict ?? ALLOW;
    if (!verdict.run) {
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

  #throwIfTripped(): void {
    const { tripped } = this.#run;
    if (tripped !== null) throw new ToolLoopError(tripped);
  }

  #stopIfTripped(event: AfterToolsEvent): void {
    const { tripped } = this.#run;
    if (tripped === null) return;
    const error = new ToolLoopError(tripped);
    event.endTurn = error.message;
    event.invocationState["loopguard"] = error;
  }

  #end(event: AfterInvocationEvent): void {
    this.#lastInvocation = event;
  }

  /** The invocation has a result. Where it was left in another way, the next one finds an old state and resets it. */
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

/** The result of an earlier call, as `after` was told of it. */
function replayed(toolUseId: string, content: unknown): ToolResultBlock {
  return new ToolResultBlock({ toolUseId, status: "success", content: content as ToolResultContent[] });
}
