import { type Core } from "./core.ts";
/** A packed value: arguments or a result that is sent later, when the value itself may have changed. */
export declare class Body {
    #private;
    /** `ArgsKind` or `ResultKind`. */
    readonly kind: number;
    /** `undefined`: the value has no content. */
    readonly content: string | Uint8Array | undefined;
    /** The length of the value's text: of a string itself, else of its JSON. */
    readonly characters: number;
    /** Whether `value` is a `Body`, and not a value of the user's. */
    static is(value: unknown): value is Body;
    constructor(kind: number, content: string | Uint8Array | undefined, characters: number);
}
/** Arguments that cannot be packed: a cycle, a BigInt, or a getter or `toJSON` that throws. `cause` is that error. */
export declare class UnpackableError extends Error {
    constructor(cause: unknown);
}
/** Appends arguments to the message, and gives their kind. Throws what `JSON.stringify` throws. */
export declare function writeArguments(core: Core, args: unknown): number;
/** Appends the list `[value]`, and gives its kind: `none` for a value without JSON text. */
export declare function writeWrapped(core: Core, value: unknown): number;
/** Appends any value. False: it has no JSON text, and nothing was written. */
export declare function writeValue(core: Core, value: unknown): boolean;
/**
 * Appends a result to the message, and gives its kind: `none` for a result that is equal to no other. What a getter throws is
 * in `core.fault` afterwards.
 */
export declare function writeResult(core: Core, result: unknown): number;
/** Packs a value with one of the functions above. */
export declare function packBody(core: Core, write: () => number): Body;
