/**
 * A text that is equal for equal results only: a string itself, else JSON where it expresses the value in full, else a
 * description: the entries of a `Map` or a `Set`, the fields of an error without its stack, a digest of bytes, the
 * class and fields of an instance. `undefined`: the value is equal to no other, because it is `undefined`, has state
 * that cannot be read (a stream, a promise, private fields), or throws when it is read. Never throws; what a getter
 * throws goes to `onError`.
 */
export declare function comparableText(value: unknown, onError?: (error: unknown) => void): string | undefined;
/**
 * The text of any value for a model to read: a string itself, else JSON, in which a `Map` or a `Set` is the list of its
 * entries, and a value without readable content is named, such as `[ArrayBuffer of 12 bytes]`. Never throws.
 */
export declare function shownText(value: unknown): string;
