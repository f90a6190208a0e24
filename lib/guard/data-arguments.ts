/** Which arguments of a function are data, by which its calls are compared; the others are contexts, callbacks and signals. */
import { VALUE_MAX } from "../base/json-text.ts";
import { isPlainObject, orElse } from "../base/property.ts";
import { identifiedText, isJson, kindOf, type Left } from "../base/value-text.ts";

/** A value in which more than these are nested is the world of a framework. */
const VALUES_MAX = 200;
const DEPTH_MAX = 6;
/** Members by which frameworks name one call or one request: what has one goes along with a call. */
const ABOUT_CALL = "toolCallId tool_call_id callId functionCallId toolCall requestId runId abortSignal signal".split(
  " ",
);

/**
 * The value by which calls are compared: the one object or list among the arguments that are data, or else a list of these.
 *
 * A text, a number, a date, a map, a list, an instance whose fields can be compared are data. So is the first plain object
 * or list, whatever is in it. An instance whose state cannot be seen (private fields, a body, a stream) is equal to itself alone.
 * Left out are functions, signals, and objects that have, at any depth, what cannot be compared, or a member that names one call
 * or request: a context, which may change with each call. `onHidden` is told of each instance whose state cannot be seen.
 */
export function dataOf(args: readonly unknown[], onHidden?: (instance: object) => void): unknown {
  const data: unknown[] = [];
  const left = { ...VALUE_MAX }; // of all arguments, however often: an endless proxy has others at each look
  let first = true;
  for (const arg of args) {
    if (typeof arg === "function" || isSignal(arg)) continue;
    const what = asked(arg);
    if (typeof arg === "object" && arg !== null && isHidden(arg)) {
      if (what === arg) onHidden?.(arg);
    } else if (typeof arg === "object" && arg !== null) {
      const own = first && isPlain(arg);
      if (!own && !isDataObject(arg, left)) continue;
      if (own) first = false;
    }
    data.push(inJson(what, left));
  }
  return data.length === 1 && typeof data[0] === "object" && data[0] !== null ? data[0] : data;
}

/** With a text in place of what JSON does not express in full; the members of an object keep their names, for policies. */
function inJson(arg: unknown, left: Left): unknown {
  try {
    if (isJson(arg, left)) return arg;
    if (!isPlainObject(arg)) return inText(arg, left);
    return Object.fromEntries(Object.entries(arg).map(([name, member]) => [name, inText(member, left)]));
  } catch {
    return arg; // it cannot be read, which the guard publishes
  }
}

function inText(value: unknown, left: Left): unknown {
  if (value === undefined || typeof value === "string" || isJson(value, left)) return value;
  const isKnown = typeof value === "symbol" || isComparable(value, DEPTH_MAX, { values: VALUES_MAX }, left, true);
  return isKnown ? [identifiedText(value)] : value;
}

/** Whether it is an instance whose state cannot be seen, and no context. */
function isHidden(value: object): boolean {
  return orElse(() => {
    if (isAboutCall(value) || kindOf(value)?.opaque !== true) return false;
    return !Object.values(value).some((member) => typeof member === "function" || isSignal(member));
  }, false);
}

const tagOf = (value: unknown): string => orElse(() => Object.prototype.toString.call(value).slice(8, -1), "");

/** A signal, or what gives it. */
const isSignal = (value: unknown): boolean =>
  typeof value === "object" && ["AbortSignal", "AbortController"].includes(tagOf(value));

/** What a request without a body asks for, since each is often made anew; anything else is itself. */
function asked(arg: unknown): unknown {
  if (tagOf(arg) !== "Request") return arg;
  const { method, url, headers, body } = arg as Request;
  return body === null ? { method, url, headers } : arg;
}

const isPlain = (arg: object): boolean => orElse(() => Array.isArray(arg) || isPlainObject(arg), true);

/** One that cannot be read, which the guard publishes, is data. */
function isDataObject(arg: object, left: Left): boolean {
  return orElse(() => {
    // A map, a list or a form is no context, whatever is in it.
    const isHolder = Array.isArray(arg) || !["instance", undefined].includes(kindOf(arg)?.kind);
    return !isAboutCall(arg) && isComparable(arg, DEPTH_MAX, { values: VALUES_MAX }, left, isHolder);
  }, true);
}

function isAboutCall(arg: object): boolean {
  return !ArrayBuffer.isView(arg) && ABOUT_CALL.some((name) => Object.hasOwn(arg, name));
}

/** `orHidden`: an instance whose state cannot be seen will do, too. */
function isComparable(value: unknown, depth: number, world: { values: number }, left: Left, orHidden = false): boolean {
  if (typeof value === "function" || typeof value === "symbol") return false;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || isJson(value, left)) return true;
  if (depth === 0) return false;
  const kind = kindOf(value);
  if (kind?.opaque === true) return orHidden && !isSignal(value);
  const content = kind === undefined ? value : kind.content;
  if (typeof content !== "object" || content === null) return true;
  if (kind === undefined && typeof (value as { toJSON?: unknown }).toJSON === "function") return true;
  for (const member of Object.values(content)) {
    if (--world.values < 0 || !isComparable(member, depth - 1, world, left, orHidden)) return false;
  }
  return true;
}
