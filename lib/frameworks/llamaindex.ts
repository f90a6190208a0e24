/**
 * For LlamaIndex TS: the agents of `@llamaindex/workflow`, made by `agent()` and `multiAgent()`. Imports nothing of it.
 *
 * An abort cannot simply throw: nothing in a workflow handles an error of an agent's step, so Node.js would end the process.
 */
import { type AgentRun, callOf, tellEnd } from "../adapter/agent-run.ts";
import type { OnAbort } from "../adapter/call-run.ts";
import { type AdapterOptions, type DeskInput, OTHER_MODELS } from "../adapter/desk.ts";
import { type LastChunks, lastChunks, streamOther } from "../adapter/edited-response.ts";
import { GUARDED, hasMethods, hiddenMembers, withMethods } from "../adapter/guarded-objects.ts";
import { editedRequest } from "../adapter/recovery.ts";
import type { ResultForm } from "../adapter/result-form.ts";
import { isMonitored, monitoredModel } from "../adapter/text-monitor.ts";
import type { StreamForm } from "../adapter/text-responses.ts";
import { optionError } from "../base/errors.ts";
import { chain, getOrAdd, property } from "../base/property.ts";
import type { LoopCall, LoopUsage } from "../base/types.ts";
import { withMessageOrText } from "../guard/with-message.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { providerUsage } from "../run/usage.ts";
import { deskFor } from "./framework-versions.ts";

/** `onAbort: "stop"`: the reason is the run's result. */
export type LlamaIndexGuardOptions = AdapterOptions;

interface WorkflowLike {
  getAgents(): AgentLike[];
  addAgent(agent: object): unknown;
  runStream(...args: unknown[]): { pipeThrough(transform: TransformStream<object, object>): unknown };
}

interface AgentLike {
  readonly name: string;
  readonly tools: object[];
  llm?: unknown;
  takeStep(context: unknown, state: State, input: unknown, tools: unknown): Promise<Step>;
}

/** What all steps of one run share. */
interface State {
  responseFormat?: unknown;
}

interface Step {
  response: object;
  toolCalls: { toolName: string; toolKwargs: unknown; toolId: unknown }[];
}

/** The answers that stand for an abort. */
const ended = new WeakMap<object, ToolLoopError>();

/**
 * Guards the agents of a workflow, those that are added later too, and returns the same workflow. Each `run` or `runStream`
 * is a run, and a handoff does not start another.
 *
 * @example
 * const researcher = withLoopGuard(agent({ llm, tools }));
 * await researcher.run("What is new?");
 */
export function withLoopGuard<W extends object>(workflow: W, guard?: DeskInput, options?: LlamaIndexGuardOptions): W {
  if (!hasMethods<WorkflowLike>(workflow, "getAgents", "addAgent", "runStream"))
    throw optionError("type", "workflow", workflow, "an AgentWorkflow of @llamaindex/workflow");
  const desk = deskFor("@llamaindex/workflow", guard, options, OTHER_MODELS);
  if (GUARDED in workflow) return workflow;
  const { addAgent, runStream } = workflow;
  const runOf = (state: State, agent: string): AgentRun => {
    const run = desk.run(state, { agent });
    run.begin(state);
    run.round(); // the calls of a step
    return run;
  };
  const own = {
    [GUARDED]: true,
    addAgent(agent: AgentLike): W {
      addAgent.call(workflow, guarded(agent, runOf, desk.guard?.seesDelegations === true));
      return workflow;
    },
    runStream: (...args: unknown[]): unknown => runStream.apply(workflow, args).pipeThrough(endings(desk.onAbort)),
  };
  for (const agent of workflow.getAgents()) own.addAgent(agent);
  return Object.defineProperties(workflow, hiddenMembers(own));
}

/** An object with the agent as its prototype: an instance of its class, whose steps are monitored and whose tools are guarded. */
function guarded(agent: AgentLike, runOf: (state: State, agent: string) => AgentRun, seesHandoffs: boolean): object {
  if (GUARDED in agent) return agent;
  const calls: ToolCalls = new WeakMap();
  const guardedTools = new WeakMap<object, object>();
  const tools = [...agent.tools];

  // In the agent itself: a subclass with private fields has no other `this`.
  attempt(() => Object.assign(agent, { llm: monitorLLM(agent.llm) }), undefined, "text");

  async function takeStep(context: unknown, state: State, input: unknown, offered: object[]): Promise<Step> {
    // An error here, such as of a guard that was closed, would end the process.
    const run = attempt(() => runOf(state, agent.name), undefined, "before");
    if (run === undefined) return agent.takeStep(context, state, input, offered);
    const step = await stepOf(run, context, state, input, [...offered]); // another list for each step
    if (step.toolCalls.length === 0)
      await run.close(); // it is the last one
    else await noteCalls(step, run, calls);
    return step;
  }

  async function stepOf(run: AgentRun, context: unknown, state: State, input: unknown, own: object[]): Promise<Step> {
    const last = run.edit()?.answers;
    if (run.ended !== undefined && last === undefined) return endingStep(agent, state, run, run.ended);
    const monitored: MonitoredStep = { run, isEnd: false };
    steps.set(own, monitored);
    const step = await agent.takeStep(context, state, input, own);
    // Calls are answered first, though none runs: the memory keeps them, and a provider refuses calls without results.
    if (step.toolCalls.length > 0) return step;
    const end = monitored.isEnd ? run.ended : undefined;
    if (end !== undefined) return endingStep(agent, state, run, end);
    return last === undefined ? step : concludes(step, state, last);
  }

  const members = {
    // On each read, because a workflow adds its handoff tool to the list.
    get tools(): object[] {
      for (const [index, tool] of tools.entries())
        tools[index] = getOrAdd(guardedTools, tool, () => guardTool(tool, calls, seesHandoffs));
      return tools;
    },
  };
  return Object.defineProperties(Object.create(agent) as object, {
    ...hiddenMembers({ [GUARDED]: true, takeStep }),
    ...Object.getOwnPropertyDescriptors(members),
  });
}

/** Remembers which run and id the arguments belong to: they are all that a tool receives, as the same object. */
async function noteCalls(step: Step, run: AgentRun, calls: ToolCalls): Promise<void> {
  for (const toolCall of step.toolCalls) {
    const { toolName, toolKwargs: args, toolId } = toolCall;
    const call = callOf(toolId, toolName, args);
    if (typeof args !== "object" || args === null) {
      await attempt<unknown>(() => run.invalid(call, "The arguments are not an object"), undefined, "before");
      continue;
    }
    const key = calls.has(args) && !Array.isArray(args) ? { ...args } : args;
    toolCall.toolKwargs = key;
    calls.set(key, { run, call });
  }
}

/** The step that ends a run: an answer without calls. A model is not asked for its form. */
function endingStep({ name }: AgentLike, state: State, run: AgentRun, error: ToolLoopError): Step & object {
  const response = { role: "assistant", content: run.endText(error) };
  return concludes({ response, toolCalls: [], raw: undefined, currentAgentName: name } as Step, state, error);
}

function concludes(step: Step, state: State, error: ToolLoopError): Step {
  ended.set(step.response, error);
  if (state.responseFormat !== undefined) state.responseFormat = undefined;
  return step;
}

/** Passes events on; the last one of a run that was aborted is marked, or is an error. */
function endings(onAbort: OnAbort): TransformStream<object, object> {
  return new TransformStream({
    transform(event, controller) {
      const { message } = ((event as { data?: unknown }).data ?? {}) as { message?: object };
      const error = message === undefined ? undefined : ended.get(message);
      if (error !== undefined && onAbort === "throw") return controller.error(error);
      if (error !== undefined) tellEnd(event, error);
      controller.enqueue(event);
    },
  });
}

/** The calls of a step, by their arguments. */
type ToolCalls = WeakMap<object, { readonly run: AgentRun; readonly call: LoopCall }>;

interface Tool {
  call?: (input: unknown) => unknown;
}

/** The workflow's own tool: its result is the agent's answer, unless it throws. */
const HANDOFF = "handOff";

/** The model reads every result as text. */
const FORM: ResultForm = { refused: ({ message }) => message, withMessage: withMessageOrText };

/** The guarded tool, of the same class. One that has nothing to call is returned unchanged. */
function guardTool(tool: object, calls: ToolCalls, seesHandoffs: boolean): object {
  const { call } = tool as Tool;
  if (typeof call !== "function" || GUARDED in tool) return tool;

  function guardedCall(input: unknown): unknown {
    const known = calls.get(input as object);
    const invoke = (): unknown => (call as (input: unknown) => unknown).call(tool, input);
    if (known === undefined) return invoke();
    const { run, call: own } = known;
    if (own.name !== HANDOFF) return run.call(own, invoke, FORM);
    return handOff(run, own.arguments as object, seesHandoffs ? invoke : () => run.call(own, invoke, HANDOFF_FORM));
  }

  return withMethods(tool, { [GUARDED]: true, call: guardedCall });
}

/**
 * One that is refused throws, because a result would be the agent's answer. What it returns repeats the reason that the model gave, and
 * says no more than that it was done: agents that hand over with other reasons are not told that a result is the same.
 */
const HANDOFF_FORM: ResultForm = {
  ...FORM,
  outcome: () => ({ result: "The task was sent to another agent." }),
  refused({ message }) {
    throw new Error(message);
  },
  replayed() {
    throw new Error("The same handoff was made before, and is not made again.");
  },
};

/** For `delegation` a handoff, else a call like any other. It is not both: what the call returns would be news to `delegation`. */
function handOff(run: AgentRun, input: object, invoke: () => unknown): unknown {
  const { toAgent: agent, reason: task } = input as { toAgent?: unknown; reason?: unknown };
  if (typeof agent !== "string") return invoke();
  return chain(run.delegate({ agent, task, handoff: true }), ({ runs, message }) => {
    if (!runs) throw new Error(message);
    return message === undefined ? invoke() : chain(invoke(), (result) => withMessageOrText(result, message));
  });
}

interface MonitoredStep {
  readonly run: AgentRun;
  /** The run is to end with this step. */
  isEnd: boolean;
}

/** By the list of tools that a step gives to its model; agents of several guards may have one model. */
const steps = new WeakMap<object, MonitoredStep>();

interface ChatParams {
  readonly messages: readonly object[];
  readonly tools?: readonly object[] | undefined;
  readonly stream?: boolean | undefined;
}

interface Chunk {
  readonly delta?: string;
  readonly options?: { readonly toolCall?: unknown } | undefined;
  /** The provider's own. */
  readonly raw?: unknown;
}

interface Model {
  chat(params: ChatParams): Promise<AsyncIterable<Chunk>>;
}

/** The model, with the texts of monitored steps looked at; anything else is returned unchanged. */
function monitorLLM(model: unknown): unknown {
  if (!isModel(model) || isMonitored(model)) return model;
  const chat: Model["chat"] = async (params) => {
    const step = params.stream === true && params.tools !== undefined ? steps.get(params.tools) : undefined;
    if (step === undefined) return model.chat(params);
    return step.run.stream(params, (asked) => response(model, asked, step.run), formOf(step));
  };
  return monitoredModel(model, { chat });
}

async function* response(own: Model, params: ChatParams, run: AgentRun): AsyncGenerator<Chunk, void> {
  const edit = run.edit();
  let usage: LoopUsage | undefined;
  async function* read(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void> {
    for await (const chunk of chunks) {
      usage = providerUsage(chunk.raw) ?? usage; // the last one has all
      yield edit?.answers === undefined ? chunk : withoutCall(chunk);
    }
  }
  try {
    if (edit === undefined) return yield* read(await own.chat(params));
    const request = editedRequest(edit, params, (content) => ({ role: "user", content }), undefined, nameOf);
    const other = isModel(edit.model) ? edit.model : undefined;
    yield* lastChunks(run, edit, read(streamOther(other, own, (model) => model.chat(request))), LAST);
  } finally {
    await run.usage(usage);
  }
}

const withoutCall = ({ options: _, ...chunk }: Chunk): Chunk => chunk;

const LAST: LastChunks<Chunk> = {
  isCall: ({ options }) => options?.toolCall !== undefined,
  says: ({ delta = "" }) => delta.trim() !== "",
  last: (_end, delta) => (delta === undefined ? [] : [{ delta, raw: null }]),
};

function formOf(step: MonitoredStep): StreamForm<ChatParams, Chunk> {
  return {
    read: ({ delta = "" }) => (delta === "" ? undefined : { kind: "text", id: "text", text: delta }),
    withText: (chunk, delta) => ({ ...chunk, delta }),
    isCall: LAST.isCall,
    sparesCalls: true,
    close: (_id, _kind, mark) => [{ delta: mark, raw: null }],
    finish(end) {
      step.isEnd = end !== undefined;
      return [];
    },
  };
}

const isModel = (value: unknown): value is Model => hasMethods(value, "chat");

const nameOf = (tool: object): unknown => property(property(tool, "metadata"), "name");

export { findToolLoopError } from "../rules/tool-loop-error.ts";
