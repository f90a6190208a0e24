/** Puts a warning where the model reads it: with the result of the call, or with the error that a tool threw. */

import { isPlainObject } from "../base/plain-object.ts";
import { attempt } from "../report/fail-open.ts";
import { hasPrivateFields } from "../values/value-kinds.ts";

type Fields = Record<string, unknown>;

/**
 * A result with a message for the model, or the result itself where it has no room for one. A text gets a paragraph more;
 * a list of content parts, and the `content` of a result that has one, a text part more; any other plain object a field
 * `loopguard`. Numbers, booleans, nothing, other lists and instances of classes stay as they are, and so does what throws
 * when it is looked at. The result given is not changed.
 */
export function withMessage(result: unknown, message: string): unknown {
  return attempt(() => noted(result, message), result, "result");
}

function noted(result: unknown, message: string): unknown {
  if (typeof result === "string") return withParagraph(result, message);
  if (isContent(result)) return [...result, { type: "text", text: message }];
  if (!isPlainObject(result)) return result;
  const { content } = result;
  if (typeof content === "string" || isContent(content)) return { ...result, content: noted(content, message) };
  return { ...result, loopguard: message };
}

export function withParagraph(text: string, message: string): string {
  return text === "" ? message : `${text}\n\n${message}`;
}

/**
 * What to throw in place of `error`, so that its text has the message too: an error of the same class with the same fields,
 * or a longer string. Anything else is given back as it is, and so is an error whose class has private fields.
 */
export function errorWithMessage(error: unknown, message: string): unknown {
  return attempt(() => notedError(error, message), error, "result");
}

function notedError(error: unknown, message: string): unknown {
  if (typeof error === "string") return withParagraph(error, message);
  if (!(error instanceof Error)) return error;
  if (error instanceof DOMException) return notedException(error, message);
  if (hasPrivateFields(error)) return error;
  return Object.create(Object.getPrototypeOf(error), {
    ...Object.getOwnPropertyDescriptors(error),
    stack: stackOf(error),
    message: { value: withParagraph(error.message, message), configurable: true, writable: true },
  });
}

/** Where `stack` is an accessor, as of a DOMException in Node.js 22, it tells of the error that it is asked of. */
function stackOf(error: Error): PropertyDescriptor {
  return { value: error.stack, configurable: true, writable: true };
}

/** Its name and its code only work on what the platform has made, and `AbortSignal.timeout` makes such errors. */
function notedException(error: DOMException, message: string): unknown {
  if (Object.getPrototypeOf(error) !== DOMException.prototype) return error;
  const noted = new DOMException(withParagraph(error.message, message), error.name);
  for (const key of Object.getOwnPropertyNames(error))
    Object.defineProperty(noted, key, Object.getOwnPropertyDescriptor(error, key) as PropertyDescriptor);
  return Object.defineProperty(noted, "stack", stackOf(error));
}

/** A list of content parts, as model APIs have them: objects with a type, at least one. */
function isContent(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => typeof (part as Fields | null)?.["type"] === "string")
  );
}
