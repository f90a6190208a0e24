/** Results of tools of every kind, in pairs: what a guard must tell apart, and what is the same again. */
import { runInNewContext } from "node:vm";
import { revoked } from "./callbacks.ts";

function formOf(value: string): FormData {
  const form = new FormData();
  form.set("a", value);
  return form;
}

type Pair = readonly [what: string, a: () => unknown, b: () => unknown];

class Private {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  read(): unknown {
    return this.#value;
  }
}

class HalfPrivate {
  readonly kind = "half";
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  read(): unknown {
    return this.#value;
  }
}

class HalfPrivateHeir extends HalfPrivate {
  readonly own = 1;
}

/** As a compiler writes private fields for an older language. */
const LOWERED = new WeakMap<object, unknown>();
class Lowered {
  kind = "half";
  constructor(value: unknown) {
    LOWERED.set(this, value);
  }
}

class PrivateError extends Error {
  readonly #value: unknown;
  constructor(value: unknown) {
    super("same");
    this.#value = value;
  }
  read(): unknown {
    return this.#value;
  }
}

class PrivateMap extends Map {
  readonly #value: unknown;
  constructor(value: unknown) {
    super();
    this.#value = value;
  }
  read(): unknown {
    return this.#value;
  }
}

class Labelled extends Map {
  label: string;
  constructor(label: string) {
    super();
    this.label = label;
  }
}

export class Row {
  id: number;
  constructor(id: number) {
    this.id = id;
  }
}
class OtherRow extends Row {}

/** Its source has what looks like a private field, in texts. */
class Coloured {
  colour = "#fff";
  id = 1;
  get label(): string {
    return `#${this.id}`;
  }
}

/** As zod makes its errors: with functions of their own, and with what is not for others. */
class Handy extends Error {
  readonly issues = [{ path: ["a"] }];
  readonly addIssue = (): unknown => this.issues;
  constructor() {
    super("same");
    Object.defineProperty(this, "_zod", { value: Object.create({ deferred: 1 }) });
  }
}

class Said {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  toJSON(): unknown {
    return { value: this.#value };
  }
}

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const hidden = (value: unknown) => Object.defineProperty(new Row(1), "secret", { value });
const symbolic = (value: unknown) => Object.assign(new Row(1), { [Symbol("state")]: value });
const cyclic = (value: unknown) => {
  const made: Record<string, unknown> = { value, list: [] };
  made["self"] = made;
  (made["list"] as unknown[]).push(made);
  return made;
};
const cyclicMap = (value: unknown) => {
  const made = new Map<unknown, unknown>([["value", value]]);
  return made.set("self", made);
};
/** A cycle to another place. */
const cyclicBelow = (value: unknown) => {
  const inner: Record<string, unknown> = {};
  inner["self"] = inner;
  return { value, list: [inner], self: inner };
};

/** The two are never the same result. */
export const DIFFERENT: readonly Pair[] = [
  ["errors, by message", () => new Error("a"), () => new Error("b")],
  ["errors, by name", () => new Error("a"), () => new TypeError("a")],
  ["errors, by a name given", () => error("a", { name: "A" }), () => error("a", { name: "B" })],
  ["errors of one code, by message", () => error("a", { code: "E" }), () => error("b", { code: "E" })],
  ["errors, by code", () => error("a", { code: "E" }), () => error("a", { code: "F" })],
  ["errors, by cause", () => new Error("a", { cause: "x" }), () => new Error("a", { cause: "y" })],
  [
    "errors, by a cause far down",
    () => new Error("a", { cause: new Error("b", { cause: new Error("c") }) }),
    () => new Error("a", { cause: new Error("b", { cause: new Error("d") }) }),
  ],
  ["several errors", () => new AggregateError([new Error("x")], "a"), () => new AggregateError([new Error("y")], "a")],
  ["DOM exceptions", () => new DOMException("a", "AbortError"), () => new DOMException("b", "AbortError")],
  ["an error and an object", () => error("a"), () => ({})],
  ["maps, by value", () => new Map([["k", 1]]), () => new Map([["k", 2]])],
  ["maps, by key", () => new Map([[{ a: 1 }, 1]]), () => new Map([[{ a: 2 }, 1]])],
  ["a map and nothing in it", () => new Map([["k", 1]]), () => new Map()],
  ["a map and a set", () => new Map(), () => new Set()],
  ["a map and an object", () => new Map([["k", 1]]), () => ({ k: 1 })],
  ["a map and a list", () => new Map([["k", 1]]), () => [["k", 1]]],
  ["an empty map and {}", () => new Map(), () => ({})],
  ["a map and its subclass", () => new Map(), () => new (class Own extends Map {})()],
  ["maps with fields", () => new Labelled("a"), () => new Labelled("b")],
  ["sets", () => new Set([1]), () => new Set([2])],
  ["a set and a list", () => new Set([1]), () => [1]],
  ["a map of another realm", () => runInNewContext("new Map([[1, 1]])"), () => runInNewContext("new Map([[1, 2]])")],
  ["bytes", () => Uint8Array.of(1, 2), () => Uint8Array.of(1, 3)],
  ["bytes, by kind", () => Uint8Array.of(1), () => Int8Array.of(1)],
  ["bytes and an object", () => Uint8Array.of(1), () => ({ 0: 1 })],
  ["no bytes and {}", () => new Uint8Array(0), () => ({})],
  ["many bytes", () => new Uint8Array(100_000), () => new Uint8Array(100_001)],
  ["buffers", () => Buffer.from("a"), () => Buffer.from("b")],
  ["array buffers", () => Uint8Array.of(1).buffer, () => Uint8Array.of(2).buffer],
  ["shared memory", () => new SharedArrayBuffer(1), () => new SharedArrayBuffer(2)],
  ["views", () => new DataView(Uint8Array.of(1).buffer), () => new DataView(Uint8Array.of(2).buffer)],
  ["a view and what it is of", () => new DataView(new ArrayBuffer(1)), () => new ArrayBuffer(1)],
  ["numbers that are none", () => Number.NaN, () => Number.POSITIVE_INFINITY],
  ["NaN and null", () => [Number.NaN], () => [null]],
  ["an infinity and the other", () => [Number.POSITIVE_INFINITY], () => [Number.NEGATIVE_INFINITY]],
  ["NaN and its name", () => [Number.NaN], () => ["NaN"]],
  ["numbers of floats that are none", () => Float32Array.of(Number.NaN), () => Float32Array.of(1 / 0)],
  ["big numbers", () => 1n, () => 2n],
  ["a big number and a number", () => ({ n: 1n }), () => ({ n: 1 })],
  ["a big number and a text", () => ({ n: 1n }), () => ({ n: "1" })],
  ["a hole and null", () => [undefined], () => [null]],
  ["expressions", () => /a/, () => /b/],
  ["expressions, by flags", () => /a/, () => /a/g],
  ["dates", () => new Date(0), () => new Date(1)],
  ["addresses", () => new URL("http://a/"), () => new URL("http://b/")],
  ["search parameters", () => new URLSearchParams("a=1"), () => new URLSearchParams("a=2")],
  ["headers", () => new Headers({ a: "1" }), () => new Headers({ a: "2" })],
  ["a form", () => formOf("1"), () => formOf("2")],
  ["boxed numbers", () => new Number(1), () => new Number(2)],
  ["a boxed NaN and null", () => [new Number(Number.NaN)], () => [null]],
  ["registered symbols", () => [Symbol.for("a")], () => [Symbol.for("b")]],
  ["symbols", () => [Symbol("a")], () => [Symbol("a")]],
  ["functions", () => ({ f: () => 1 }), () => ({ f: () => 1 })],
  ["instances, by field", () => new Row(1), () => new Row(2)],
  ["instances, by class", () => new Row(1), () => new OtherRow(1)],
  ["an instance and an object", () => new Row(1), () => ({ id: 1 })],
  ["lists of a class", () => new (class A extends Array {})(1), () => new (class B extends Array {})(1)],
  ["what says its own JSON", () => new Said(1), () => new Said(2)],
  ["cycles, by a member", () => cyclic(1), () => cyclic(2)],
  ["cycles, by where they lead", () => cyclic(1), () => cyclicBelow(1)],
  ["cycles of maps", () => cyclicMap(1), () => cyclicMap(2)],
  ["texts and what they name", () => "[object Map]", () => new Map()],
];

/** Nobody can tell what it is: the same thing twice is not the same result. */
export const OPAQUE: readonly (readonly [what: string, make: () => unknown])[] = [
  ["private fields", () => new Private(1)],
  ["private fields beside others", () => new HalfPrivate(1)],
  ["private fields that were inherited", () => new HalfPrivateHeir(1)],
  ["private fields for older engines", () => new Lowered(1)],
  ["an error's private fields", () => new PrivateError(1)],
  ["a map's private fields", () => new PrivateMap(1)],
  ["fields that are not listed", () => hidden(1)],
  ["fields under symbols", () => symbolic(1)],
  ["an instance without fields", () => new (class Empty {})()],
  ["inherited members", () => Object.create({ a: 1 })],
  ["inherited members beside others", () => Object.assign(Object.create({ a: 1 }), { b: 1 })],
  ["a promise in it", () => ({ later: Promise.resolve(1) })],
  ["a weak map", () => new WeakMap()],
  ["a stream", () => new ReadableStream()],
  ["a response", () => new Response("x")],
  ["a request", () => new Request("http://a/")],
  ["an iterator in it", () => [[1][Symbol.iterator]()]],
  ["a generator in it", () => [(function* () {})()]],
  ["a signal", () => new AbortController().signal],
  ["a proxy of a map", () => new Proxy(new Map([["k", 1]]), {})],
  ["a boxed symbol", () => Object(Symbol("a"))],
  ["a function", () => () => 1],
  ["a symbol", () => Symbol.for("a")],
];

/** Looking at it throws: told, and never the same. */
export const THROWING: readonly (readonly [what: string, make: () => unknown])[] = [
  [
    "a getter that throws",
    () => ({
      get a(): never {
        throw new Error("no");
      },
    }),
  ],
  [
    "a toJSON that throws",
    () => ({
      toJSON(): never {
        throw new Error("no");
      },
    }),
  ],
  ["a revoked proxy", () => revoked()],
  [
    "an error's getter that throws",
    () =>
      Object.defineProperty(new Error("a"), "cause", {
        get(): never {
          throw new Error("no");
        },
      }),
  ],
];

/** The two are the same result. */
export const EQUAL: readonly Pair[] = [
  ["texts", () => "a", () => "a"],
  ["numbers", () => 1, () => 1],
  ["nulls", () => null, () => null],
  ["objects", () => ({ a: [1, { b: null }] }), () => ({ a: [1, { b: null }] })],
  ["members that are undefined, and none", () => ({ a: 1, b: undefined }), () => ({ a: 1 })],
  ["objects without a prototype", () => Object.assign(Object.create(null), { a: 1 }), () => ({ a: 1 })],
  ["objects of another realm", () => runInNewContext("({ a: {} })"), () => ({ a: {} })],
  ["errors", () => new Error("a"), () => Object.assign(new Error("a"), { stack: "elsewhere" })],
  [
    "errors with more",
    () => error("a", { code: "E", cause: error("b") }),
    () => error("a", { code: "E", cause: error("b") }),
  ],
  ["errors with functions of their own", () => new Handy(), () => new Handy()],
  [
    "errors with fields that nobody can tell",
    () => error("a", { response: new Response("x"), signal: new AbortController().signal }),
    () => error("a", { response: new Response("x"), signal: new AbortController().signal }),
  ],
  ["DOM exceptions", () => new DOMException("a", "AbortError"), () => new DOMException("a", "AbortError")],
  ["instances of what only speaks of private fields", () => new Coloured(), () => new Coloured()],
  ["maps", () => new Map([["k", new Set([1])]]), () => new Map([["k", new Set([1])]])],
  ["bytes", () => Uint8Array.of(0, 1, 2).subarray(1), () => Uint8Array.of(1, 2)],
  ["buffers", () => Buffer.from("a"), () => Buffer.from("a")],
  ["shared memory", () => new SharedArrayBuffer(1), () => new SharedArrayBuffer(1)],
  ["big numbers", () => ({ n: 1n }), () => ({ n: 1n })],
  ["NaN", () => [Number.NaN], () => [Number.NaN]],
  ["dates, and their texts", () => ({ at: new Date(0) }), () => ({ at: "1970-01-01T00:00:00.000Z" })],
  ["addresses", () => [new URL("http://a/")], () => [new URL("http://a/")]],
  ["boxed values, and what is in them", () => [new Number(1), new String("a")], () => [1, "a"]],
  ["instances", () => [new Row(1), new Row(2)], () => [new Row(1), new Row(2)]],
  ["what says its own JSON", () => new Said(1), () => new Said(1)],
  ["one function", () => ({ f: endless }), () => ({ f: endless })],
  ["one symbol", () => [Symbol.iterator], () => [Symbol.iterator]],
  ["cycles", () => cyclic(1), () => cyclic(1)],
  ["cycles of maps", () => cyclicMap(1), () => cyclicMap(1)],
  ["a proxy and what it stands for", () => new Proxy({ a: 1 }, {}), () => ({ a: 1 })],
];

/** A getter without an end; it takes a while to see that. */
export function endless(): object {
  return {
    get more() {
      return endless();
    },
  };
}
