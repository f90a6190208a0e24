/** Which run a tool call of LangChain or LangGraph belongs to. */

import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";

/** What is read of a message. */
interface Message {
  readonly tool_calls?: readonly unknown[];
  getType?(): string;
}

/**
 * Nothing in LangGraph names a run that is under way, short of a node of our own in the graph, which would be a step more.
 * But its messages stay the same objects from step to step, so a model's response is of the run that asked for the one
 * before it, if no user has spoken in between. A response is a round.
 */
export class MessageRuns {
  readonly #guard: LoopGuard;
  readonly #byResponse = new WeakMap<object, LoopRun>();

  constructor(guard: LoopGuard) {
    this.#guard = guard;
  }

  /** The run that goes on with the calls of the last response. */
  of(messages: readonly object[]): LoopRun {
    const [response, earlier] = this.#look(messages);
    const known = response === undefined ? undefined : this.#byResponse.get(response);
    if (known !== undefined) return known;
    const run = earlier ?? this.#guard.run({});
    run.beginRound();
    if (response !== undefined) this.#byResponse.set(response, run);
    return run;
  }

  /** The run that the last response was of, if its calls were seen. */
  known(messages: readonly object[]): LoopRun | undefined {
    const [response, earlier] = this.#look(messages);
    return response === undefined ? undefined : (this.#byResponse.get(response) ?? earlier);
  }

  /** The last response with calls in this turn, and the run of the one before it that is known. */
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
