/**
 * A model that is anchored, for tests and tables of what gets one out of a loop. It is a simulation. A language model prefers to
 * repeat what it sees repeated, and the more often it sees it the more: Xu et al., "Learning to Break the Loop: Analyzing and
 * Mitigating Repetitions for Neural Text Generation", NeurIPS 2022 (https://arxiv.org/abs/2206.02369), on sentences. Here it is a
 * call: seen n times in the request that the model really receives, its last call is made once more with the probability
 * 1 - 2^-n, at most 0.97. Texts, such as warnings and refusals, do not change that. Otherwise the model takes the next step of
 * its task. The curve is ours; that it rises and levels off is theirs.
 */
import { dice } from "../dice.ts";

/** A step of the task: a call, and what it returns, each time the same. */
export interface Step {
  readonly name: string;
  readonly arguments: { readonly q: string };
  readonly result: string;
}

export const TASK: readonly Step[] = [
  { name: "search", arguments: { q: "invoices of March" }, result: "fact-1: invoice 1017 is of March" },
  { name: "read", arguments: { q: "invoice 1017" }, result: "fact-2: it is for 420" },
  { name: "lookup", arguments: { q: "customer of 1017" }, result: "fact-3: it was sent to Ada" },
  { name: "book", arguments: { q: "420 from Ada" }, result: "fact-4: booked" },
];
export const DONE = "Done: 420 from Ada is booked.";
/** What the model answers when no tool is offered and the task is not finished. */
export const PARTLY = "I could not finish.";

const PROBABILITY_MAX = 0.97;

/** How probable it is that a call is made once more that is in the request so often. */
export function repeats(times: number): number {
  return Math.min(PROBABILITY_MAX, 1 - 2 ** -times);
}

export interface AnchoredRequest {
  /** The messages in any form. */
  readonly messages: unknown;
  /** The names of the tools that are offered; `undefined`: all. */
  readonly tools: readonly string[] | undefined;
}

export interface AnchoredResponse {
  calls?: { id: string; name: string; arguments: { q: string } }[];
  text?: string;
}

export class AnchoredModel {
  requests = 0;
  /** Of all requests: a quarter of their characters. */
  tokens = 0;
  /** How often it has made each call. */
  readonly made = new Map<string, number>();
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = dice(seed);
  }

  respond({ messages, tools }: AnchoredRequest): AnchoredResponse {
    const text = JSON.stringify(messages);
    this.requests++;
    this.tokens += Math.round(text.length / 4);
    const chance = this.#random();
    const offered = (name: string): boolean => tools === undefined || tools.includes(name);
    const calls = callsIn(messages);
    const last = calls.at(-1);
    const times = calls.filter((call) => call === last).length;
    const repeated = TASK.find((step) => keyOf(step.name, step.arguments) === last);
    if (repeated !== undefined && offered(repeated.name) && chance < repeats(times)) return this.#call(repeated);
    const next = TASK.find(({ result }) => !text.includes(result.split(":", 1)[0] as string));
    if (next === undefined) return { text: DONE };
    return offered(next.name) ? this.#call(next) : { text: PARTLY };
  }

  #call({ name, arguments: args }: Step): AnchoredResponse {
    this.made.set(name, (this.made.get(name) ?? 0) + 1);
    return { calls: [{ id: `call_${this.requests}`, name, arguments: { ...args } }] };
  }
}

/** The tools of the task. */
export function toolsOf(): Record<string, (args: { q: string }) => string> {
  return Object.fromEntries(TASK.map(({ name, result }) => [name, () => result]));
}

const NAMES = ["toolName", "name"];
const ARGUMENTS = ["input", "arguments", "args"];

/** The calls in messages of any form, oldest first: objects with a name and arguments. */
function callsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Record<string, unknown>;
  const name = NAMES.map((field) => fields[field]).find((found) => typeof found === "string");
  const args = ARGUMENTS.map((field) => fields[field]).find((found) => found !== undefined);
  // Mastra's results have the arguments too.
  if (typeof name === "string" && args !== undefined && !("output" in fields)) return [keyOf(name, args)];
  return Object.values(fields).flatMap(callsIn);
}

function keyOf(name: string, args: unknown): string {
  return `${name} ${typeof args === "string" ? args : JSON.stringify(args)}`;
}
