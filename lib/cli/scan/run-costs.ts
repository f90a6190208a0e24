/** What a recorded run cost: tokens as billed, or estimated from the characters that were sent. */

import { errorText } from "../../base/failures.ts";
import type { LoopOutcome } from "../../base/types.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { ScannedRun } from "../scan-types.ts";

/** Characters that make a token: the usual rule of thumb. */
export const CHARACTERS_PER_TOKEN = 4;

/** What is known of one call. */
export interface CallCost {
  /** As billed; `undefined`: the trace does not say, and `size` counts. */
  readonly tokens: number | undefined;
  readonly cached: number;
  /** Characters of what came before its response, and was sent to the model once more with it: its share of them. */
  readonly resent: number;
  /** Characters of its arguments, and of its result once that is there. */
  size: number;
}

/**
 * A model reads the whole conversation for each response. Where no usage is recorded, a response is taken to have cost all
 * characters that the trace has of the conversation before it; what the trace leaves out, such as a system prompt or the
 * definitions of tools, is missing.
 */
export class RunCosts {
  /** Characters of the conversation so far. */
  #context = 0;
  /** Of them, results that no response has read yet: they are counted with their calls. */
  #unread = 0;
  /** Characters that were sent again with the current response. */
  #resent = 0;
  #billed = false;
  #calls = 0;
  readonly #total = { tokens: 0, cached: 0, resent: 0 };

  round(): void {
    this.#resent = this.#context - this.#unread;
    this.#unread = 0;
  }

  /** A text of the conversation, of whomever. */
  text(characters: number): void {
    this.#context += characters;
  }

  /** What came before is gone, and what takes its place is unknown. */
  compacted(): void {
    this.#context = 0;
    this.#unread = 0;
  }

  call({
    arguments: args,
    tokens,
    cachedTokens: cached = 0,
    share = 1,
    size = argumentsSize(args),
  }: TraceCall): CallCost {
    this.#calls++;
    this.#context += size;
    if (tokens !== undefined) this.#billed = true;
    const resent = tokens === undefined ? share * this.#resent : 0;
    this.#total.tokens += tokens ?? size / CHARACTERS_PER_TOKEN;
    this.#total.cached += cached;
    this.#total.resent += resent;
    return { tokens, cached, resent, size };
  }

  /** `size`: of the outcome. `cost`: of its call; `undefined` if nobody knows. */
  outcome(size: number, cost: CallCost | undefined): void {
    this.#context += size;
    this.#unread += size;
    if (cost !== undefined) cost.size += size;
    if (cost === undefined || cost.tokens === undefined) this.#total.tokens += size / CHARACTERS_PER_TOKEN;
  }

  /** Tokens of a text that was wasted. */
  wasted(tokens: number): void {
    this.#total.tokens += tokens;
  }

  /** Of the whole run, as they stand in the scan's JSON. */
  total(): Pick<ScannedRun, "tokens" | "cachedTokens" | "resentTokens" | "billed"> {
    const { tokens, cached, resent } = this.#total;
    const sent = Math.round(tokens + resent / CHARACTERS_PER_TOKEN) - Math.round(tokens);
    return {
      tokens: Math.round(tokens),
      ...(cached > 0 ? { cachedTokens: Math.round(cached) } : {}),
      ...(sent > 0 ? { resentTokens: sent } : {}),
      ...(this.#billed || this.#calls === 0 ? {} : { billed: false as const }),
    };
  }
}

/** Characters of a call's arguments: of the text that the model sent, or of their JSON. */
export function argumentsSize(args: unknown): number {
  return typeof args === "string" ? args.length : jsonSize(args, 0);
}

export function outcomeSize({ result, error }: LoopOutcome): number {
  const size = typeof result === "string" ? result.length : result === undefined ? 0 : jsonSize(result, 0);
  return error === undefined || error === null ? size : size + errorText(error).length;
}

/** Values that are nested deeper are not read: a hostile line nests a million levels. */
const DEPTH_MAX = 200;

/** Characters as JSON writes the value; escapes count as what they stand for. As native/scan/value.c. */
function jsonSize(value: unknown, depth: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return `${value}`.length;
  if (typeof value === "boolean") return value ? 4 : 5;
  if (typeof value !== "object") return 0;
  if (value === null) return 4;
  if (depth === DEPTH_MAX) return 2;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) size += jsonSize(item, depth + 1) + 1;
    return size - Math.min(1, value.length);
  }
  let members = 0;
  for (const key in value) {
    size += key.length + 3 + jsonSize((value as Record<string, unknown>)[key], depth + 1);
    if (members++ > 0) size++;
  }
  return size;
}
