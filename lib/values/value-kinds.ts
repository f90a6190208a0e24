/** Kinds of values: which of them JSON says in full, and what there is to say of the others. */
import { randomHex } from "../base/random-key.ts";
import { types } from "../base/value-types.ts";
import { TOO_LARGE } from "./json-text.ts";
import { sha256 } from "./sha256.ts";

/** What there is to say of a value besides, or in place of, its JSON. */
export interface Kind {
  readonly kind:
    | "number"
    | "bigint"
    | "symbol"
    | "identity"
    | "bytes"
    | "text"
    | "list"
    | "map"
    | "set"
    | "error"
    | "instance";
  /** The name of its class; "" for what is no object. */
  readonly name: string;
  /** What can be said: a text, or a container of further values. */
  readonly content: unknown;
  /** Further state, which cannot be seen: the value is equal to no other. */
  readonly opaque: boolean;
}

/** Deeper than this nobody looks: the value may be JSON all the same. */
const JSON_DEPTH = 1_000;
/** A value of more members than this is a proxy's, or one that has the same objects in many places. */
const JSON_MEMBERS: number = 1 << 24;

/** Whether JSON says all there is of a value. Throws what a getter or a proxy throws, and a `RangeError` for an endless one. */
export function isJson(value: unknown): boolean {
  return isJsonMember(value, JSON_DEPTH, { members: JSON_MEMBERS });
}

interface Left {
  members: number;
}

function isJsonMember(value: unknown, depth: number, left: Left): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return value - value === 0; // neither NaN nor infinite
  return typeof value === "object" && depth > 0 && isJsonObject(value, depth - 1, left);
}

function isJsonObject(value: object, depth: number, left: Left): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    if (prototype !== Array.prototype) return false;
    const { length } = value;
    left.members -= length;
    if (left.members < 0) throw new RangeError(TOO_LARGE);
    for (let i = 0; i < length; i++) if (!isJsonMember(value[i], depth, left)) return false;
    return true;
  }
  if (prototype !== Object.prototype && prototype !== null) return prototype === Date.prototype;
  for (const key in value) {
    if (--left.members < 0) throw new RangeError(TOO_LARGE);
    const member = (value as Record<string, unknown>)[key];
    // JSON leaves it out, as if it were not there.
    if (member !== undefined && !isJsonMember(member, depth, left)) return false;
  }
  return true;
}

/** `undefined`: JSON, or the value's own `toJSON`, says it. Throws what a getter or a proxy throws. */
export function kindOf(value: unknown): Kind | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? undefined : scalar("number", String(value));
    case "bigint":
      // Many programs give it one.
      return "toJSON" in BigInt.prototype ? undefined : scalar("bigint", String(value));
    case "symbol": {
      const key = Symbol.keyFor(value);
      return key === undefined ? scalar("identity", identityOf(value)) : scalar("symbol", key);
    }
    case "function":
      return "toJSON" in value ? undefined : scalar("identity", identityOf(value));
    case "object":
      return value === null ? undefined : objectKind(value);
    default:
      return undefined;
  }
}

function scalar(kind: Kind["kind"], content: string): Kind {
  return { kind, name: "", content, opaque: false };
}

function objectKind(value: object): Kind | undefined {
  if (ArrayBuffer.isView(value)) return bytesKind(value, value.buffer, value.byteOffset, value.byteLength);
  if (types.isAnyArrayBuffer(value)) return bytesKind(value, value, 0, value.byteLength);
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === Array.prototype || prototype === null) return undefined;
  if (Array.isArray(value)) return builtIn("list", value, [...value], value.length + 1);
  if (types.isMap(value)) return builtIn("map", value, [...Map.prototype.entries.call(value)], 0);
  if (types.isSet(value)) return builtIn("set", value, [...Set.prototype.values.call(value)], 0);
  if (types.isRegExp(value)) return builtIn("text", value, `${value} ${value.lastIndex}`, 1);
  if (value instanceof URLSearchParams) return said("text", value, String(value), false);
  if (types.isNativeError(value) || value instanceof Error)
    return said("error", value, errorFields(value), isHidden(value));
  if (types.isBoxedPrimitive(value) && !types.isSymbolObject(value)) return undefined;
  const base = baseOf(prototype as object);
  if (base === "object" && classOf(value) === "Object") return undefined; // of another realm
  return said("instance", value, value, base !== "object" || !hasOnlyFields(value));
}

function said(kind: Kind["kind"], value: object, content: unknown, opaque: boolean): Kind {
  return { kind, name: classOf(value), content, opaque };
}

/** `ownKeys`: how many properties one has that nobody added any to. */
function builtIn(kind: Kind["kind"], value: object, content: unknown, ownKeys: number): Kind {
  return said(kind, value, content, isHidden(value) || Reflect.ownKeys(value).length > ownKeys);
}

function bytesKind(value: object, buffer: ArrayBufferLike, offset: number, length: number): Kind {
  const digest = sha256(new Uint8Array(buffer, offset, length));
  return said("bytes", value, inLetters(digest), isHidden(value));
}

/**
 * What an error says. No part of that are where it was made, its functions, and what nobody can look into, such as the
 * request that it came of.
 */
function errorFields(error: Error): object {
  const fields: Record<string, unknown> = Object.create(null);
  // These may be its class's.
  for (const key of ["name", "message", "code", ...Object.getOwnPropertyNames(error)]) {
    const field = (error as unknown as Record<string, unknown>)[key];
    if (key !== "stack" && typeof field !== "function" && !isOpaque(field)) fields[key] = field;
  }
  return fields;
}

/** Errors are never left out: one may be its own cause. */
function isOpaque(field: unknown): boolean {
  if (typeof field !== "object" || field === null || field instanceof Error) return false;
  return kindOf(field)?.opaque === true;
}

/** Whether all own properties are fields that JSON has, and there are some. */
function hasOnlyFields(value: object): boolean {
  const fields = Object.keys(value).length;
  return fields > 0 && fields === Reflect.ownKeys(value).length;
}

export function classOf(value: object): string {
  const maker: unknown = (Object.getPrototypeOf(value) as object | null)?.constructor;
  const name: unknown = typeof maker === "function" ? maker.name : undefined;
  return typeof name === "string" ? name : "";
}

function isHidden(value: object): boolean {
  return baseOf(Object.getPrototypeOf(value) as object) === "hidden";
}

/** What a class of instances comes down to: `Object`, another class of the language, or something that hides its state. */
type Base = "object" | "built-in" | "hidden";

const BASES = new WeakMap<object, Base>();

function baseOf(prototype: object): Base {
  let base = BASES.get(prototype);
  if (base === undefined) {
    base = findBase(prototype);
    BASES.set(prototype, base);
  }
  return base;
}

/** Private fields, as they are written and as compilers write them for older targets; `"#fff"` and `#${id}` are none. */
const PRIVATE = /(?<!["'`])#(?!\$\{)[\p{ID_Start}$_\\]|private(?:Field|Add)|\.set\(this,/iu;

function findBase(prototype: object): Base {
  // The platform's own; its source is of no interest.
  if (prototype === DOMException.prototype) return "built-in";
  const maker: unknown = prototype.constructor;
  // Else it is a value that others have for a prototype, and its members with it.
  if (typeof maker !== "function" || maker.prototype !== prototype) return "hidden";
  const above: unknown = Object.getPrototypeOf(prototype);
  const source = Function.prototype.toString.call(maker);
  if (/\[native code\]\s*\}$/.test(source)) return above === null ? "object" : "built-in";
  return above === null || PRIVATE.test(source) ? "hidden" : baseOf(above as object);
}

/** Whether a class of the value's has private fields: a copy would lack them, and the class's methods would throw. */
export function hasPrivateFields(value: object): boolean {
  for (let above: unknown = Object.getPrototypeOf(value); above !== null; above = Object.getPrototypeOf(above)) {
    const maker: unknown = (above as object).constructor;
    if (typeof maker === "function" && PRIVATE.test(Function.prototype.toString.call(maker))) return true;
  }
  return false;
}

/** Part of what stands for objects that only this process knows. Made at first use: a Worker's module has no random values. */
let ownName = "";
const IDENTITIES = new WeakMap<WeakKey, string>();
let identities = 0;

/** A text that is the same for this very object or symbol, and for nothing else anywhere. */
export function identityOf(value: WeakKey): string {
  let text = IDENTITIES.get(value);
  if (text === undefined) {
    ownName ||= inLetters(randomHex(8));
    text = `${ownName} ${inLetters((++identities).toString(16))}`;
    IDENTITIES.set(value, text);
  }
  return text;
}

/** Hex digits as letters that no `volatile` class takes for a number, an id or a digest. */
export function inLetters(hex: string): string {
  return hex.replace(/./g, (digit) => "ghijklmnopqrstuv".charAt(Number.parseInt(digit, 16)));
}
