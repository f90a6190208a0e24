/**
 * Misuses a binding in every way that JavaScript offers; each misuse must end in an exception or a harmless result.
 * argv: path of an addon, or "wasm". Prints how many attempts returned and how many threw. Also run under ASan, see asan.sh.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";

const KEY = new Uint8Array(16).fill(7);
const LADDER = [1, 2, 0, 5];
const coded = (name, text) => Object.assign(new Error(text), { code: name.replace("LG_", "ERR_LOOPGUARD_") });

async function open(which) {
  if (which === "wasm") return { binding: (await import("../../../dist/wasm.js")).loadWasm() };
  const addon = createRequire(import.meta.url)(which);
  assert.throws(() => addon.canonicalize(1, "{"), { code: "LG_EJSON" }, "errors have a code before the factory is set");
  for (const factory of [undefined, null, {}, "f"]) assert.throws(() => addon.setErrorFactory(factory), TypeError);
  addon.setErrorFactory(coded);
  const binding = {
    ...addon,
    guard: (...args) => new addon.Guard(...args),
    detector: (...args) => new addon.Detector(...args),
    restoreDetector: (bytes) => new addon.Detector(bytes),
  };
  return { binding, addon };
}

const { binding, addon } = await open(process.argv[2]);
let returned = 0;
let threw = 0;

/** Whatever happens, it is a value or an Error; never the end of the process. */
function attempt(act) {
  try {
    act();
    returned++;
  } catch (error) {
    assert.ok(error instanceof Error, `not an Error: ${String(error)}`);
    threw++;
  }
}

function detached() {
  const bytes = new Uint8Array(16);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}

const spec = {
  type: 0,
  threshold: 2,
  minCycleLen: 1,
  maxCycleLen: 4,
  windowSize: 16,
  transientThreshold: 8,
  ackThreshold: 6,
  pollAfterMs: 4500,
  maxWaitMs: 600_000,
  errorThreshold: 2,
  similarity: 0.75,
  canonical: true,
  settled: false,
  strongOnly: false,
  failuresOnly: false,
  ladder: LADDER,
};
const profile = {
  exempt: false,
  mutates: true,
  poll: false,
  similar: true,
  pollMinIntervalMs: 0,
  pollMaxWaitMs: 0,
  maxRepeats: 0,
  limit: 0,
  volatileClasses: 1023,
  failureClasses: 1023,
  ladder: [0, 0, 0, 0],
  keep: ["a"],
  ignore: ["/b/c"],
};
const trap = new Proxy({}, { get: () => assert.fail("a getter that throws") });
// biome-ignore format: a list of everything
const VALUES = [
  undefined, null, true, false, 0, -0, 1, 2, 3, -1, 1.5, 15, 4_294_967_295, 2 ** 32, 2 ** 53, Number.NaN, Infinity, 10n,
  Symbol("s"), "", "x", '{"a":[1,2]}', "\ud800\u0000é😀", "y".repeat(30_000), `  ${"é".repeat(90_000)} `, {}, [], [1, 2], () => {}, trap, Object.create(null),
  KEY, new Uint8Array(0), new Uint8Array(new SharedArrayBuffer(16)), new Uint8Array(400).fill(0x4c), detached(),
  new Uint16Array(8), new DataView(new ArrayBuffer(16)), new ArrayBuffer(16), LADDER, spec, profile,
  { ...spec, type: 11 }, { ...spec, threshold: -1 }, { ...spec, ladder: [1] }, { ...profile, keep: [1] }, { ...profile, keep: "abcd" },
  { ...profile, ignore: ["\ud800", "/", "//~1~0", ""] }, { ...profile, keep: Object.assign([], { length: 4_000_000_000 }) },
];

/** xorshift, so that a failure comes again. */
let seed = 0x9e3779b9;
function random(below) {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
}
const anyValue = () => VALUES[random(VALUES.length)];
const anyArguments = () => Array.from({ length: random(9) }, anyValue);

function handles() {
  const guard = binding.guard(KEY, 100, LADDER, false);
  guard.addDetector(spec);
  return { guard, run: guard.run(), detector: binding.detector(KEY, 32, 1, 8, 3) };
}
const methodsOf = (object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== "constructor");

function wrongArguments(rounds) {
  const functions = Object.keys(binding).filter((name) => name !== "setErrorFactory" && !/^[A-Z]/.test(name));
  for (let round = 0; round < rounds; round++) {
    for (const name of functions) attempt(() => binding[name](...anyArguments()));
    const open = handles();
    for (const handle of Object.values(open))
      for (const name of methodsOf(handle))
        if (name !== "close" || random(20) === 0) attempt(() => handle[name](...anyArguments()));
    if (random(2) === 0) for (const handle of Object.values(open)) handle.close();
  }
}

/** Records that are good, and what becomes of them when their text is cut, put together or changed. */
function records(rounds) {
  for (let round = 0; round < rounds; round++) {
    const { run } = handles();
    const made = [
      run.recordBefore("read", '{"a":[1,2]}', 1, "1", "query", 0, 5),
      run.recordAfter("1", 0, 2, "x".repeat(random(400)), 0, undefined, 6),
      run.recordInvalid("none", undefined, 2, "2", 0, "no such tool", 7),
      run.recordResolve("1", random(5)),
      run.recordStep(random(3)),
    ];
    for (let i = 0; i < 200; i++) {
      const record = made[random(made.length)];
      const [from, to] = [random(record.length + 1), random(record.length + 1)];
      const put = ["", "A", "=", "==", "-", "\0", "\u00e9", "\ud800", record][random(9)];
      const changed =
        random(4) === 0 ? record : record.slice(0, from) + put + record.slice(random(2) === 0 ? from : to);
      attempt(() => run.apply(changed));
      attempt(() => run.recordName(changed));
    }
    attempt(() => run.report());
    run.snapshot();
  }
}

function afterClose() {
  const closed = handles();
  for (const handle of Object.values(closed)) handle.close();
  for (const handle of Object.values(closed)) {
    handle.close();
    for (const name of methodsOf(handle))
      if (name !== "close") for (let i = 0; i < 50; i++) attempt(() => handle[name](...anyArguments()));
  }
  assert.throws(() => closed.run.beginRound(), { code: "ERR_LOOPGUARD_CLOSED" });
  assert.throws(() => closed.guard.run(), { code: "ERR_LOOPGUARD_CLOSED" });
  assert.throws(() => closed.detector.at(0), { code: "ERR_LOOPGUARD_CLOSED" });
}

function foreignReceivers() {
  const open = handles();
  for (const handle of Object.values(open)) {
    const others = Object.values(open).filter((other) => other !== handle);
    const prototype = Object.getPrototypeOf(handle);
    const strangers = [
      undefined,
      null,
      1,
      "x",
      {},
      [],
      globalThis,
      prototype,
      Object.create(prototype),
      Object.create(handle),
    ];
    for (const name of methodsOf(handle))
      for (const receiver of [...others, ...strangers, new Proxy(handle, {})])
        assert.throws(() => Reflect.apply(prototype[name], receiver, []), TypeError, name);
  }
}

function classes() {
  const open = handles();
  for (const handle of Object.values(open)) {
    const Class = Object.getPrototypeOf(handle).constructor;
    for (const receiver of [undefined, globalThis, {}, handle])
      assert.throws(() => Reflect.apply(Class, receiver, [KEY, 32, 1, 8, 3]), TypeError);
    for (let i = 0; i < 200; i++) attempt(() => new Class(...anyArguments()));
    class Derived extends Class {}
    for (let i = 0; i < 50; i++) attempt(() => new Derived(...anyArguments()));
    attempt(() => Reflect.construct(Class, anyArguments(), Object));
  }
  if (addon === undefined) return;
  const { Run } = addon;
  for (const value of [open.run, open.detector, {}, Object.create(open.guard), new Proxy(open.guard, {}), undefined])
    assert.throws(() => new Run(value), { code: "ERR_LOOPGUARD_EINVAL" });
  new Run(open.guard).beginRound();
  open.guard.close();
  assert.throws(() => new Run(open.guard), { code: "ERR_LOOPGUARD_CLOSED" });
}

/** Getters that come back into the binding, close what is in use, or ask for a collection. */
function reentrance() {
  const big = JSON.stringify("é".repeat(500_000));
  for (const mischief of [
    (guard) => guard.close(),
    () => binding.identify(KEY, 1, "big", big, 0),
    () => globalThis.gc?.(),
  ]) {
    const { guard } = handles();
    const keep = ["first", "second"];
    Object.defineProperty(keep, 1, {
      get() {
        mischief(guard);
        return "from a getter";
      },
    });
    const ladder = Object.defineProperty([1, 2, 3, 4], 2, { get: () => (mischief(guard), 3) });
    attempt(() => guard.addProfile({ ...profile, keep }, false));
    attempt(() => guard.addDetector({ ...spec, ladder }));
    attempt(() => new Proxy(guard, { get: () => mischief(guard) }).addProfile);
    attempt(() => guard.run().before("a", '{"first":1,"second":2}', 1, undefined, undefined, 1, 0));
  }
}

/** Factories of errors that are no help. */
function badFactories() {
  if (addon === undefined) return;
  addon.setErrorFactory(() => assert.fail("a factory that throws"));
  assert.throws(() => addon.canonicalize(1, "{"), /a factory that throws/);
  const { run } = handles();
  addon.setErrorFactory(() => {
    run.close();
    return new Error("closed meanwhile");
  });
  assert.throws(() => run.report(), /closed meanwhile/);
  addon.setErrorFactory(coded);
}

wrongArguments(Number(process.argv[3] ?? 300));
records(40);
afterClose();
foreignReceivers();
classes();
reentrance();
badFactories();
for (let i = 0; i < 5; i++) {
  globalThis.gc?.();
  await nextTurn();
}
console.log(JSON.stringify({ returned, threw }));
