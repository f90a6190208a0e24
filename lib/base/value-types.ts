/**
 * What a value is inside, whatever its prototype says: `util.types` of Node.js, and the same where there is none. Nothing of
 * the value's own is run for that.
 */

import { builtin } from "./platform.ts";

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

/** Built-in methods throw for a value that has not what they work on. */
function takes(method: (this: never, ...args: never[]) => unknown, ...args: unknown[]): Check {
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    try {
      Reflect.apply(method, value, args);
      return true;
    } catch {
      return false;
    }
  };
}

function takesGet(prototype: object, property: string): Check {
  const getter = Object.getOwnPropertyDescriptor(prototype, property)?.get;
  return getter === undefined ? () => false : takes(getter);
}

const BOXED = {
  isNumberObject: takes(Number.prototype.valueOf) as ValueTypes["isNumberObject"],
  isStringObject: takes(String.prototype.valueOf),
  isBooleanObject: takes(Boolean.prototype.valueOf),
  isBigIntObject: takes(BigInt.prototype.valueOf),
  isSymbolObject: takes(Symbol.prototype.valueOf),
};
const isArrayBuffer = takesGet(ArrayBuffer.prototype, "byteLength");
/** Not every page may share memory. */
const isSharedArrayBuffer =
  typeof SharedArrayBuffer === "undefined" ? () => false : takesGet(SharedArrayBuffer.prototype, "byteLength");
/** Of the prototype itself it gives a text, and of no other object without flags. */
const hasSource = takesGet(RegExp.prototype, "source");

export const plainTypes: ValueTypes = {
  ...BOXED,
  isBoxedPrimitive: (value) => Object.values(BOXED).some((check) => check(value)),
  isAnyArrayBuffer: (value): value is ArrayBufferLike => isArrayBuffer(value) || isSharedArrayBuffer(value),
  isMap: takes(Map.prototype.has, undefined) as ValueTypes["isMap"],
  isSet: takes(Set.prototype.has, undefined) as ValueTypes["isSet"],
  isRegExp: (value): value is RegExp => value !== RegExp.prototype && hasSource(value),
  isNativeError: ((Error as { isError?: Check }).isError ??
    ((value) => value instanceof Error)) as ValueTypes["isNativeError"],
};

export const types: ValueTypes = (builtin("node:util")?.types as unknown as ValueTypes | undefined) ?? plainTypes;

/** Whether a value is an error, of any realm. */
export const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);
