/** Ways to treat an anchored model, and what became of its runs. */
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { AnchoredModel, type AnchoredRequest, type AnchoredResponse, DONE, TASK } from "./anchored-model.ts";

export interface Way {
  readonly name: string;
  /** `"off"`: no guard. */
  readonly guard: LoopGuardOptions | "off";
  readonly onAbort?: "throw" | "stop" | "answer";
}

export const REFUSE: Way = { name: "refuse only", guard: {}, onAbort: "stop" };
export const ALL: Way = { name: '`recover: true`, `onAbort: "answer"`', guard: { recover: true }, onAbort: "answer" };

export const WAYS: readonly Way[] = [
  { name: "no guard", guard: "off" },
  { name: "warn only", guard: { action: "warn" } },
  REFUSE,
  { name: "refuse and prune", guard: { recover: { tools: false, fresh: false } }, onAbort: "stop" },
  ALL,
];

/** Requests after which a run that goes on is given up. */
export const REQUESTS_MAX = 30;
export const SEEDS = 20;

/**
 * Requests more than without loops, when the model is got out of them: for the first a repetition that ran and two that were
 * refused, for each further one a refusal less, since it begins with what helped.
 */
const extraMax = (loops: number): number => (loops === 0 ? 0 : 1 + 2 * loops);

export interface Outcome {
  /** The task was finished. */
  readonly ended: boolean;
  readonly requests: number;
  readonly tokens: number;
  /** Requests more than its loops may cost. */
  readonly over: number;
}

/** A run of the model with a seed. `run` gets what the model answers to a request. */
export async function runOf(
  seed: number,
  run: (respond: (request: AnchoredRequest) => AnchoredResponse) => Promise<unknown>,
): Promise<Outcome> {
  const model = new AnchoredModel(seed);
  let said: string | undefined;
  await run((request) => {
    const response = model.requests < REQUESTS_MAX ? model.respond(request) : { text: "" };
    said = response.text;
    return response;
  });
  const loops = [...model.made.values()].filter((times) => times > 1).length;
  const over = model.requests - (TASK.length + 1) - extraMax(loops);
  return { ended: said === DONE, requests: model.requests, tokens: model.tokens, over };
}

export interface Summary {
  readonly ended: number;
  readonly requests: number;
  readonly most: number;
  readonly tokens: number;
  /** At most. */
  readonly over: number;
}

/** In percent, and on average. */
export function summaryOf(outcomes: readonly Outcome[]): Summary {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    ended: Math.round(100 * mean(outcomes.map(({ ended }) => (ended ? 1 : 0)))),
    requests: Number(mean(outcomes.map(({ requests }) => requests)).toFixed(1)),
    most: Math.max(...outcomes.map(({ requests }) => requests)),
    tokens: Math.round(mean(outcomes.map(({ tokens }) => tokens))),
    over: Math.max(...outcomes.map(({ over }) => over)),
  };
}
