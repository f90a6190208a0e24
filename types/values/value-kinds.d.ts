/** What there is to say of a value besides, or in place of, its JSON. */
export interface Kind {
    readonly kind: "number" | "bigint" | "symbol" | "identity" | "bytes" | "text" | "list" | "map" | "set" | "error" | "instance";
    /** The name of its class; "" for what is no object. */
    readonly name: string;
    /** What can be said: a text, or a container of further values. */
    readonly content: unknown;
    /** Further state, which cannot be seen: the value is equal to no other. */
    readonly opaque: boolean;
}
/** Whether JSON says all there is of a value. Throws what a getter or a proxy throws, and a `RangeError` for an endless one. */
export declare function isJson(value: unknown): boolean;
/** `undefined`: JSON, or the value's own `toJSON`, says it. Throws what a getter or a proxy throws. */
export declare function kindOf(value: unknown): Kind | undefined;
export declare function classOf(value: object): string;
/** Whether a class of the value's has private fields: a copy would lack them, and the class's methods would throw. */
export declare function hasPrivateFields(value: object): boolean;
/** A text that is the same for this very object or symbol, and for nothing else anywhere. */
export declare function identityOf(value: WeakKey): string;
/** Hex digits as letters that no `volatile` class takes for a number, an id or a digest. */
export declare function inLetters(hex: string): string;
