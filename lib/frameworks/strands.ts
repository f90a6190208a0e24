/** For the Strands Agents SDK, `@strands-agents/sdk`: a plugin. */

import {
  AfterInvocationEvent,
  AfterModelCallEvent,
  AfterToolCallEvent,
  AfterToolsEvent,
  Agent,
  AgentResultEvent,
  BeforeInvocationEvent,
  BeforeModelCallEvent,
  BeforeToolCallEvent,
  BeforeToolsEvent,
  type LocalAgent,
  Message,
  type Plugin,
  TextBlock,
  type ToolResultBlock,
  type ToolResultContent,
} from "@strands-agents/sdk";
import type { AgentRun } from "../adapter/agent-run.ts";
import { type AdapterOptions, type Desk, type DeskInput, OTHER_MODELS } from "../adapter/desk.ts";
import type { Admission, Refusal } from "../adapter/result-form.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { shownText } from "../base/value-text.ts";
import { publishError } from "../rules/diagnostics.ts";
import { answerText } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { deskFor } from "./framework-versions.ts";
import { editRequests, isEditable } from "./strands-edit.ts";

/** `onAbort: "stop"`: as if the model ended its turn, with the reason. `"answer"`: the `stopReason` is `"loop"`. */
export type StrandsGuardOptions = AdapterOptions;

/**
 * Guards every agent that has this plugin. Each invocation of an agent is its own run; one that continues after an
 * interrupt or a checkpoint is the same run.
 *
 * @example
 * const agent = new Agent({ model, tools, plugins: [new ToolLoopPlugin()] });
 */
export class ToolLoopPlugin implements Plugin {
  readonly name: string = "tool-loop";
  readonly #desk: Desk;

  /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(guard?: DeskInput, options?: StrandsGuardOptions) {
    this.#desk = deskFor("@strands-agents/sdk", guard, options, OTHER_MODELS);
  }

  initAgent(agent: LocalAgent): void {
    guardAgent(agent, this.#desk);
  }
}

/** Guards one agent. The SDK allows one invocation of an agent at a time, so the agent has the state of one run. */
function guardAgent(agent: LocalAgent, desk: Desk): void {
  /** Calls of unknown tools, until all hooks have run. */
  const unknown = new Map<string, LoopCall>();
  /** The verdicts on calls that no tool gets: refused ones, and those of unknown tools. */
  const unrun = new Map<string, Admission | Refusal>();
  /** Why the last invocation is not complete; the next one continues it. */
  let paused: string | undefined;
  let lastInvocation: AfterInvocationEvent | undefined;
  /** The ids of the interrupted calls, which come again after the answer and belong to the same round. */
  let interrupted: string | undefined;
  let calls = "";
  const runOf = (): AgentRun => desk.run(agent);

  async function begin({ invocationState }: BeforeInvocationEvent): Promise<void> {
    const last = lastInvocation;
    const reason = paused;
    interrupted = reason === "interrupt" ? calls : undefined;
    paused = lastInvocation = undefined;
    // A hook resumed the same invocation with new input: a user's message, or a repeated nudge.
    if (last?.resume !== undefined && last.invocationState === invocationState) runOf().turn(last.resume);
    else if (reason === undefined) {
      unknown.clear();
      unrun.clear();
      await runOf().restart();
    }
  }

  function beginRound({ content }: Message): void {
    calls = content.map((block) => (block.type === "toolUseBlock" ? block.toolUseId : "")).join("\n");
    if (calls !== interrupted) runOf().round();
    interrupted = undefined;
  }

  /** Before the next request to the model, which is a later event for the SDK if the invocation is to end quietly. */
  function next(event?: AfterToolsEvent): void {
    const run = runOf();
    const end = run.onAbort !== "answer" ? run.next().end : answers() ? undefined : run.ended;
    if (end === undefined) return;
    // So that roles alternate when the user goes on, as Bedrock wants.
    if (event === undefined) {
      const Own = (agent.messages.at(-1)?.constructor ?? Message) as typeof Message;
      agent.messages.push(new Own({ role: "assistant", content: [new TextBlock(end.message)] }));
      void run.close(true); // no event follows that says how it ended
    }
    run.finish(end, {
      stopped(_, endTurn) {
        if (event !== undefined) Object.assign(event, { endTurn }).invocationState["loopguard"] = end;
      },
    });
  }

  /** Whether a last request can be made; an answer in words is none where an object was asked for. */
  const answers = (): boolean =>
    isEditable(agent) && !agent.toolRegistry.list().some(({ name }) => name === STRUCTURED_OUTPUT);

  async function before(event: BeforeToolCallEvent): Promise<void> {
    const call = callOf(event);
    if (event.tool === undefined) unknown.set(event.toolUse.toolUseId, call);
    else judged(event, await runOf().before(call));
  }

  /** Judges a call of an unknown tool, after other hooks had the chance to select a tool for it. */
  async function beforeUnknown(event: BeforeToolCallEvent): Promise<void> {
    const { name, toolUseId: id } = event.toolUse;
    const call = unknown.get(id);
    if (call === undefined) return;
    unknown.delete(id);
    if (event.selectedTool !== undefined || name !== call.name) return judged(event, await runOf().before(call));
    const entry = await runOf().invalid(call, `Tool '${name}' not found in registry`);
    judged(event, entry);
    unrun.set(id, entry);
  }

  function judged(event: BeforeToolCallEvent, entry: Admission | Refusal): void {
    unrun.delete(event.toolUse.toolUseId);
    if (entry.runs) return;
    unrun.set(event.toolUse.toolUseId, entry);
    event.cancel = entry.message;
  }

  async function after(event: AfterToolCallEvent): Promise<void> {
    // The call will be retried with the same id, and this result dropped.
    if (event.retry === true) return;
    const { result, error } = event;
    const { toolUseId: id, name } = event.toolUse;
    const entry = unrun.get(id);
    unrun.delete(id);
    if (entry?.runs === false) {
      if ("replay" in entry) event.result = withContent(result, "success", entry.replay as ToolResultContent[]);
      return;
    }
    const child = error && runOf().childOf(error);
    if (child !== undefined) event.result = withContent(result, result.status, [textBlock(result, answerText(child))]);
    const outcome = (): LoopOutcome => outcomeOf(result, error);
    const message = entry ? entry.message : await runOf().after(callOf(event), attempt(outcome, {}, "result", name));
    if (message !== undefined)
      event.result = withContent(result, result.status, [...event.result.content, textBlock(result, message)]);
  }

  /** The invocation has a result. If it ended in another way, the next invocation resets the run. */
  async function finish({ stopReason, invocationState }: AgentResultEvent["result"]): Promise<void> {
    const run = runOf();
    const { ended } = run;
    // Of an agent in a tool, which has the same state.
    if (ended === undefined) delete invocationState["loopguard"];
    if (stopReason === "interrupt" || stopReason === "checkpoint") paused = stopReason;
    else await run.close(stopReason === "cancelled");
    // By a limit of the SDK's, before `next` was asked.
    if (ended !== undefined && stopReason.startsWith("limit"))
      run.finish(ended, { stopped: () => Object.assign(invocationState, { loopguard: ended }) });
  }

  function over(event: AfterInvocationEvent): void {
    lastInvocation = event;
  }

  if (desk.edits && isEditable(agent)) editRequests(agent, runOf);
  addHooks(agent, [
    hook("beforeInvocationEvent", begin, FIRST),
    hook("afterModelCallEvent", async ({ stopData }) => runOf().usage(stopData?.message.metadata?.usage), LAST),
    hook("beforeToolsEvent", ({ message }) => beginRound(message), FIRST),
    hook("beforeToolCallEvent", before, FIRST),
    hook("beforeToolCallEvent", beforeUnknown, LAST),
    hook("afterToolCallEvent", after, LAST),
    // Not in the events of a call: after an error there, the SDK first runs the rest of the loop and then rejects.
    desk.onAbort === "throw" ? hook("beforeModelCallEvent", () => next(), FIRST) : hook("afterToolsEvent", next, LAST),
    hook("afterInvocationEvent", over, LAST),
    hook("agentResultEvent", ({ result }) => finish(result), LAST),
  ]);
}

function callOf({ toolUse: { name, toolUseId, input } }: BeforeToolCallEvent | AfterToolCallEvent): LoopCall {
  return { id: toolUseId, name, arguments: input };
}

/** The SDK's tool by which a model gives an object. */
const STRUCTURED_OUTPUT = "strands_structured_output";

function outcomeOf({ status, content }: ToolResultBlock, error: Error | undefined): LoopOutcome {
  return status === "error" ? { error: error ?? content.map(textOf).join("\n") } : { result: content };
}

const textOf = (block: ToolResultContent): string => (block.type === "textBlock" ? block.text : shownText(block));

/** Of the same class, which in a process with two copies of the SDK may not be the one that we have. */
function withContent(
  result: ToolResultBlock,
  status: ToolResultBlock["status"],
  content: ToolResultContent[],
): ToolResultBlock {
  const { toolUseId, error } = result;
  const Block = result.constructor as typeof ToolResultBlock;
  return new Block({ toolUseId, status, content, ...(status === "success" || error === undefined ? {} : { error }) });
}

function textBlock({ content }: ToolResultBlock, text: string): TextBlock {
  const Block = (content.find(({ type }) => type === "textBlock")?.constructor ?? TextBlock) as typeof TextBlock;
  return new Block(text);
}

/** Orders before and after all of the SDK's own: to see what the model requested, and what it will receive. */
const FIRST = { order: -100 };
const LAST = { order: 100 };

/** By what their `type` says, which is the same in every copy of the SDK. */
const EVENTS = {
  afterInvocationEvent: AfterInvocationEvent,
  afterModelCallEvent: AfterModelCallEvent,
  afterToolCallEvent: AfterToolCallEvent,
  afterToolsEvent: AfterToolsEvent,
  agentResultEvent: AgentResultEvent,
  beforeInvocationEvent: BeforeInvocationEvent,
  beforeModelCallEvent: BeforeModelCallEvent,
  beforeToolCallEvent: BeforeToolCallEvent,
  beforeToolsEvent: BeforeToolsEvent,
};

type EventClass = abstract new (...args: never[]) => object;

type Hook = readonly [type: keyof typeof EVENTS, callback: never, options: { order: number }];

const hook = <K extends keyof typeof EVENTS>(
  type: K,
  callback: (event: InstanceType<(typeof EVENTS)[K]>) => void | Promise<void>,
  options: { order: number },
): Hook => [type, callback as never, options];

/** The list of an agent's hooks, which the SDK keeps by the classes of events. */
interface Registry {
  invokeCallbacks(event: { readonly type: string; readonly constructor: unknown }): Promise<unknown>;
}

/**
 * Adds hooks to an agent. The SDK finds them by the class of an event, and those of another copy have other classes, which nothing
 * gives away: so hooks are then added when the first event of each class comes.
 */
function addHooks(agent: LocalAgent, hooks: readonly Hook[]): void {
  const registry = (agent as { _hooksRegistry?: Registry })._hooksRegistry;
  const add = ([type, callback, options]: Hook, event: EventClass = EVENTS[type]) =>
    agent.addHook(event as never, callback, options);
  if (agent instanceof Agent || typeof registry?.invokeCallbacks !== "function") {
    for (const one of hooks) add(one);
    if (!(agent instanceof Agent)) publishError(new Error(UNKNOWN_AGENT), "version");
    return;
  }
  const invoke = registry.invokeCallbacks;
  const known = new Set<unknown>();
  registry.invokeCallbacks = function (this: Registry, event) {
    const own = event.constructor;
    if (!known.has(own)) {
      known.add(own);
      for (const one of hooks) if (one[0] === event.type) add(one, own as EventClass);
    }
    return invoke.call(this, event);
  };
}

const UNKNOWN_AGENT =
  "This agent was not made by the copy of @strands-agents/sdk that loopguard/strands imports, and has no hooks that it knows. " +
  "If no loop is found in it, have one copy only (npm ls @strands-agents/sdk)";

export { findToolLoopError } from "../rules/tool-loop-error.ts";
