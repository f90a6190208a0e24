/** Puts a warning where the model reads it: with the result of the call, or with the error that a tool threw. */
/**
 * A result with a message for the model, or the result itself where it has no room for one. A text gets a paragraph more;
 * a list of content parts, and the `content` of a result that has one, a text part more; any other plain object a field
 * `loopguard`. Numbers, booleans, nothing, other lists and instances of classes stay as they are, and so does what throws
 * when it is looked at. The result given is not changed.
 */
export declare function withMessage(result: unknown, message: string): unknown;
export declare function withParagraph(text: string, message: string): string;
/**
 * What to throw in place of `error`, so that its text has the message too: an error of the same class with the same fields,
 * or a longer string. Anything else is given back as it is, and so is an error whose class has private fields.
 */
export declare function errorWithMessage(error: unknown, message: string): unknown;
