/** What the core compares of an outcome, as a text: equal exactly when the core's digests are. */

import type { LoopOutcome, VolatileClass } from "../base/types.ts";
import { core } from "../core/backend.ts";
import { VOLATILE_BITS } from "../core/layout.gen.ts";
import { safeText } from "../run/call-input.ts";
import { failureKey, isFailure } from "../text/outcome-text.ts";

/** Spans of texts that are not compared, as bits of `VOLATILE_BITS`. */
export interface VolatileBits {
  readonly results: number;
  readonly failures: number;
}

export function volatileBits(classes: readonly VolatileClass[]): number {
  return classes.reduce((bits, name) => bits | VOLATILE_BITS[name], 0);
}

/** `null` for an outcome that cannot be compared. `part`: what is compared of the text; default: all of it. */
export function outcomeKey(
  toolName: string,
  outcome: LoopOutcome,
  volatile: VolatileBits,
  part = (text: string): string => text,
): string | null {
  const failed = isFailure(outcome);
  const error = failed ? failureKey(outcome) : "";
  const result = error === "" ? safeText(outcome.result, "result", toolName) : undefined;
  if (!failed && result === undefined) return null;
  const isJson = result !== undefined && typeof outcome.result !== "string";
  const bits = failed ? volatile.failures : volatile.results;
  const text = part(error === "" ? (result ?? "") : error);
  return `${failed ? "failure" : "result"} ${isJson ? "json" : "text"} ${bits === 0 ? text : core.normalizeVolatile(bits, text)}`;
}
