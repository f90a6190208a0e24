/**
 * What each call of a recorded run gave, whatever a guard would have decided. Without labels, refusals are judged by it: a
 * refusal is wrong if the refused call, as recorded, gave something new.
 */

import type { LoopOutcome } from "../../base/types.ts";
import { VOLATILE_BITS } from "../../core/layout.gen.ts";
import { outcomeKey, type VolatileBits } from "../outcome-key.ts";

/**
 * `news`: a result that the same call had not given before in the run; of a call not made before, one that its tool had not
 * given. `redundant`: what a guard is there to save, a third or later equal call without news. `known`: neither. `unknown`:
 * no result was recorded.
 */
export type Gave = "news" | "known" | "redundant" | "unknown";

/** Equal calls that are useful: the first, and one to see whether anything changed. */
const LOOKS = 2;

/** Digits too, which the presets compare in results: then a clock or a counter is never taken for news, nor an id. */
const ALL_CLASSES = Object.values(VOLATILE_BITS).reduce((sum, bit) => sum | bit, 0) & ~VOLATILE_BITS.unlessAll;
const ANY_SPAN: VolatileBits = { results: ALL_CLASSES, failures: ALL_CLASSES };

/** A text that is equal for outcomes with the same content. */
export function newsKey(toolName: string, outcome: LoopOutcome): string {
  return outcomeKey(toolName, outcome, ANY_SPAN) ?? "nothing";
}

/** For one run; called for each call in order. */
export class NewsLedger {
  readonly #calls = new Map<string, { readonly results: Set<string>; times: number }>();
  readonly #tools = new Map<string, Set<string>>();

  /** `args` and `result`: texts that are equal for equal arguments and results. */
  gave(toolName: string, args: string, result: string | undefined): Gave {
    if (result === undefined) return "unknown";
    const key = JSON.stringify([toolName, args]);
    const call = this.#calls.get(key) ?? { results: new Set(), times: 0 };
    const tool = this.#tools.get(toolName) ?? new Set();
    const isNews = !(call.times > 0 ? call.results : tool).has(result);
    const gave = isNews ? "news" : call.times >= LOOKS ? "redundant" : "known";
    call.times++;
    call.results.add(result);
    tool.add(result);
    this.#calls.set(key, call);
    this.#tools.set(toolName, tool);
    return gave;
  }
}
