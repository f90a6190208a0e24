import { type Core } from "./core.ts";
/** A value as the core takes it, taken down: for whoever tells it later, when the value itself may be another. */
export declare class Body {
    #private;
    /** `ArgsKind` or `ResultKind`. */
    readonly kind: number;
    /** `undefined`: nothing. */
    readonly content: string | Uint8Array | undefined;
    /** How long the value's text is, as it stands or as JSON. */
    readonly characters: number;
    /** Whether `value` is one, and not a value of the user's. */
    static is(value: unknown): value is Body;
    constructor(kind: number, content: string | Uint8Array | undefined, characters: number);
}
/** Arguments that cannot be written: cycles, BigInt, what a getter or `toJSON` throws. That is `cause`. */
export declare class UnpackableError extends Error {
    constructor(cause: unknown);
}
/** Writes arguments behind the message so far, and gives their kind. Throws what `JSON.stringify` throws. */
export declare function writeArguments(core: Core, args: unknown): number;
/**
 * Writes a result behind the message so far, and gives its kind. One that is equal to no other is none; what a getter
 * throws goes to `onError`.
 */
export declare function writeResult(core: Core, result: unknown, onError: (error: unknown) => void): number;
/** Arguments, taken down. Throws what `JSON.stringify` throws. */
export declare function takeArguments(core: Core, args: unknown): Body;
/** Any value, taken down; a string is one like any other. Throws what `JSON.stringify` throws. */
export declare function takeValue(core: Core, value: unknown): Body;
/** A result, taken down. */
export declare function takeResult(core: Core, result: unknown, onError: (error: unknown) => void): Body;
/** The arguments `[value]`, taken down; `undefined` for a value without JSON. Throws what `JSON.stringify` throws. */
export declare function takeWrapped(core: Core, value: unknown): Body | undefined;
