/** Prepares what a model response has used for the core. */

import { describeValue } from "../base/errors.ts";
import type { LoopUsage } from "../base/types.ts";
import { type Event, usageEvent } from "../core/event.ts";
import { publishError } from "../report/diagnostics.ts";
import { tellMisuse } from "../report/misuse.ts";
import type { GuardEngine } from "./guard-engine.ts";

/** The event; `undefined`: there is nothing to count. An amount that is no number from 0 up is published, and is 0. */
export function readUsage(engine: GuardEngine, usage: LoopUsage): Event | undefined {
  if (!engine.hasBudgets) return undefined;
  const input = amount(usage, "inputTokens");
  const output = amount(usage, "outputTokens");
  const cost = costOf(engine, usage, input, output);
  return usageEvent(input, output, cost, engine.readsClock ? engine.clock() : Number.NaN);
}

/** What the usage says, else what its tokens cost; told once if a budget limits a cost that nobody knows. */
function costOf(engine: GuardEngine, usage: LoopUsage, input: number, output: number): number {
  const { price } = engine.config;
  if (usage.cost !== undefined && usage.cost !== null) return amount(usage, "cost");
  if (price === undefined) {
    if (engine.limitsCost && input + output > 0) tellMisuse(engine, "LOOPGUARD_NO_COST", NO_COST);
    return 0;
  }
  const cached = Math.min(amount(usage, "cachedInputTokens"), input);
  return (input - cached) * price.input + cached * price.cached + output * price.output;
}

const NO_COST =
  "A budget limits cost, and usage told of tokens without a cost, so it never fires. Tell the guard what a million tokens cost, as in new LoopGuard({ budget: { cost: 0.5 }, price: { input: 3, output: 15 } }), or pass cost to usage().";

function amount(usage: LoopUsage, name: keyof LoopUsage): number {
  try {
    const value: unknown = usage[name] ?? 0;
    if (typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY) return value;
    throw new TypeError(`The usage's ${name} must be a finite number from 0 up, got ${describeValue(value)}`);
  } catch (error) {
    publishError(error, "usage");
    return 0;
  }
}
