/** Puts a warning where the model reads it: with the result of the call, or with the error that a tool threw. */
/**
 * A copy of the result with a message for the model: a text gets another paragraph, a list of content parts (or the `content`
 * of a result) another text part, any other plain object a field `loopguard`. Other values stay as they are: numbers, booleans,
 * `undefined`, other lists, instances of classes, and values that throw when they are read.
 */
export declare function withMessage(result: unknown, message: string): unknown;
/** As `withMessage`, for a model that reads every result as a text: one that has no room for a message becomes one. */
export declare function withMessageOrText(result: unknown, message: string): unknown;
export declare function withParagraph(text: string, message: string): string;
/** A copy of an error, or of a text, with the message added. Other values, and classes with private fields, stay as they are. */
export declare function errorWithMessage(error: unknown, message: string): unknown;
