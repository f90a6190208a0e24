/** Values whose looking at runs code, which says so in `log`, by what they are. */
import { runInNewContext } from "node:vm";

export type Log = string[];
type Make = (log: Log) => unknown;

/** A proxy each trap of which is told. */
export function traced<T extends object>(target: T, log: Log, name = "proxy"): T {
  const handler = new Proxy(
    {},
    {
      get: (_, trap: string) =>
        Object.assign((...args: unknown[]) => {
          const what = typeof args[1] === "string" || typeof args[1] === "symbol" ? ` ${String(args[1])}` : "";
          log.push(`${name} ${trap}${what}`);
          return (Reflect as unknown as Record<string, (...args: unknown[]) => unknown>)[trap]?.(...args);
        }),
    },
  );
  return new Proxy(target, handler as ProxyHandler<T>);
}

/** An object with getters that say so and then do something to it. */
function acting(log: Log, acts: Record<string, (self: Record<string, unknown>) => unknown>): Record<string, unknown> {
  const self: Record<string, unknown> = {};
  for (const [key, act] of Object.entries(acts)) {
    Object.defineProperty(self, key, {
      enumerable: true,
      configurable: true,
      get() {
        log.push(`get ${key}`);
        return act(self);
      },
    });
  }
  return self;
}

function withToJSON<T extends object>(value: T, log: Log, given: unknown): T {
  return Object.defineProperty(value, "toJSON", {
    configurable: true,
    value(this: unknown, ...args: unknown[]) {
      log.push(`toJSON ${typeof args[0]} ${String(args[0])} of ${args.length}, ${this === value}`);
      return given;
    },
  });
}

class Point {
  x = 1;
  #hidden = 2;
  static made = 0;
  get y(): number {
    return this.#hidden;
  }
}

class Listed extends Array<unknown> {
  extra = 1;
}

const boxed = (log: Log, box: object, primitive: unknown) =>
  Object.assign(box, {
    valueOf: () => (log.push("valueOf"), primitive),
    toString: () => (log.push("toString"), primitive),
    more: 1,
  });

function fails(error: unknown): never {
  throw error;
}

export const HOSTILE: Readonly<Record<string, Make>> = {
  undefined: () => undefined,
  "a function": () => () => 1,
  "a symbol": () => Symbol("s"),
  "a function with toJSON": (log) => withToJSON(() => 1, log, { a: 1 }),
  "what JSON has nothing for": () => ({
    a: undefined,
    b: () => 1,
    c: Symbol("s"),
    d: [undefined, () => 1, Symbol("s")],
  }),
  "keys that are symbols": () => ({ [Symbol("s")]: 1, a: 2 }),
  numbers: () => [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 1e21, 5e-324, 2 ** 53 + 2],
  "an array with holes": () => Object.assign(Array(5), { 0: 1, 2: 3 }),
  "an array with members": () => Object.assign([1, 2], { a: 3 }),
  "an array of another class": () => Object.assign(new Listed(), { 0: 1, length: 2 }),
  dates: () => [new Date(0), new Date(Number.NaN), { at: new Date(1e12) }],
  buffers: () => [Buffer.from("ab"), new Uint8Array(3), new Float64Array([0.5])],
  "maps and others": () => [new Map([[1, 2]]), new Set([1]), /x/g, new Error("e"), new WeakMap(), Promise.resolve(1)],
  "an instance": () => new Point(),
  "inherited members": () =>
    Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } }),
  "no prototype": () => Object.assign(Object.create(null), { b: 1, a: [2] }),
  "keys in order": () => ({ b: 1, 10: 2, a: 3, 9: 4, "-1": 5, "01": 6, 4294967295: 7, 4294967294: 8 }),
  "__proto__ as a key": () => JSON.parse('{"__proto__":{"a":1},"b":2,"constructor":3,"toString":4,"hasOwnProperty":5}'),
  "the key of length 0": () => ({ "": 1, a: { "": { "": 2 } } }),
  "texts of all kinds": () => [
    "",
    "é",
    "日本語".repeat(20),
    "😀",
    "\ud83d",
    "\ude00a\ud83d".repeat(20),
    "\0\u2028",
    "x".repeat(3e4),
  ],
  "keys of all kinds": () =>
    Object.fromEntries(
      ["é", "日本", "😀", "\ud83d", "\0", "k".repeat(28), "k".repeat(29), "k".repeat(5000)].map((key) => [key, key]),
    ),
  "values of another realm": () =>
    runInNewContext("({a: [1, {b: new Date(0), c: new Number(5), s: new String('s')}], n: Object.create(null)})"),
  "other boxes": () => [
    new Number(5),
    new String("s"),
    new Boolean(false),
    new Number(Number.NaN),
    Object(Symbol("s")),
  ],
  "boxes with members": (log) => [
    boxed(log, new Number(1), 7),
    boxed(log, new String("s"), "seven"),
    boxed(log, new Boolean(false), true),
  ],
  "boxes of another prototype": () =>
    [new Number(5), new String("s"), new Boolean(true)].map((box) => Object.setPrototypeOf(box, null)),
  "a boxed number that is a BigInt": (log) => boxed(log, new Number(1), 1n),
  "a box out of toJSON": (log) => withToJSON({}, log, new String("in")),
  "toJSON everywhere": (log) => [
    withToJSON({ a: 1 }, log, { b: 2 }),
    { k: withToJSON([1], log, [2, undefined]), 7: withToJSON({}, log, 1) },
    [withToJSON({}, log, undefined), { gone: withToJSON({}, log, undefined), kept: 1 }],
    withToJSON(new Number(3), log, 4),
    { toJSON: 5 },
    withToJSON({}, log, withToJSON({ x: 1 }, log, 2)),
    withToJSON({}, log, Symbol("s")),
  ],
  "toJSON that is a getter": (log) =>
    Object.defineProperty({ a: 1 }, "toJSON", { get: () => (log.push("get toJSON"), () => "said") }),
  "a date of its own mind": (log) => withToJSON(new Date(0), log, { at: [1] }),
  "getters in order": (log) => acting(log, { b: () => 1, a: () => ({ c: 2 }), d: () => undefined }),
  "a getter that deletes what comes": (log) =>
    acting(log, { a: (self) => delete self["b"], b: () => 1, toString: () => 2, c: () => 3 }),
  "a getter that deletes what is inherited too": (log) =>
    acting(log, { a: (self) => delete self["valueOf"], valueOf: () => 1, c: () => 2 }),
  "a getter that hides what comes": (log) =>
    acting(log, { a: (self) => (Object.defineProperty(self, "b", { enumerable: false, value: 9 }), 1), b: () => 2 }),
  "a getter that adds": (log) => acting(log, { a: (self) => Object.assign(self, { z: 1 }) && 1, b: () => 2 }),
  "a getter that replaces itself": (log) =>
    acting(log, { a: (self) => (Object.defineProperty(self, "a", { value: 5 }), 5), b: (self) => self["a"] }),
  "a getter that shortens a list": (log) => {
    const list: unknown[] = [1, 2, 3, 4];
    Object.defineProperty(list, 1, { get: () => (log.push("get 1"), (list.length = 2), 9) });
    return [list, list.length];
  },
  "a getter that lengthens a list": (log) => {
    const list: unknown[] = [1, 2];
    Object.defineProperty(list, 0, { get: () => (log.push("get 0"), list.push(3), 9) });
    return list;
  },
  "a member that changes its parent": (log) => {
    const parent: Record<string, unknown> = { a: 0, b: 1, c: 2 };
    parent["a"] = withToJSON({}, log, "x");
    const child = acting(log, { x: () => (delete parent["b"], (parent["c"] = [3]), 1) });
    return Object.assign(parent, { a: child });
  },
  "a getter that throws": (log) => acting(log, { a: () => 1, b: () => fails(new Error("boom")), c: () => 2 }),
  "a getter that throws a RangeError": (log) => acting(log, { b: () => fails(new RangeError("boom")) }),
  "a getter that throws no error": (log) => [acting(log, { b: () => fails("boom") })],
  "toJSON that throws": (log) => ({ a: acting(log, { toJSON: () => fails(new TypeError("boom")) }) }),
  "a proxy": (log) => traced({ a: 1, b: { c: [2] }, 3: 4 }, log),
  "a proxy of a list": (log) => ({ k: traced([1, { a: 2 }, undefined], log) }),
  "proxies in one another": (log) => traced({ a: traced([traced({}, log, "in")], log, "list") }, log, "out"),
  "a proxy before a proxy": (log) => traced(traced({ a: 1 }, log, "inner"), log, "outer"),
  "a proxy of a function": (log) => [traced(() => 1, log)],
  "a proxy of a box": (log) => [traced(Object(1) as object, log), traced(Object("s") as object, log)],
  "a proxy of a date": (log) => [traced(new Date(0), log)],
  "a prototype that is a proxy": (log) => Object.setPrototypeOf({ a: 1 }, traced({ b: 2 }, log)),
  "a proxy of keys that are not there": (log) =>
    new Proxy(
      {},
      {
        ownKeys: () => ["b", "a"],
        getOwnPropertyDescriptor: (_, key) => (
          log.push(`own ${String(key)}`), { enumerable: key === "b", configurable: true }
        ),
        get: (_, key) => (log.push(`get ${String(key)}`), key === "b" ? 5 : undefined),
      },
    ),
  "a list that says its length": (log) =>
    new Proxy([1, 2, 3], {
      get: (target, key) =>
        key === "length" ? { valueOf: () => (log.push("length"), "2.7") } : Reflect.get(target, key),
    }),
  "a list that says it has less than nothing": () =>
    new Proxy([1], { get: (target, key) => (key === "length" ? -5 : Reflect.get(target, key)) }),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return [1, proxy];
  },
  "a proxy that is revoked meanwhile": (log) => {
    const { proxy, revoke } = Proxy.revocable({}, { get: (_, key) => (log.push(String(key)), revoke(), undefined) });
    return { proxy };
  },
  "a BigInt": () => 1n,
  "a BigInt inside": (log) => acting(log, { a: () => [1, 2n], b: () => 3 }),
  "a boxed BigInt": () => [Object(1n)],
  "the same object twice": () => {
    const shared = { x: [1] };
    return [shared, { shared }, shared.x];
  },
  "a cycle": (log) => {
    const self = acting(log, { a: () => 1 });
    return Object.assign(self, { self, b: 2 });
  },
  "a cycle through a list": () => {
    const list: unknown[] = [0];
    list.push({ a: { b: list } });
    return { list };
  },
  "a long cycle": () => {
    const point: Record<string, unknown> = new Point() as never;
    point["down"] = [{ a: { b: { c: [0, new Map(), point] } } }];
    return [point];
  },
  "a cycle at the empty key": () => {
    const value: Record<string, unknown> = { a: {} };
    (value["a"] as Record<string, unknown>)[""] = value["a"];
    return value;
  },
  "a cycle through toJSON": (log) => {
    const value: Record<string, unknown> = { n: 1 };
    value["next"] = withToJSON({}, log, value);
    return value;
  },
  "an endless list of new objects": (log) => {
    const next = (): object => withToJSON({}, log.length > 300 ? [] : log, log.length > 300 ? 1 : [next2()]);
    const next2 = (): object => ({
      get on() {
        log.push("on");
        return log.length > 300 ? 1 : next2();
      },
    });
    return next();
  },
};
