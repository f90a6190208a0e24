/** Tells a run, for its budgets, what a framework reports that the model has used. */
import { property } from "../base/property.ts";
import type { LoopRun, LoopUsage, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { ALLOW } from "../report/verdict.ts";

/** What one model response has used. What is not reported as a number is left out. A guard that was closed says so. */
export function tellUsage(run: LoopRun, inputTokens: unknown, outputTokens: unknown, cost?: unknown): void {
  const usage: LoopUsage = {};
  if (isAmount(inputTokens)) usage.inputTokens = inputTokens;
  if (isAmount(outputTokens)) usage.outputTokens = outputTokens;
  if (isAmount(cost)) usage.cost = cost;
  if (Object.keys(usage).length > 0) attempt<Verdict>(() => run.usage(usage), ALLOW, "usage");
}

/** The usage of a step of the AI SDK or of Mastra. */
export function tellStepUsage(run: LoopRun, step: object): void {
  const { usage } = step as { usage?: { inputTokens?: unknown; outputTokens?: unknown } | undefined };
  tellUsage(run, usage?.inputTokens, usage?.outputTokens);
}

/** Where providers' responses have their usage: OpenAI's two APIs, and Google's. */
const PLACES = [["usage"], ["response", "usage"], ["usageMetadata"]];
const INPUT = ["prompt_tokens", "input_tokens", "promptTokenCount"];
const OUTPUT = [["completion_tokens"], ["output_tokens"], ["candidatesTokenCount", "thoughtsTokenCount"]];

/** What a provider's own response, or a part of its stream, says that has been used; `undefined`: nothing. */
export function providerUsage(response: unknown): LoopUsage | undefined {
  for (const place of PLACES) {
    const usage = place.reduce(property, response);
    const input = INPUT.map((name) => property(usage, name)).find(isAmount);
    const parts = OUTPUT.map((names) => names.map((name) => property(usage, name)).filter(isAmount));
    const output = parts.find(({ length }) => length > 0)?.reduce((sum, part) => sum + part);
    if (input !== undefined || output !== undefined) return { inputTokens: input ?? 0, outputTokens: output ?? 0 };
  }
  return undefined;
}

/** For a framework that reports the sums of a whole run: tells what has been added to them. */
export class SummedUsage {
  #input: number;
  #output: number;

  /** `before`: the sums when the run began. */
  constructor(before?: { inputTokens?: unknown; outputTokens?: unknown } | undefined) {
    this.#input = isAmount(before?.inputTokens) ? before.inputTokens : 0;
    this.#output = isAmount(before?.outputTokens) ? before.outputTokens : 0;
  }

  tell(run: LoopRun, sums: { inputTokens?: unknown; outputTokens?: unknown } | undefined): void {
    const input = isAmount(sums?.inputTokens) ? sums.inputTokens : this.#input;
    const output = isAmount(sums?.outputTokens) ? sums.outputTokens : this.#output;
    if (input > this.#input || output > this.#output)
      tellUsage(run, Math.max(0, input - this.#input), Math.max(0, output - this.#output));
    this.#input = input;
    this.#output = output;
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}
