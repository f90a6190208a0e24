/** Puts a warning where the model reads it: with the result of the call, or with the error that a tool threw. */

import { isPlainObject } from "../base/property.ts";
import { hasPrivateFields, shownText } from "../base/value-text.ts";
import { isError } from "../base/value-types.ts";
import { attempt } from "../rules/verdict.ts";

type Fields = Record<string, unknown>;

/**
 * A copy of the result with a message for the model: a text gets another paragraph, a list of content parts (or the `content`
 * of a result) another text part, any other plain object a field `loopguard`. Other values stay as they are: numbers, booleans,
 * `undefined`, other lists, instances of classes, and values that throw when they are read.
 */
export function withMessage(result: unknown, message: string): unknown {
  return attempt(() => addMessage(result, message), result, "result");
}

function addMessage(result: unknown, message: string): unknown {
  if (typeof result === "string") return withParagraph(result, message);
  if (isContent(result)) return [...result, { type: "text", text: message }];
  if (!isPlainObject(result)) return result;
  const { content } = result;
  if (typeof content === "string" || isContent(content)) return { ...result, content: addMessage(content, message) };
  return { ...result, loopguard: message };
}

/** As `withMessage`, for a model that reads every result as a text: one that has no room for a message becomes one. */
export function withMessageOrText(result: unknown, message: string): unknown {
  const asText = (): unknown => {
    const own = addMessage(result, message);
    return own === result ? withParagraph(result === undefined ? "" : shownText(result), message) : own;
  };
  return attempt(asText, result, "result");
}

export function withParagraph(text: string, message: string): string {
  return text === "" ? message : `${text}\n\n${message}`;
}

/** A copy of an error, or of a text, with the message added; of `undefined`, the message. Other values, and private fields, stay. */
export function errorWithMessage(error: unknown, message: string): unknown {
  return attempt(() => addToError(error, message), error, "result");
}

function addToError(error: unknown, message: string): unknown {
  if (typeof error === "string" || error === undefined) return withParagraph(error ?? "", message);
  if (!isError(error)) return error;
  if (error instanceof DOMException) return addToException(error, message);
  if (hasPrivateFields(error)) return error;
  return Object.create(Object.getPrototypeOf(error), {
    ...Object.getOwnPropertyDescriptors(error),
    stack: stackOf(error),
    message: { value: withParagraph(error.message, message), configurable: true, writable: true },
  });
}

/** As a value: `stack` may be an accessor that works only on the original, as of a DOMException in Node.js 22. */
function stackOf(error: Error): PropertyDescriptor {
  return { value: error.stack, configurable: true, writable: true };
}

/** A DOMException, such as that of `AbortSignal.timeout`, cannot be copied: its accessors work only on a real one. */
function addToException(error: DOMException, message: string): unknown {
  if (Object.getPrototypeOf(error) !== DOMException.prototype) return error;
  const copy = new DOMException(withParagraph(error.message, message), error.name);
  for (const key of Object.getOwnPropertyNames(error))
    Object.defineProperty(copy, key, Object.getOwnPropertyDescriptor(error, key) as PropertyDescriptor);
  return Object.defineProperty(copy, "stack", stackOf(error));
}

/** Whether it is a list of content parts, as in model APIs: one or more objects with a `type`. */
function isContent(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => typeof (part as Fields | null)?.["type"] === "string")
  );
}
