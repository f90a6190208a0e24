/** Two texts of any value: one to compare it by, and one for a model to read. */
/** The description of a value that JSON does not express in full. */
interface Kind {
    readonly kind: "number" | "bigint" | "symbol" | "identity" | "bytes" | "text" | "list" | "map" | "set" | "error" | "instance";
    /** The name of its class; "" for a value that is not an object. */
    readonly name: string;
    /** The visible content: a text, or a container of further values. */
    readonly content: unknown;
    /** Whether the value also has state that cannot be read, such as private fields: it is then equal to no other. */
    readonly opaque: boolean;
}
/** How many further members may be looked at. */
export type Left = {
    members: number;
};
/**
 * Whether JSON expresses a value in full. Throws what a getter or a proxy throws, and a `RangeError` for an endless
 * value: when nothing is `left`.
 */
export declare function isJson(value: unknown, left?: Left): boolean;
/** `undefined`: JSON, or the value's own `toJSON`, expresses it. Throws what a getter or a proxy throws. */
export declare function kindOf(value: unknown): Kind | undefined;
/** Whether a class of the value has private fields: a copy would lack them, and the class's methods would throw. */
export declare function hasPrivateFields(value: object): boolean;
/** A text that is unique to this object or symbol, in this and in every other process. */
export declare function identityOf(value: WeakKey): string;
/**
 * A text that is equal for equal results only: a string itself, else JSON where it expresses the value in full, else a
 * description: the entries of a `Map` or a `Set`, the fields of an error without its stack, a digest of bytes, the
 * class and fields of an instance. `undefined`: the value is equal to no other, because it is `undefined`, has state
 * that cannot be read (a stream, a promise, private fields), or throws when it is read. Never throws; why it cannot be
 * read goes to `onError`.
 */
export declare function comparableText(value: unknown, onError?: (error: unknown) => void): string | undefined;
/** As `comparableText`, but an object that has state which cannot be read is equal to itself. Throws what reading throws. */
export declare function identifiedText(value: unknown): string | undefined;
/** The beginning of a text, and how much more there is. */
export declare function shortened(text: string, max: number): string;
/**
 * The text of any value for a model to read: a string itself, else JSON, in which a `Map` or a `Set` is the list of its
 * entries, and a value without readable content is named, such as `[ArrayBuffer of 12 bytes]`. Never throws.
 */
export declare function shownText(value: unknown): string;
/** A result as a text for a model: of content parts their texts, and of images and other bytes what they are. */
export declare function resultText(value: unknown): string;
export {};
