/**
 * What a value is inside, whatever its prototype says: `util.types` of Node.js, and the same where there is none. Nothing of
 * the value's own is run for that.
 */
type Check = (value: unknown) => boolean;
export interface ValueTypes {
    isNumberObject(value: unknown): value is number;
    readonly isStringObject: Check;
    readonly isBooleanObject: Check;
    readonly isBigIntObject: Check;
    readonly isSymbolObject: Check;
    readonly isBoxedPrimitive: Check;
    isAnyArrayBuffer(value: unknown): value is ArrayBufferLike;
    isMap(value: unknown): value is Map<unknown, unknown>;
    isSet(value: unknown): value is Set<unknown>;
    isRegExp(value: unknown): value is RegExp;
    isNativeError(value: unknown): value is Error;
}
export declare const plainTypes: ValueTypes;
export declare const types: ValueTypes;
export {};
