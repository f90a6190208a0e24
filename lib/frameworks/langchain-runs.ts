/** Finds the run that a tool call of LangChain or LangGraph belongs to. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { type Awaitable, chain, getOrAdd, property, remember } from "../base/property.ts";
import type { GuardRun } from "../run/loop-run.ts";

/** By response. */
type Responses = WeakMap<object, AnyRun>;

const SHARED = new WeakMap<object, Responses>();

interface Message {
  readonly tool_calls?: readonly unknown[];
  readonly usage_metadata?: unknown;
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
  readonly #byResponse: Responses;
  /** By the ids of calls, where a graph may be interrupted. */
  readonly #byCall = new Map<string, AnyRun>();

  constructor(desk: Desk) {
    this.#desk = desk;
    const { guard } = desk;
    // Agents that hand over to each other in a graph share the messages, and are one run where handoffs are looked at.
    this.#byResponse = guard?.seesDelegations ? getOrAdd(SHARED, guard, () => new WeakMap()) : new WeakMap();
  }

  /** The run that the calls of the last response belong to. */
  of(messages: readonly object[]): Awaitable<AgentRun> {
    const { guard } = this.#desk;
    const [response, earlier] = this.#look(messages);
    const known = response === undefined ? undefined : (this.#byResponse.get(response) ?? this.#interrupted(response));
    if (known !== undefined) return this.#desk.of(known);
    // An agent in a tool may have been given the messages of the agent around it, whose run that is.
    const own = earlier === guard?.surroundingWork()?.run ? undefined : earlier;
    const run = own === undefined ? this.#desk.run() : this.#desk.of(own);
    if (own === undefined && guard === undefined) run.turn();
    run.round();
    if (response === undefined) return run;
    this.#byResponse.set(response, run.run);
    for (const id of this.#desk.asks ? idsIn(response) : []) remember(this.#byCall, id, run.run, CALLS_MAX);
    const { usage_metadata: usage } = response as Message;
    return chain(run.usage(usage), () => run);
  }

  /** The run of a response whose calls were judged before the graph was interrupted: a checkpointer gives copies of messages. */
  #interrupted(response: object): AnyRun | undefined {
    for (const id of this.#desk.asks ? idsIn(response) : []) {
      const kept = this.#desk.guard === undefined ? this.#desk.run().run : undefined;
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

  /** The last response with calls in this turn, and the run of an earlier response. */
  #look(messages: readonly object[]): [response: object | undefined, earlier: AnyRun | undefined] {
    let response: object | undefined;
    for (let at = messages.length - 1; at >= 0; at--) {
      const message = messages[at] as Message;
      if (message.getType?.() === "human") break;
      if ((message.tool_calls?.length ?? 0) === 0) continue;
      const run = response === undefined ? undefined : this.#byResponse.get(message);
      response ??= message;
      if (run !== undefined) return [response, run];
    }
    return [response, undefined];
  }
}
