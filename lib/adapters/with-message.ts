/** Puts a warning where the model reads it: with the result of the call, or with the error that a tool threw. */

type Fields = Record<string, unknown>;

/**
 * A result with a message for the model, or the result itself where it has no room for one. A text gets a paragraph more;
 * a list of content parts, and the `content` of a result that has one, a text part more; any other plain object a field
 * `loopguard`. Numbers, booleans, nothing, other lists and instances of classes stay as they are. The result given is not
 * changed.
 */
export function withMessage(result: unknown, message: string): unknown {
  if (typeof result === "string") return withParagraph(result, message);
  if (Array.isArray(result)) return isContent(result) ? [...result, { type: "text", text: message }] : result;
  if (!isPlain(result)) return result;
  const { content } = result;
  if (typeof content === "string" || isContent(content)) return { ...result, content: withMessage(content, message) };
  return { ...result, loopguard: message };
}

export function withParagraph(text: string, message: string): string {
  return text === "" ? message : `${text}\n\n${message}`;
}

/**
 * What to throw in place of `error`, so that its text has the message too: an error of the same class with the same fields,
 * or a longer string. Anything else is given back as it is.
 */
export function errorWithMessage(error: unknown, message: string): unknown {
  if (typeof error === "string") return withParagraph(error, message);
  if (!(error instanceof Error)) return error;
  return Object.create(Object.getPrototypeOf(error), {
    ...Object.getOwnPropertyDescriptors(error),
    // Where `stack` is an accessor, it only works on the error itself.
    stack: { value: error.stack, configurable: true, writable: true },
    message: { value: withParagraph(error.message, message), configurable: true, writable: true },
  });
}

/** A list of content parts, as model APIs have them: objects with a type, at least one. */
function isContent(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => typeof (part as Fields | null)?.["type"] === "string")
  );
}

function isPlain(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
