/**
 * For Mastra, `@mastra/core`. Imports nothing of it.
 *
 * `warn` is added to what the model sees of the tool's output. `hint` and `ask` are the output, in Mastra's own shape for a
 * call that did not work, `{ error: true, message }`. `abort` refuses the call too, and ends the run before the model is
 * asked again.
 */

import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { MastraRun, type MessageList, type Step } from "./mastra-run.ts";
import { guardTool } from "./mastra-tools.ts";

export { type HookContext, type ToolLoopHooks, toolLoopHooks } from "./mastra-hooks.ts";
export type { MessageList, Step } from "./mastra-run.ts";

export interface MastraGuardOptions {
  /**
   * `"throw"`: `generate` rejects with the `ToolLoopError`, or a copy of it; a stream has an error part, and its promises
   * reject. `"stop"`: the run ends with a tripwire, and `findToolLoopError(result)` says why. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/** What is used of the arguments of `processInputStep`. */
export interface InputStep {
  readonly messageList: MessageList;
  /** Of this processor, for one run. */
  readonly state: object;
  readonly steps: readonly Step[];
  readonly tools?: Record<string, unknown> | undefined;
  abort(reason?: string, options?: { retry?: boolean; metadata?: unknown }): never;
}

/**
 * The config of an agent with a guard over all its tools, those of toolsets, workspaces and memory included. Each `generate`
 * or `stream` is a run of its own, also when several go on at a time, and so is each of a sub-agent.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ id, name, instructions, model, tools }));
 */
export function withLoopGuard<Config extends object>(
  agentConfig: Config,
  guard?: GuardInput,
  options: MastraGuardOptions = {},
): Config {
  const processor = new ToolLoopProcessor(guard, options);
  const { inputProcessors: own } = agentConfig as { inputProcessors?: unknown };
  const withOurs = (processors: unknown): unknown[] => [...((processors as unknown[] | undefined) ?? []), processor];
  const inputProcessors =
    typeof own === "function" ? async (...args: unknown[]) => withOurs(await own(...args)) : withOurs(own);
  return { ...agentConfig, inputProcessors };
}

/**
 * The part that does the work: an input processor, which sees the tools of every step. It comes last in the list, behind
 * processors that bring tools of their own. Processors that are given to `generate` replace those of the agent.
 *
 * @example
 * await agent.generate(prompt, { inputProcessors: [new ToolLoopProcessor(guard)] });
 */
export class ToolLoopProcessor {
  readonly id: string = "tool-loop";
  readonly name: string = "Tool loop guard";
  readonly #guard: LoopGuard;
  readonly #onAbort: "throw" | "stop";
  /** By the state that Mastra keeps for this processor, of which each run has one. */
  readonly #runs = new WeakMap<object, MastraRun>();

  /** Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
  constructor(guard?: GuardInput, { onAbort = "throw" }: MastraGuardOptions = {}) {
    this.#guard = guardOf(guard);
    this.#onAbort = onAbort;
  }

  /** Before each model call. The tools of the step are replaced by guarded ones. */
  processInputStep({
    messageList,
    state,
    steps,
    tools,
    abort,
  }: InputStep): { tools: Record<string, unknown> } | undefined {
    const run = this.#runOf(state);
    run.beginStep(steps, messageList);
    const error = this.#errorOf(run);
    // A plain error would lose its name and fields here.
    if (error !== undefined && this.#onAbort === "stop") abort(error.message, { retry: false, metadata: error });
    if (tools === undefined) return undefined;
    return {
      tools: Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guardTool(name, tool, run)])),
    };
  }

  /** The last thing before the model is asked, and the one place where a thrown error ends a run as it is. */
  processLLMRequest({ state }: { readonly state: object }): undefined {
    const error = this.#errorOf(this.#runOf(state));
    if (error !== undefined) throw error;
  }

  #runOf(state: object): MastraRun {
    let run = this.#runs.get(state);
    if (run === undefined) {
      run = new MastraRun(this.#guard.run(state));
      this.#runs.set(state, run);
    }
    return run;
  }

  #errorOf({ run }: MastraRun): ToolLoopError | undefined {
    return run.tripped === null ? undefined : new ToolLoopError(run.tripped);
  }
}
