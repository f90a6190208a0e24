/**
 * What each call of a recorded run gave, whatever a guard would have said of it. That is what refusals are judged by where
 * nobody has read the runs: one was wrong when the refused call, as recorded, gave something new.
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

/** Equal calls that are worth a look: the first, and one to see whether anything changed. */
const LOOKS = 2;

/** Digits too, which the presets leave in results: what is counted as news then really is, and not a clock or a counter. */
const ALL_CLASSES = Object.values(VOLATILE_BITS).reduce((sum, bit) => sum | bit, 0);
const ANY_SPAN: VolatileBits = { results: ALL_CLASSES, failures: ALL_CLASSES };

/** What came back, as a text that is equal for results which say the same. */
export function newsKey(toolName: string, outcome: LoopOutcome): string {
  return outcomeKey(toolName, outcome, ANY_SPAN) ?? "nothing";
}

/** Of one run; it is told the calls in their order. */
export class NewsLedger {
  readonly #calls = new Map<string, { readonly results: Set<string>; times: number }>();
  readonly #tools = new Map<string, Set<string>>();

  /** `args` and `result` stand for what they are: equal texts for equal ones. */
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
