/**
 * What led to a `ToolLoopError`, for the host alone. It is in no message, event, snapshot or JSON, which promise names, counts and
 * digests.
 */
import { describeValue } from "../base/errors.ts";
import { property } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import { types } from "../base/value-types.ts";
import { shownText } from "../values/value-text.ts";

export interface Circumstances {
  /** The call that was judged last. */
  readonly call?: LoopCall | undefined;
  /** What came back last in the run, in a few words; see `inWords`. */
  readonly last?: string | undefined;
  /** How many calls of the run were refused. */
  readonly refused?: number | undefined;
}

const TEXT_MAX = 80;
const known = new WeakMap<object, Circumstances>();

/** Remembers what led to an error. Gives the error. */
export function withCircumstances<E extends object>(error: E, circumstances: Circumstances): E {
  known.set(error, circumstances);
  return error;
}

export function circumstancesOf(error: object): Circumstances {
  return known.get(error) ?? {};
}

/** A text with its beginning, anything else by its kind: a result may be large, and is not kept. */
export function inWords(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shortened(value));
  if (!types.isNativeError(value)) return describeValue(value);
  const message = property(value, "message");
  return typeof message === "string" ? `the error ${inWords(message)}` : "an error";
}

/** The message of an error, and below it what the host can know beside it. */
export function explained(message: string, { call, last, refused }: Circumstances): string {
  const lines = [message];
  if (call !== undefined) lines.push(`The call: ${call.name}(${shortened(shownText(call.arguments))})`);
  if (last !== undefined) lines.push(`What came back last: ${last}`);
  if (refused !== undefined && refused > 0) lines.push(`Calls refused before, in this run: ${refused}`);
  lines.push(
    "To go on: findToolLoopError(error) finds this error in what a framework throws or returns. End the run, ask the user, or " +
      "begin a turn with what was found, in error.results. Was the call healthy? See docs/guides/refused-healthy-tool.md",
  );
  return lines.join("\n");
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 3)}...` : text;
}
