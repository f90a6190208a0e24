/**
 * For Genkit, `genkit`: a generate middleware. Imports nothing of it.
 *
 * `warn`: the message is added to the tool's output. `hint` and `ask`: the tool is not called, and the message is its
 * output. `abort`: as `hint`, and the generation ends before the next model call. A text that repeats itself is cut, and the
 * model is told.
 */
import type { LoopRun } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import { guardFor } from "./framework-versions.ts";
import { type GenerateHooks, GenkitRun } from "./genkit-run.ts";

export type { GenerateHooks } from "./genkit-run.ts";

export interface GenkitGuardOptions {
  /**
   * How an abort ends a generation. `"throw"`: it rejects with the `ToolLoopError`, and iterating its stream throws it.
   * `"stop"`: it resolves with the `finishReason` `"aborted"`, and `findToolLoopError(response)` gets the error. Default
   * `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/** A middleware for the option `use`, as Genkit's own `generateMiddleware` makes them. */
export interface ToolLoopMiddleware {
  readonly name: string;
  /** Genkit calls it once for each generation. */
  readonly instantiate: () => GenerateHooks;
}

/**
 * Guards the tools of a generation. Each `generate`, `generateStream` or call of a prompt is its own run. Put it last in the
 * list: middleware after it, such as one that retries tools, would hide calls from it.
 *
 * @example
 * await ai.generate({ prompt, tools, use: [toolLoopMiddleware()] });
 */
export function toolLoopMiddleware(
  guard?: GuardInput,
  { onAbort = "throw" }: GenkitGuardOptions = {},
): ToolLoopMiddleware {
  const own = guardFor("genkit", guard);
  const newRun = (): LoopRun => own.run({});
  return { name: "tool-loop", instantiate: () => new GenkitRun(newRun, onAbort).hooks() };
}
