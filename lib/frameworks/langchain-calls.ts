/** Guards one tool call of LangChain or LangGraph. */
import { type MessageContent, ToolMessage } from "@langchain/core/messages";
import { Validator } from "@langchain/core/utils/json_schema";
import { interopSafeParseAsync, isInteropZodSchema } from "@langchain/core/utils/types";
import { Command, END, interrupt, isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import { type AgentRun, callOf, tellEnd } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { withMembers } from "../adapter/guarded-objects.ts";
import { type CallOutcome, contentWith, type ResultForm } from "../adapter/result-form.ts";
import { type Awaitable, chain, getOrAdd, property, remember } from "../base/property.ts";
import { UserWords } from "../history/user-words.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { GuardRun } from "../run/loop-run.ts";

export interface ToolCall {
  name: string;
  args: unknown;
  id?: string | undefined;
}

export type Output = ToolMessage | Command;
/** The end of a call. */
export type Ended = { output: Output } | { error: unknown };

/** The differences between an agent's middleware and a graph's node. */
export interface Place {
  /** Whether an abort is thrown out of the call. Answered, it leaves a thread that can go on, but the end has to be told later. */
  throws: boolean;
  /** Whether the call is known to reach its tool. If not, it is judged after it has ended. */
  usable: boolean;
  /** For a call that was not known to be usable: whether it reached no tool. */
  wasUnusable(ended: Ended): boolean;
  invoke(): Output | Promise<Output>;
  /** The output in place of an error that a tool threw; `message`: for the model. */
  failed(error: unknown, message: string | undefined): Output;
}

export async function guardedToolCall(run: AgentRun, toolCall: ToolCall, place: Place): Promise<Output> {
  const { id, name, args } = toolCall;
  const call = callOf(id, name, args);
  let note: string | undefined;
  const outcome = (ended: Ended): CallOutcome => {
    const own = outcomeOf(ended, toolCall);
    return !place.usable && place.wasUnusable(ended) ? { invalid: "error" in own ? own.error : "" } : own;
  };
  const form: ResultForm<Output> = {
    asks(refused) {
      try {
        return interrupt(question(toolCall, refused.message));
      } catch (error) {
        if (isGraphBubbleUp(error)) throw error;
        return undefined; // without a checkpointer nobody can be asked
      }
    },
    refused({ end, message }) {
      if (end !== undefined && place.throws) throw end;
      return told(refusal(toolCall, message), end);
    },
    replayed: (earlier) => answer(toolCall, earlier as MessageContent, "success"),
    outcome: (output) => outcome({ output }),
    // An interrupt, or another way to leave a node of the graph: the call has not ended.
    failure: (error) => (isGraphBubbleUp(error) ? undefined : outcome({ error })),
    withMessage: (output, message) => withMessage(output, toolCall, message),
    failed(error, message) {
      note = message;
      return error;
    },
    ended(end, ran) {
      if (place.throws) throw end;
      return told("result" in ran ? ran.result : refusal(toolCall, end.message), end);
    },
  };
  let output: Output;
  try {
    const judged = place.usable || run.ended !== undefined;
    output = await (judged ? run.call(call, place.invoke, form) : run.resume(call, place.invoke, form));
  } catch (error) {
    if (isGraphBubbleUp(error) || (place.throws && run.ended !== undefined)) throw error;
    return place.failed(error, note);
  }
  const agent = handedTo(output);
  if (agent === undefined) return output;
  const handoff = await run.delegate({ agent, handoff: true, task: args });
  if (!handoff.runs) return form.refused(handoff);
  return handoff.message === undefined ? output : withMessage(output, toolCall, handoff.message);
}

/** As LangChain's middleware for a human in the loop asks, whose interfaces know how to answer it. */
function question({ name, args }: ToolCall, description: string): object {
  return {
    actionRequests: [{ name, args, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "reject"] }],
  };
}

/** The result that the model gets for a refused call. */
export function refusal(toolCall: ToolCall, message: string): ToolMessage {
  return answer(toolCall, message, "error");
}

function answer({ id = "", name }: ToolCall, content: MessageContent, status: "success" | "error"): ToolMessage {
  return new ToolMessage({ content, tool_call_id: id, name, status });
}

/** An answer that has the error: other middleware may end the agent before its next request, which would tell it. */
function told(output: Output, end: ToolLoopError | undefined): Output {
  if (end === undefined || !ToolMessage.isInstance(output)) return output;
  const answer = withMembers(output, {}) as ToolMessage;
  tellEnd(answer, end);
  return answer;
}

/** Whether the arguments match the tool's schema; true without such a schema: these tools check arguments themselves. */
export async function matchesSchema(tool: object, args: unknown): Promise<boolean> {
  const { schema } = tool as { schema?: unknown };
  if (typeof schema !== "object" || schema === null) return true;
  try {
    if (isInteropZodSchema(schema)) return (await interopSafeParseAsync(schema, args)).success;
    return new Validator(schema).validate(args).valid;
  } catch {
    return true; // let the tool decide
  }
}

function outcomeOf(ended: Ended, toolCall: ToolCall): CallOutcome {
  if ("error" in ended) return { error: ended.error ?? String(ended.error) };
  const message = answerIn(ended.output, toolCall);
  if (message === undefined) return {};
  return message.status === "error" ? { error: message.content } : { result: message.content };
}

/** Adds a message for the model to the output; not to a command without a message that answers the call. */
function withMessage(output: Output, toolCall: ToolCall, message: string): Output {
  const answer = answerIn(output, toolCall);
  if (answer === undefined) return output;
  if (!isCommand(output)) return addMessage(answer, message);
  const update = output.update as { messages: unknown[] };
  const messages = update.messages.map((other) => (other === answer ? addMessage(answer, message) : other));
  return new Command({ ...output, update: { ...update, messages } });
}

/** The agent that a command hands over to, a node of the graph around this agent's. It starts only if the command is passed on. */
function handedTo(output: Output): string | undefined {
  if (!isCommand(output) || output.graph !== Command.PARENT) return undefined;
  const all: unknown[] = [output.goto].flat();
  const [to] = all.map((one) => property(one, "node") ?? one);
  return all.length === 1 && typeof to === "string" && to !== END ? to : undefined;
}

/** The message that answers a call: the output, or the last one in a command's update. */
function answerIn(output: Output, toolCall: ToolCall): ToolMessage | undefined {
  const messages = isCommand(output) ? property(output.update, "messages") : [output];
  if (!Array.isArray(messages)) return undefined;
  return messages.findLast(
    (message): message is ToolMessage =>
      ToolMessage.isInstance(message) && (message === output || message.tool_call_id === toolCall.id),
  );
}

/** A copy with a message for the model; not the original, which a tool may return again. */
export function addMessage(given: ToolMessage, message: string): ToolMessage {
  return withMembers(given, { content: contentWith(given.content, message) }) as ToolMessage;
}

/** The runs of agents that hand over to each other, by guard and response. */
const SHARED = new WeakMap<object, WeakMap<object, AnyRun>>();

interface Message {
  readonly tool_calls?: readonly unknown[];
  readonly usage_metadata?: unknown;
  readonly content?: unknown;
  getType?(): string;
}

/** Calls whose runs are known by id; past it the oldest is forgotten. */
const CALLS_MAX = 256;

function idsIn(response: object): string[] {
  const ids = ((response as Message).tool_calls ?? []).map((call) => property(call, "id"));
  return ids.filter((id): id is string => typeof id === "string");
}

/**
 * LangGraph has no id for a run in progress, and adding a node to the graph would cost a step. But messages stay the
 * same objects from step to step. So a response belongs to the run of the response before it, unless a user spoke in
 * between. Each response is a round.
 */
export class MessageRuns {
  readonly #desk: Desk;
  readonly #byResponse: WeakMap<object, AnyRun>;
  /** By the ids of calls, where a graph may be interrupted. */
  readonly #byCall = new Map<string, AnyRun>();
  /** By the first message of a conversation. */
  readonly #words = new WeakMap<object, UserWords>();
  /** Of messages after results of tools: whether they begin a turn. */
  readonly #begin = new WeakMap<object, boolean>();
  #said = 0;
  /** Results that are the agent's answer. */
  readonly direct: WeakSet<object> = new WeakSet();

  constructor(desk: Desk) {
    this.#desk = desk;
    const { guard } = desk;
    // Agents that hand over to each other in a graph share the messages, and are one run where handoffs are looked at.
    this.#byResponse = guard?.seesDelegations ? getOrAdd(SHARED, guard, () => new WeakMap()) : new WeakMap();
  }

  /** The run that the calls of the last response belong to. */
  of(messages: readonly object[]): Awaitable<AgentRun> {
    const { guard } = this.#desk;
    const [response, earlier, isFirst] = this.#look(messages);
    const known = response === undefined ? undefined : (this.#byResponse.get(response) ?? this.#interrupted(response));
    if (known !== undefined) return this.#desk.of(known);
    // An agent in a tool may have been given the messages of the agent around it, whose run that is.
    const own = earlier === guard?.surroundingWork()?.run ? undefined : earlier;
    const run = own === undefined ? this.#desk.run() : this.#desk.of(own);
    if (own === undefined && isFirst) run.begin(); // else it goes on after an interrupt, with copies of the messages
    run.round();
    if (response === undefined) return run;
    this.#byResponse.set(response, run.run);
    for (const id of this.#desk.asks ? idsIn(response) : []) remember(this.#byCall, id, run.run, CALLS_MAX);
    const { usage_metadata: usage } = response as Message;
    return chain(run.usage(usage), () => run);
  }

  /** The run of a response whose calls were judged before the graph was interrupted: a checkpointer gives copies of messages. */
  #interrupted(response: object): AnyRun | undefined {
    const { guard, asks } = this.#desk;
    const kept = guard === undefined ? this.#desk.run().run : undefined;
    for (const id of asks || kept !== undefined ? idsIn(response) : []) {
      const run = this.#byCall.get(id) ?? ((kept as Partial<GuardRun> | undefined)?.judged?.(id) ? kept : undefined);
      if (run === undefined) continue;
      this.#byResponse.set(response, run);
      return run;
    }
    return undefined;
  }

  /** The run of the last response, if its calls were seen. */
  known(messages: readonly object[]): AgentRun | undefined {
    const [response, earlier] = this.#look(messages);
    const run = response === undefined ? undefined : (this.#byResponse.get(response) ?? earlier);
    return run && this.#desk.of(run);
  }

  /** Whether middleware said this in the role of a user, in a run in progress: behind results of tools, and not for the first time. */
  #isNudge(message: Message, before: Message | undefined, first: object): boolean {
    if (before?.getType?.() !== "tool" || this.direct.has(before)) return false;
    const words = getOrAdd(this.#words, first, () => new UserWords());
    return !getOrAdd(this.#begin, message, () => words.beginTurn(message.content, this.#said++));
  }

  /** The calls of the last response that were to fit the agent's `responseFormat`, and do not: only LangChain's answers to these have no name. */
  unfit(messages: readonly object[]): [ToolCall, ToolMessage][] {
    const [response] = this.#look(messages);
    if (response === undefined || this.#byResponse.has(response)) return [];
    const calls = (response as Message).tool_calls as ToolCall[];
    const answersOf = ({ id }: ToolCall) =>
      (messages as ToolMessage[]).filter(({ tool_call_id, name }) => tool_call_id === id && name === undefined);
    return calls.flatMap((call) => answersOf(call).map((answer): [ToolCall, ToolMessage] => [call, answer]));
  }

  /** The last response with calls in this turn, the run of an earlier response, and whether there is none: alone, a response does not say. */
  #look(messages: readonly object[]): [response: object | undefined, earlier: AnyRun | undefined, isFirst: boolean] {
    let response: object | undefined;
    let isFirst = true;
    for (let at = messages.length - 1; at >= 0; at--) {
      const message = messages[at] as Message;
      if (message.getType?.() === "human" && !this.#isNudge(message, messages[at - 1], messages[0] as object)) break;
      if ((message.tool_calls?.length ?? 0) === 0) continue;
      isFirst = response === undefined;
      const run = isFirst ? undefined : this.#byResponse.get(message);
      response ??= message;
      if (run !== undefined) return [response, run, false];
    }
    return [response, undefined, isFirst && messages.length > 1];
  }
}
