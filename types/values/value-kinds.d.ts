/** The description of a value that JSON does not express in full. */
export interface Kind {
    readonly kind: "number" | "bigint" | "symbol" | "identity" | "bytes" | "text" | "list" | "map" | "set" | "error" | "instance";
    /** The name of its class; "" for a value that is not an object. */
    readonly name: string;
    /** The visible content: a text, or a container of further values. */
    readonly content: unknown;
    /** Whether the value also has state that cannot be read, such as private fields: it is then equal to no other. */
    readonly opaque: boolean;
}
/**
 * Whether JSON expresses a value in full. Throws what a getter or a proxy throws, and a `RangeError` for an endless
 * value.
 */
export declare function isJson(value: unknown): boolean;
/** `undefined`: JSON, or the value's own `toJSON`, expresses it. Throws what a getter or a proxy throws. */
export declare function kindOf(value: unknown): Kind | undefined;
export declare function classOf(value: object): string;
/** Whether a class of the value has private fields: a copy would lack them, and the class's methods would throw. */
export declare function hasPrivateFields(value: object): boolean;
/** A text that is unique to this object or symbol, in this and in every other process. */
export declare function identityOf(value: WeakKey): string;
/** Hex digits as other letters, which no `volatile` class takes for a number, an id or a digest. */
export declare function inLetters(hex: string): string;
