/** Recognises plain objects. */
/**
 * Whether a value is a plain object such as `{}`, of any realm, and not an array or an instance of a class. Never
 * throws.
 */
export declare function isPlainObject(value: unknown): value is Record<string, unknown>;
