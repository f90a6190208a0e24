/**
 * What a value is, in place of lib/base/value-types.ts: there it is asked by methods that throw for most values, since a value may
 * be a proxy or of another realm. Here all values come from JSON, or are the worker's own.
 */
import type { ValueTypes } from "../../lib/base/value-types.ts";

const isNumber = (value: unknown): value is number => value instanceof Number;
const isString = (value: unknown): boolean => value instanceof String;
const isBoolean = (value: unknown): boolean => value instanceof Boolean;
/** Nothing here makes one. */
const never = (): boolean => false;

export const types: ValueTypes = {
  isNumberObject: isNumber,
  isStringObject: isString,
  isBooleanObject: isBoolean,
  isBigIntObject: never,
  isSymbolObject: never,
  isBoxedPrimitive: (value) => isNumber(value) || isString(value) || isBoolean(value),
  isAnyArrayBuffer: (value): value is ArrayBufferLike => value instanceof ArrayBuffer,
  isMap: (value): value is Map<unknown, unknown> => value instanceof Map,
  isSet: (value): value is Set<unknown> => value instanceof Set,
  isRegExp: (value): value is RegExp => value instanceof RegExp,
  isNativeError: (value): value is Error => isError(value),
};

export const isError = (value: unknown): value is Error => value instanceof Error;
