/**
 * For the Strands Agents SDK, `@strands-agents/sdk`: a plugin.
 *
 * `warn` is one more text block in the tool's result. `hint` and `ask` cancel the call, and the message is its result.
 * `abort` cancels the call too, and ends the invocation before the model is asked again.
 */
import type { LocalAgent, Plugin } from "@strands-agents/sdk";
import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { GuardedAgent } from "./strands-agent.ts";

export interface StrandsGuardOptions {
  /**
   * `"throw"`: `invoke` and `stream` reject with the `ToolLoopError`. `"stop"`: the invocation ends as if the model had
   * ended its turn, with the error's message for the last message, and `findToolLoopError(result)` says why. Default
   * `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/**
 * Guards every agent that it is given to; each invocation of each agent is a run of its own. One that goes on after an
 * interrupt or a checkpoint is the same run.
 *
 * @example
 * const agent = new Agent({ model, tools, plugins: [new ToolLoopPlugin()] });
 */
export class ToolLoopPlugin implements Plugin {
  readonly name: string = "tool-loop";
  readonly #guard: LoopGuard;
  readonly #onAbort: "throw" | "stop";

  /** Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
  constructor(guard?: GuardInput, { onAbort = "throw" }: StrandsGuardOptions = {}) {
    this.#guard = guardOf(guard);
    this.#onAbort = onAbort;
  }

  initAgent(agent: LocalAgent): void {
    new GuardedAgent(agent, this.#guard, this.#onAbort).addHooks();
  }
}
