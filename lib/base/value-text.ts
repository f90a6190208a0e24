/** Two texts of any value: one to compare it by, and one for a model to read. */

import { OPAQUE } from "./errors.ts";
import { deepText, jsonText, type StandIn, type StandIns, TOO_LARGE, VALUE_MAX } from "./json-text.ts";
import { getOrAdd, isPlainObject, orElse } from "./property.ts";
import { murmurHash3, randomHex } from "./text-bytes.ts";
import { isError, types } from "./value-types.ts";

/** The description of a value that JSON does not express in full. */
interface Kind {
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
  /** The name of its class; "" for a value that is not an object. */
  readonly name: string;
  /** The visible content: a text, or a container of further values. */
  readonly content: unknown;
  /** Whether the value also has state that cannot be read, such as private fields: it is then equal to no other. */
  readonly opaque: boolean;
}

/** Values nested more deeply are not checked; `isJson` is then false, though the value may be JSON. */
const JSON_DEPTH = 1_000;

/** How many further members may be looked at. */
export type Left = { members: number };

/**
 * Whether JSON expresses a value in full. Throws what a getter or a proxy throws, and a `RangeError` for an endless
 * value: when nothing is `left`.
 */
export function isJson(value: unknown, left: Left = { ...VALUE_MAX }): boolean {
  return isJsonMember(value, JSON_DEPTH, left);
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
    countMembers(left, length);
    for (let i = 0; i < length; i++) if (!isJsonMember(value[i], depth, left)) return false;
    return true;
  }
  if (prototype !== Object.prototype && prototype !== null) return prototype === Date.prototype;
  const keys = Object.keys(value);
  countMembers(left, keys.length); // all of them, since each level of an endless proxy lists its own
  for (const key of keys) {
    const member = (value as Record<string, unknown>)[key];
    // JSON leaves `undefined` out.
    if (member !== undefined && !isJsonMember(member, depth, left)) return false;
  }
  return true;
}

function countMembers(left: Left, count: number): void {
  left.members -= count;
  if (left.members < 0) throw new RangeError(TOO_LARGE);
}

/** `undefined`: JSON, or the value's own `toJSON`, expresses it. Throws what a getter or a proxy throws. */
export function kindOf(value: unknown): Kind | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? undefined : scalar("number", String(value));
    case "bigint":
      // Many programs define BigInt.prototype.toJSON.
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
  if (value instanceof URLSearchParams) return classed("text", value, String(value), false);
  if (isOf("Headers", value) || isOf("FormData", value))
    return classed("map", value, [...(value as Headers | FormData)], false);
  if (isError(value)) return classed("error", value, errorFields(value), isHidden(value));
  if (types.isBoxedPrimitive(value) && !types.isSymbolObject(value)) return undefined;
  const base = baseOf(prototype as object);
  if (base === "object" && classOf(value) === "Object") return undefined; // of another realm
  return classed("instance", value, value, base !== "object" || !hasOnlyFields(value));
}

/** Whether it is an instance of a class that some hosts lack, such as Jest's jsdom. */
function isOf(global: "Headers" | "FormData", value: object): boolean {
  const type: unknown = globalThis[global];
  return typeof type === "function" && value instanceof type;
}

function classed(kind: Kind["kind"], value: object, content: unknown, opaque: boolean): Kind {
  return { kind, name: classOf(value), content, opaque };
}

/** `ownKeys`: how many own properties such a value has when no others were added. */
function builtIn(kind: Kind["kind"], value: object, content: unknown, ownKeys: number): Kind {
  return classed(kind, value, content, isHidden(value) || Reflect.ownKeys(value).length > ownKeys);
}

function bytesKind(value: object, buffer: ArrayBufferLike, offset: number, length: number): Kind {
  return classed("bytes", value, inLetters(murmurHash3(new Uint8Array(buffer, offset, length))), isHidden(value));
}

/**
 * The fields of an error, without its stack, its functions, and fields that cannot be read, such as the request that
 * failed.
 */
function errorFields(error: Error): object {
  const fields: Record<string, unknown> = Object.create(null);
  // `name`, `message` and `code` may be inherited from the class.
  for (const key of ["name", "message", "code", ...Object.getOwnPropertyNames(error)]) {
    const field = (error as unknown as Record<string, unknown>)[key];
    if (key !== "stack" && typeof field !== "function" && !isOpaque(field)) fields[key] = field;
  }
  return fields;
}

/** Whether a field of an error cannot be read. An error never counts as opaque: it may be its own cause. */
function isOpaque(field: unknown): boolean {
  if (typeof field !== "object" || field === null || isError(field)) return false;
  return kindOf(field)?.opaque === true;
}

/** Whether there are own properties, and all of them are enumerable fields, which JSON writes. */
function hasOnlyFields(value: object): boolean {
  const fields = Object.keys(value).length;
  return fields > 0 && fields === Reflect.ownKeys(value).length;
}

function classOf(value: object): string {
  const maker: unknown = (Object.getPrototypeOf(value) as object | null)?.constructor;
  return typeof maker === "function" && typeof maker.name === "string" ? maker.name : "";
}

function isHidden(value: object): boolean {
  return baseOf(Object.getPrototypeOf(value) as object) === "hidden";
}

/** What a class derives from: `Object`, another built-in class, or a class that hides its state. */
type Base = "object" | "built-in" | "hidden";

const BASES = new WeakMap<object, Base>();

function baseOf(prototype: object): Base {
  return getOrAdd(BASES, prototype, () => findBase(prototype));
}

/**
 * Private fields in the source of a class, also as compilers write them for older targets; not `"#fff"` and `#${id}`.
 */
const PRIVATE = /(?<!["'`])#(?!\$\{)[\p{ID_Start}$_\\]|private(?:Field|Add)|\.set\(this,/iu;

function findBase(prototype: object): Base {
  // Part of the platform, though its source is JavaScript.
  if (prototype === DOMException.prototype) return "built-in";
  const maker: unknown = prototype.constructor;
  // Otherwise it is an object that others use as their prototype: its members belong to them, too.
  if (typeof maker !== "function" || maker.prototype !== prototype) return "hidden";
  const above: unknown = Object.getPrototypeOf(prototype);
  const source = Function.prototype.toString.call(maker);
  if (/\[native code\]\s*\}$/.test(source)) return above === null ? "object" : "built-in";
  return above === null || PRIVATE.test(source) ? "hidden" : baseOf(above as object);
}

/** Whether a class of the value has private fields: a copy would lack them, and the class's methods would throw. */
export function hasPrivateFields(value: object): boolean {
  for (let above: unknown = Object.getPrototypeOf(value); above !== null; above = Object.getPrototypeOf(above)) {
    const maker: unknown = (above as object).constructor;
    if (typeof maker === "function" && PRIVATE.test(Function.prototype.toString.call(maker))) return true;
  }
  return false;
}

/** Identifies this process in the texts of `identityOf`. Made at first use: there are no random values while a Worker's module loads. */
let ownName = "";
const IDENTITIES = new WeakMap<WeakKey, string>();
let identities = 0;

/** A text that is unique to this object or symbol, in this and in every other process. */
export function identityOf(value: WeakKey): string {
  ownName ||= inLetters(randomHex(8));
  return getOrAdd(IDENTITIES, value, () => `${ownName} ${inLetters((++identities).toString(16))}`);
}

/** In place of hex digits: no `volatile` class takes these for a number, an id or a digest. */
const LETTERS = "ghijklmnopqrstuv";
export function inLetters(hex: string): string {
  return hex.replace(/[\da-f]/g, (digit) => LETTERS.charAt(Number.parseInt(digit, 16)));
}

/** Comes before everything that JSON cannot express: a character that JSON text never contains unescaped. */
const MARK = "\u0002";

const COMPARED: StandIns = {
  of(value) {
    const found = kindOf(value);
    if (found === undefined) return undefined;
    if (found.opaque) throw OPAQUE;
    return { mark: MARK + JSON.stringify([found.kind, found.name]), content: found.content };
  },
  cycle: (depth) => `${MARK}cycle ${inLetters(depth.toString(16))}`,
  nothing: `${MARK}undefined`,
};

/**
 * A text that is equal for equal results only: a string itself, else JSON where it expresses the value in full, else a
 * description: the entries of a `Map` or a `Set`, the fields of an error without its stack, a digest of bytes, the
 * class and fields of an instance. `undefined`: the value is equal to no other, because it is `undefined`, has state
 * that cannot be read (a stream, a promise, private fields), or throws when it is read. Never throws; why it cannot be
 * read goes to `onError`.
 */
export function comparableText(value: unknown, onError?: (error: unknown) => void): string | undefined {
  if (typeof value === "string") return value;
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return undefined;
  try {
    return isJson(value) ? jsonText(value) : deepText(value, COMPARED);
  } catch (error) {
    onError?.(error);
    return undefined;
  }
}

/** As `comparableText`, but an object that has state which cannot be read is equal to itself. Throws what reading throws. */
export function identifiedText(value: unknown): string | undefined {
  return deepText(value, { ...COMPARED, of: identified });
}

function identified(value: unknown): StandIn | undefined {
  const found = kindOf(value);
  if (found?.opaque !== true) return COMPARED.of(value);
  return { mark: MARK + JSON.stringify(["identity", found.name]), content: identityOf(value as object) };
}

const SHOWN: StandIns = {
  of: shown,
  cycle: () => '"[Circular]"',
  nothing: "null",
};

/** The beginning of a text, and how much more there is. */
export function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)} [${text.length - max} more characters]` : text;
}

/**
 * The text of any value for a model to read: a string itself, else JSON, in which a `Map` or a `Set` is the list of its
 * entries, and a value without readable content is named, such as `[ArrayBuffer of 12 bytes]`. Never throws.
 */
export function shownText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" && typeof value !== "function") return String(value);
  try {
    if (isJson(value)) return jsonText(value) as string;
    const content = shown(value)?.content;
    if (typeof content === "string") return content;
    return deepText(value, SHOWN) ?? named(value);
  } catch {
    return named(value);
  }
}

/** A value that JSON expresses stays as it is, since the model would see its JSON without a guard. */
function shown(value: unknown): StandIn | undefined {
  const found = kindOf(value);
  if (found === undefined) return undefined;
  const standIn = (content: unknown): StandIn => ({ mark: "", content });
  switch (found.kind) {
    case "identity":
    case "symbol":
      return undefined;
    case "bytes":
      return "length" in (value as object)
        ? undefined
        : standIn(named(value, ` of ${(value as ArrayBuffer).byteLength} bytes`));
    case "text":
      return standIn(String(value));
    case "error":
      return standIn(shownError(found.content as Error));
    case "instance":
      return Object.keys(value as object).length > 0 ? undefined : standIn(named(value));
    default:
      return standIn(found.content);
  }
}

function shownError(fields: Error): unknown {
  const { name, message, ...more } = fields;
  return Object.values(more).every((field) => field === undefined) ? `${name}: ${message}` : fields;
}

/** Names a value by its class: `[Socket]`; what has none, by its tag: `[AsyncGenerator]`. */
function named(value: unknown, more = ""): string {
  const name = () => classOf(value as object) || String((value as Promise<unknown>)[Symbol.toStringTag] ?? "");
  return `[${orElse(name, "") || typeof value}${more}]`; // a revoked proxy has neither
}

/** A result as a text for a model: of content parts their texts, and of images and other bytes what they are. */
export function resultText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPart)) return value.map(partText).join("\n");
  if (isPlainObject(value) && Array.isArray(value["content"])) return resultText(value["content"]);
  if (isPlainObject(value) && "toolCallId" in value && "result" in value) return resultText(value["result"]);
  return shownText(value);
}

type Fields = Readonly<Record<string, unknown>>;

function isPart(value: unknown): value is Fields {
  return isPlainObject(value) && ("type" in value || "text" in value || "data" in value);
}

function partText(part: Fields): string {
  const { type, text, data, mimeType, mediaType } = part;
  if (typeof text === "string") return text;
  if (typeof data !== "string") return shownText(part);
  const what = [mimeType, mediaType, type].find((name) => typeof name === "string") ?? "data";
  return `[${what as string}, ${data.length} characters in base64]`;
}
