/**
 * A text that is the same for equal results alone: a text itself, JSON where that says all, else what there is to say: of a
 * `Map` or a `Set` its entries, of an error its fields but for the stack, of bytes a digest, of an instance its class and
 * fields. `undefined`: the value is equal to no other, since it is nothing, has state that cannot be seen (a stream, a
 * promise, private fields), or throws when it is looked at. Never throws; what a getter throws goes to `onError`.
 */
export declare function comparableText(value: unknown, onError?: (error: unknown) => void): string | undefined;
/**
 * What a model can read of a value, whatever it is: a text itself, else JSON, in which entries of a `Map` or a `Set` are a
 * list, and what has no content to show is named, such as `[ArrayBuffer of 12 bytes]`. Never throws.
 */
export declare function shownText(value: unknown): string;
