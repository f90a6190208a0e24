/** Prepares what a model response has used for the core. */

import { describeValue } from "../base/errors.ts";
import type { LoopUsage } from "../base/types.ts";
import { type Event, usageEvent } from "../core/event.ts";
import { publishError } from "../report/diagnostics.ts";
import type { GuardEngine } from "./guard-engine.ts";

/** The event; `undefined`: there is nothing to count. An amount that is no number from 0 up is published, and is 0. */
export function readUsage(engine: GuardEngine, usage: LoopUsage): Event | undefined {
  if (!engine.hasBudgets) return undefined;
  const input = amount(usage, "inputTokens");
  const output = amount(usage, "outputTokens");
  const cost = amount(usage, "cost");
  return usageEvent(input, output, cost, engine.readsClock ? engine.clock() : Number.NaN);
}

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
