/** How a framework shows calls and their results, and what stands in place of a result. */

import { type Awaitable, property } from "../base/property.ts";
import type { LoopDecision, LoopOutcome } from "../base/types.ts";
import { resultText } from "../base/value-text.ts";
import { withParagraph } from "../guard/with-message.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";

/** A call that is not to run. */
export interface Refusal {
  readonly runs: false;
  /** For the model, in place of a result. */
  readonly message: string;
  /** A human may let it run all the same: what they say is given to `decide`. */
  readonly ask: boolean;
  /** The earlier result of the same call, as the guard was given it, to be shown in place of the message. */
  readonly replay?: unknown;
  /** The run ends: because of this call, or of a sibling that has just ended it. */
  readonly end?: ToolLoopError;
}

/** A call that may run. */
export interface Admission {
  readonly runs: true;
  /** What was found before it, for the model. `after` gives it with the outcome. */
  readonly message: string | undefined;
  readonly end?: undefined;
}

/** What came back for a call. `invalid`: no tool took it, and this is why. */
export type CallOutcome = LoopOutcome | { readonly invalid: unknown };

/** How results look in a framework. All but `refused` have a default. */
export interface ResultForm<R = unknown> {
  /** Agents may work `"in"` the tool, or it `"is"` one: if one was stopped, the caller is told why. */
  readonly agents?: "in" | "is";
  /** The result of a call that does not run. May throw `refusal.end`. */
  refused(refusal: Refusal): R;
  /**
   * Asks a human about a call, by the framework's means; `undefined`: it has none here, and `WAITS`: the run is suspended until
   * there is an answer. Anything else is one, for `decide`.
   */
  asks?(refusal: Refusal): unknown;
  /** An earlier result, from the value that `outcome` gave. Default: that value. */
  replayed?(earlier: unknown): R;
  /** What a result says; `undefined`: the call has not ended, as when it waits for a human. Default `{ result }`. */
  outcome?(result: R): CallOutcome | undefined;
  /** The same of a thrown error. Default `{ error }`. */
  failure?(error: unknown): CallOutcome | undefined;
  /** The result with a message for the model. Default: `withMessage`. */
  withMessage?(result: R, message: string): R;
  /** What is thrown in place of a tool's error, with a message for the model. Default: `errorWithMessage`. */
  failed?(error: unknown, message: string): unknown;
  /**
   * The outcome of a call ends the run: throws, or gives what stands in place of the outcome, or `undefined`: the outcome stands, and
   * the run is ended before its next request. Default: that.
   */
  ended?(end: ToolLoopError, ran: Ran<R>): R | undefined;
  /** Wraps a result that comes in parts; `undefined`: it is an ordinary one. */
  iterated?(result: R, ends: CallEnds<R>): R | undefined;
}

/** What a call came to, as the framework sees it. */
export type Ran<R = unknown> = { readonly result: R } | { readonly error: unknown };

/** Give a call's outcome to the guard, for results that come in parts. */
export interface CallEnds<R = unknown> {
  /** Gives the last value, with a message for the model if there is one. */
  finish(result: R): Awaitable<R>;
  /** Gives what is to be thrown in place of the error, or a result that stands in its place. */
  fail(error: unknown): Awaitable<Ran<R>>;
  /** The call ended without an outcome. */
  drop(): Awaitable<void>;
  /** The values, in the reading of which the tool works. */
  within<T>(values: AsyncIterable<T>): AsyncIterable<T>;
}

/** What the model is told with the last request of a run. */
export const ANSWER: string =
  "The run ends with your response, since it was in a loop or its budget is used up. No tool can be called any more. Answer with " +
  "what you have, and say what you could not do.";

/** Stands where a text was cut. */
export const CUT_MARK = " […]";
/** Between the text before a cut and the one after it. */
export const CUT_BREAK = "\n\n";

/** How often the model is asked again within one request, in case the ladder has no end. */
export const RETELLS_MAX = 8;

/** The call has no result yet, nor ever in this execution. */
export const WAITS: unique symbol = Symbol("waits");

/** What a human said, in the words of frameworks: `true`, `{ approved }`, `{ type: "reject", message }`, `{ decisions: [...] }`. */
export function decisionOf(answer: unknown, most = 0): LoopDecision {
  const first = property(property(answer, "decisions"), "0") ?? answer;
  const [more, type] = [property(first, "more"), property(first, "type")];
  const words = ["words", "message", "reason"].map((name) => property(first, name));
  return {
    allow: [first, property(first, "allow"), property(first, "approved"), type === "approve"].includes(true),
    more: typeof more === "number" ? more : most,
    words: words.find((text) => typeof text === "string") as string | undefined,
  };
}

/** What a message says, with what the model is to be told: a text has another paragraph, and a list of parts another `part`. */
export function contentWith(content: unknown, told: string, part: object = { type: "text", text: told }): unknown {
  return Array.isArray(content) ? [...content, part] : withParagraph(typeof content === "string" ? content : "", told);
}

/** A refusal as a text, for frameworks that can show nothing else: with the earlier result, in which bytes are named. */
export function refusalText(refusal: Refusal): string {
  return "replay" in refusal ? withParagraph(refusal.message, resultText(refusal.replay)) : refusal.message;
}
