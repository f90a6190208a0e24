/**
 * Misuses the client in every way that JavaScript offers; each misuse must end in an exception or a harmless result.
 * argv: path of an addon, or "wasm"; rounds. Prints how many attempts returned and how many threw. Also run under ASan, see
 * asan.sh.
 */
import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { resolveEvent, stepEvent, writeCall, writeOutcome } from "../../../out/core/event.js";
import { EventTag, NO_TICKET } from "../../../out/core/layout.gen.js";

const KEY = new Uint8Array(16).fill(7);
const CONFIGURATION = { ladder: { warn: 1, hint: 2, abort: 5 }, detectors: [{ type: "count" }, { type: "no_news" }] };

async function open(which) {
  if (which === "wasm") return (await import("../../../out/core/wasm.js")).loadWasm();
  process.env.LOOPGUARD_BINDING = which;
  return (await import("../../../out/core/native.js")).loadNative();
}

const core = await open(process.argv[2]);
const rounds = Number(process.argv[3] ?? 300);
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

const trap = new Proxy({}, { get: () => assert.fail("a getter that throws") });
// biome-ignore format: a list of everything
const VALUES = [
  undefined, null, true, false, 0, -0, 1, 2, 3, -1, 1.5, 15, 4_294_967_295, 2 ** 32, 2 ** 53, Number.NaN, Infinity, 10n,
  Symbol("s"), "", "x", '{"a":[1,2]}', "\ud800\u0000é😀", "y".repeat(30_000), `  ${"é".repeat(90_000)} `, {}, [], [1, 2], () => {}, trap, Object.create(null),
  KEY, new Uint8Array(0), new Uint8Array(new SharedArrayBuffer(16)), new Uint8Array(400).fill(0x4c), detached(),
  new Uint16Array(8), new DataView(new ArrayBuffer(16)), new ArrayBuffer(16), CONFIGURATION,
  { ...CONFIGURATION, detectors: [{ type: "poll" }] }, { detectors: "none" }, { ladder: [1] }, { keep: [1] }, { keep: "abcd" }, { maxEntries: 0 },
  { ignore: ["\ud800", "/", "//~1~0", ""] }, { keep: Object.assign([], { length: 40_000 }) }, new Map([[1, 2]]), new Proxy([], {}),
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
  const guard = core.guard(KEY, CONFIGURATION);
  return { guard, run: guard.run(), detector: core.detector(KEY, 32, 1, 8, 3) };
}
const methodsOf = (object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== "constructor");

function wrongArguments() {
  for (let round = 0; round < rounds; round++) {
    for (const name of methodsOf(core)) attempt(() => core[name](...anyArguments()));
    const open = handles();
    for (const handle of Object.values(open))
      for (const name of methodsOf(handle))
        if (name !== "close" || random(20) === 0)
          attempt(() => {
            const method = handle[name];
            if (typeof method === "function") method.apply(handle, anyArguments());
          });
    if (random(2) === 0) for (const handle of Object.values(open)) handle.close();
  }
}

/** Records that are good, and what becomes of them when their text is cut, put together or changed. */
function records() {
  for (let round = 0; round < 40; round++) {
    const { run } = handles();
    const made = [
      (core) => writeCall(core, EventTag.before, "read", { a: [1, 2] }, "1", "query", 0, 5),
      (core) => writeOutcome(core, NO_TICKET, "1", 0, "x".repeat(random(400)), true, 0, undefined, 6),
      (core) => writeCall(core, EventTag.invalid, "none", undefined, "2", "no such tool", 0, 7),
      resolveEvent(NO_TICKET, "1", random(5)),
      stepEvent(random(3)),
    ].map((event) => run.record(event));
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
      if (name !== "close")
        for (let i = 0; i < 50; i++)
          attempt(() => {
            const method = handle[name];
            if (typeof method === "function") method.apply(handle, anyArguments());
          });
  }
  assert.throws(() => closed.run.tell(stepEvent(0)), { code: "ERR_LOOPGUARD_CLOSED" });
  assert.throws(() => closed.guard.run(), { code: "ERR_LOOPGUARD_CLOSED" });
  assert.throws(() => closed.detector.at(0), { code: "ERR_LOOPGUARD_CLOSED" });
}

/** Code that runs while a value is written, and comes back into the core, closes what is in use, or asks for a collection. */
function reentrance() {
  const big = "é".repeat(500_000);
  for (const mischief of [
    ({ guard }) => guard.close(),
    ({ run }) => run.close(),
    ({ run }) => run.before("t", { big }, undefined, undefined, 0, 0),
    () => core.identify(KEY, 1, "big", { big }),
    () => globalThis.gc?.(),
    () => assert.fail("a getter that throws"),
  ]) {
    const open = handles();
    const args = {
      first: "x".repeat(200),
      get second() {
        mischief(open);
        return big;
      },
      toJSON() {
        mischief(open);
        return this;
      },
    };
    attempt(() => open.run.before("t", args, "id", undefined, 0, 0));
    attempt(() => open.run.after(0, args, true, 0, undefined, 0));
    attempt(() => open.guard.addTool(args));
    attempt(() => core.canonicalize(1, args));
    attempt(() => open.run.report());
  }
}

wrongArguments();
records();
afterClose();
reentrance();
for (let i = 0; i < 5; i++) {
  globalThis.gc?.();
  await nextTurn();
}
console.log(JSON.stringify({ returned, threw }));
