/**
 * A copy of the result with a message for the model: a text gets another paragraph, a list of content parts (or the `content`
 * of a result) another text part, any other plain object a field `loopguard`. Other values stay as they are: numbers, booleans,
 * `undefined`, other lists, instances of classes, and values that throw when they are read.
 */
export declare function withMessage(result: unknown, message: string): unknown;
export declare function withParagraph(text: string, message: string): string;
/**
 * A copy of `error` with the message added to its text: an error of the same class with the same fields, or a string. Other
 * values, and errors whose class has private fields, stay as they are.
 */
export declare function errorWithMessage(error: unknown, message: string): unknown;
