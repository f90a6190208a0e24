/** What a custom detector may return. */

import { describeValue } from "../base/errors.ts";
import { isThenable } from "../base/thenable.ts";
import type { LoopDetection } from "../base/types.ts";
import { wrongReturn } from "../report/callbacks.ts";

/** The fields that are used, each with its check. All others come from the guard. */
const FIELDS: readonly (readonly [field: keyof LoopDetection, wanted: string, fits: (value: unknown) => boolean])[] = [
  ["toolName", "a string", isText],
  ["repeats", "an integer from 1 up", isCount],
  ["cycleLength", "an integer from 1 up", isCount],
  ["pattern", "an array of strings", (value) => Array.isArray(value) && value.every(isText)],
  ["evidence", '"strong" or "weak"', (value) => value === "strong" || value === "weak"],
  ["message", "a string", isText],
  ["details", "an object", (value) => typeof value === "object"],
  ["fingerprint", "a string", isText],
];

/**
 * The fields of a detection that `given` has; `undefined`: nothing was found. Throws a `TypeError` for anything else: a
 * `false` or a promise is no detection, and a detector that gave one for it would fire at every call.
 */
export function readFinding(given: unknown, name: string): Partial<LoopDetection> | undefined {
  if (given === undefined || given === null) return undefined;
  const what = `The custom detector "${name}"`;
  const found: Record<string, unknown> = {};
  if (typeof given === "object" && !isThenable(given)) {
    for (const [field, wanted, fits] of FIELDS) {
      const value = (given as Partial<LoopDetection>)[field];
      if (value === undefined || value === null) continue;
      if (!fits(value))
        throw new TypeError(`${what} must return a detection whose ${field} is ${wanted}, got ${describeValue(value)}`);
      found[field] = value;
    }
    if (Object.keys(found).length > 0) return found;
  }
  throw wrongReturn(what, 'a detection, such as { message: "..." }, or null', given);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** The core counts with 32 bits. */
function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 0xffff_ffff;
}
