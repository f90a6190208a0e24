/** Tracks the calls of `generateText` and `streamText` that share one settings object; each has its own run. */
import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopRun } from "../base/types.ts";
import { type Step, StepReader } from "./ai-sdk-steps.ts";
import type { ExecuteOptions } from "./ai-sdk-tools.ts";

/** One call of `generateText` or `streamText`. */
export interface SdkCall {
  readonly run: LoopRun;
  readonly reader: StepReader;
}

/**
 * The SDK does not tell its callbacks which call they belong to. But each call has one list of steps, which
 * `prepareStep` and `stopWhen` receive, and every tool receives its step's list of messages: the one that `prepareStep`
 * received or returned.
 */
export class SdkCalls {
  readonly #newRun: () => LoopRun;
  readonly #bySteps = new WeakMap<object, SdkCall>();
  readonly #byMessages = new WeakMap<object, LoopRun>();
  /** The call that began last, and its steps. */
  #last: { readonly call: SdkCall; readonly steps: readonly Step[] } | undefined;

  constructor(newRun: () => LoopRun) {
    this.#newRun = newRun;
  }

  /** The call that a list of steps belongs to; an unknown list begins a new call. */
  ofSteps(steps: readonly Step[]): SdkCall {
    return getOrAdd(this.#bySteps, steps, () => {
      const run = this.#newRun();
      const call = { run, reader: new StepReader(run) };
      // Nothing comes after a call's last step, so what that has used is told when the next call of the run begins.
      if (this.#last?.call.run === run) this.#last.call.reader.read(this.#last.steps);
      this.#last = { call, steps };
      return call;
    });
  }

  /** Begins a step, whose tools will receive one of these lists of messages. */
  beginStep(call: SdkCall, ...lists: (readonly unknown[])[]): void {
    call.run.beginRound();
    for (const messages of lists) this.#byMessages.set(messages, call.run);
  }

  /** The run of a tool call. A call before the first step, which a human approved, gets its own run. */
  runOf(options: ExecuteOptions | undefined): LoopRun {
    return getOrAdd(this.#byMessages, options?.messages ?? {}, this.#newRun);
  }
}
