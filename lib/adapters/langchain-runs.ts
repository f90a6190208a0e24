/** Finds the run that a tool call of LangChain or LangGraph belongs to. */

import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { tellUsage } from "./reported-usage.ts";

const SHARED = new WeakMap<LoopGuard, MessageRuns>();

/** The part of a message that is read here. */
interface Message {
  readonly tool_calls?: readonly unknown[];
  readonly usage_metadata?: { readonly input_tokens?: unknown; readonly output_tokens?: unknown } | undefined;
  getType?(): string;
}

/**
 * LangGraph has no id for a run in progress, and adding a node to the graph would cost a step. But messages stay the
 * same objects from step to step. So a response belongs to the run of the response before it, unless a user spoke in
 * between. Each response is a round.
 */
export class MessageRuns {
  readonly #guard: LoopGuard;
  readonly #byResponse = new WeakMap<object, LoopRun>();

  constructor(guard: LoopGuard) {
    this.#guard = guard;
  }

  /**
   * For a guard that looks at delegations, one for all its agents: agents that hand over to each other in a graph share the
   * messages, and are one run.
   */
  static of(guard: LoopGuard): MessageRuns {
    return guard.seesDelegations ? getOrAdd(SHARED, guard, () => new MessageRuns(guard)) : new MessageRuns(guard);
  }

  /** The run that the calls of the last response belong to. */
  of(messages: readonly object[]): LoopRun {
    const [response, earlier] = this.#look(messages);
    const known = response === undefined ? undefined : this.#byResponse.get(response);
    if (known !== undefined) return known;
    // An agent in a tool may have been given the messages of the agent around it, whose run that is.
    const own = earlier === this.#guard.surroundingWork()?.run ? undefined : earlier;
    const run = own ?? this.#guard.agentRun({});
    run.beginRound();
    if (response === undefined) return run;
    this.#byResponse.set(response, run);
    const { usage_metadata: usage } = response as Message;
    tellUsage(run, usage?.input_tokens, usage?.output_tokens);
    return run;
  }

  /** The run of the last response, if its calls were seen. */
  known(messages: readonly object[]): LoopRun | undefined {
    const [response, earlier] = this.#look(messages);
    return response === undefined ? undefined : (this.#byResponse.get(response) ?? earlier);
  }

  /** The last response with calls in this turn, and the run of an earlier response. */
  #look(messages: readonly object[]): [response: object | undefined, earlier: LoopRun | undefined] {
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
