/**
 * For Mastra, `@mastra/core`. Imports nothing of it.
 *
 * `warn`: the message is added to what the model sees of the tool's output. `hint` and `ask`: the tool is not called,
 * and its output is Mastra's form for a failed call, `{ error: true, message }`. `abort`: as `hint`, and the run ends
 * before the next model call.
 */

import { type Desk, desk } from "../adapter/desk.ts";
import { getOrAdd } from "../base/get-or-add.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { watchModel } from "./ai-sdk-model.ts";
import { guardFor } from "./framework-versions.ts";
import { endOf, throwIfEnded } from "./guarded-run.ts";
import { MastraRun, type MessageList, type Step } from "./mastra-run.ts";
import { guardTool } from "./mastra-tools.ts";

export { type HookContext, type ToolLoopHooks, toolLoopHooks } from "./mastra-hooks.ts";
export type { MessageList, Step } from "./mastra-run.ts";

export interface MastraGuardOptions {
  /**
   * How an abort ends the run. `"throw"`: `generate` rejects with the `ToolLoopError`, or a copy of it; a stream has an
   * error part, and its promises reject. `"stop"`: the run ends with a tripwire, and `findToolLoopError(result)` gets
   * the error. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/** The arguments of `processInputStep` that are used here. */
export interface InputStep {
  readonly messageList: MessageList;
  /** Mastra keeps one such object for each processor and run. */
  readonly state: object;
  readonly steps: readonly Step[];
  readonly tools?: Record<string, unknown> | undefined;
  readonly model?: unknown;
  abort(reason?: string, options?: { retry?: boolean; metadata?: unknown }): never;
}

/**
 * The config of an agent whose tools are all guarded, those of toolsets, workspaces and memory included. Each
 * `generate` or `stream` is its own run, also when several are in progress, and so is each of a sub-agent.
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
 * The input processor behind `withLoopGuard`, which guards the tools of every step. Put it last in the list, after
 * processors that add tools. Processors passed to `generate` replace those of the agent.
 *
 * @example
 * await agent.generate(prompt, { inputProcessors: [new ToolLoopProcessor(guard)] });
 */
export class ToolLoopProcessor {
  readonly id: string = "tool-loop";
  readonly name: string = "Tool loop guard";
  readonly #guard: LoopGuard;
  readonly #onAbort: "throw" | "stop";
  readonly #desk: Desk;
  /** Runs by the state object that Mastra keeps for this processor, one for each run. */
  readonly #runs = new WeakMap<object, MastraRun>();

  /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(guard?: GuardInput, { onAbort = "throw" }: MastraGuardOptions = {}) {
    this.#guard = guardFor("@mastra/core", guard);
    this.#desk = desk(this.#guard, { onAbort });
    this.#onAbort = onAbort;
  }

  /** Called before each step. Replaces the tools of the step by guarded ones, and the model by one whose texts are read. */
  processInputStep({
    messageList,
    state,
    steps,
    tools,
    model,
    abort,
  }: InputStep): { tools?: Record<string, unknown>; model?: never } | undefined {
    const run = this.#runOf(state);
    run.beginStep(steps, messageList);
    const error = endOf(run.run);
    // Here a thrown error would lose its name and fields.
    if (error !== undefined && this.#onAbort === "stop") abort(error.message, { retry: false, metadata: error });
    const watched = watchModel(model, this.#desk.of(run.run));
    const models = watched === model ? {} : { model: watched as never };
    if (tools === undefined) return models;
    return {
      ...models,
      tools: Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guardTool(name, tool, run)])),
    };
  }

  /** Called last before a model request: the one place where a thrown error ends the run and stays as it is. */
  processLLMRequest({ state }: { readonly state: object }): undefined {
    throwIfEnded(this.#runOf(state).run);
  }

  #runOf(state: object): MastraRun {
    return getOrAdd(this.#runs, state, () => new MastraRun(this.#guard.agentRun(state)));
  }
}

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
