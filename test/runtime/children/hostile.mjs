/**
 * Misuses the core in every way that JavaScript offers; each misuse must end in an exception or a harmless result.
 * argv: path of an addon, or "wasm"; rounds. Prints how many attempts returned and how many threw. Also run under ASan, see
 * asan.sh.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";
import { EventAt, Operation } from "../../../dist/core/layout.gen.js";

const KEY = new Uint8Array(16).fill(7);
const CONFIGURATION = { ladder: { warn: 1, hint: 2, abort: 5 }, detectors: [{ type: "count" }, { type: "no_news" }] };
const BLOCK = 4096;

/** The client, and the door below it: a block of its own, and the one call. */
async function open(which) {
  if (which === "wasm") {
    const { loadWasm, WasmPort } = await import("../../../dist/core/wasm.js");
    const port = new WasmPort();
    return { core: loadWasm(), call: (...numbers) => port.call(...numbers), block: () => port.block() };
  }
  process.env.LOOPGUARD_BINDING = which;
  const core = (await import("../../../dist/core/native.js")).loadNative();
  const addon = createRequire(import.meta.url)(which);
  return { core, addon };
}

const { core, addon, ...door } = await open(process.argv[2]);
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
  const never = () => assert.fail("nothing here throws");
  for (let round = 0; round < 40; round++) {
    const { run } = handles();
    const made = [
      run.recordBefore("read", { a: [1, 2] }, "1", "query", 0, 5),
      run.recordAfter("1", 0, "x".repeat(random(400)), true, 0, undefined, 6, never),
      run.recordInvalid("none", undefined, "2", 0, "no such tool", 7),
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
      if (name !== "close")
        for (let i = 0; i < 50; i++)
          attempt(() => {
            const method = handle[name];
            if (typeof method === "function") method.apply(handle, anyArguments());
          });
  }
  assert.throws(() => closed.run.step(0), { code: "ERR_LOOPGUARD_CLOSED" });
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
    attempt(() => open.run.after(0, args, true, 0, undefined, 0, () => mischief(open)));
    attempt(() => open.guard.addProfile(args, false));
    attempt(() => core.canonicalize(1, args));
    attempt(() => open.run.report());
  }
}

/** Any bytes as a message to any operation, with any handle: the door trusts nothing. */
function messages() {
  if (addon !== undefined) {
    let block = new Uint8Array(BLOCK);
    addon.share(block.buffer);
    door.call = addon.call;
    door.block = () => block;
    for (const wrong of [undefined, null, 1, "x", {}, new Uint8Array(8), new SharedArrayBuffer(8)])
      assert.throws(() => addon.share(wrong), TypeError);
    for (const wrong of [[], [1], [1, 2], ["a", 0, 0], [0, {}, 0], [0, 0, 1n], [trap, 0, 0]])
      assert.throws(() => addon.call(...wrong), TypeError);
    structuredClone(block.buffer, { transfer: [block.buffer] }); // whoever has the block may take it away
    assert.ok(addon.call(Operation.identify, 0, 64) < 0);
    addon.share(new ArrayBuffer(0));
    assert.ok(addon.call(Operation.identify, 0, 1) < 0);
    block = new Uint8Array(BLOCK);
    addon.share(block.buffer);
  }
  const put = (bytes) => door.block().set(bytes);
  const text = new TextEncoder().encode(JSON.stringify(CONFIGURATION));
  put(KEY);
  door.block().set(text, 16);
  const guard = door.call(Operation.guard, 0, 16 + text.length);
  assert.ok(guard > 0);
  const run = door.call(Operation.run, guard, 0);
  const known = [guard, run, 0, 1, 0xffffffff];
  const operations = Object.values(Operation);
  for (let i = 0; i < rounds * 40; i++) {
    const bytes = door.block();
    const length = random(4) === 0 ? random(bytes.length + 9) : random(160);
    for (let at = 0; at < Math.min(length, 160); at++) bytes[at] = random(3) === 0 ? random(256) : random(4);
    // The head of an event, so that more of them come through.
    if (random(2) === 0) bytes.fill(0, EventAt.tag, EventAt.bytes).fill(random(6), 0, 1);
    const operation = random(8) === 0 ? random(2 ** 31) : operations[random(operations.length)];
    const handle = random(4) === 0 ? random(2 ** 31) : known[random(known.length)];
    if (operation === Operation.free && known.includes(handle)) continue;
    attempt(() => {
      const answer = door.call(operation, handle, length);
      assert.ok(typeof answer === "number" && !Number.isNaN(answer));
    });
  }
  assert.equal(door.call(Operation.free, run, 0), 0);
  for (const stale of [run, guard + 1]) assert.ok(door.call(Operation.snapshot, stale, 0) < 0);
  assert.ok(door.call(Operation.free, run, 0) < 0);
  assert.equal(door.call(Operation.free, guard, 0), 0);
}

wrongArguments();
records();
afterClose();
reentrance();
for (let i = 0; i < 5; i++) {
  globalThis.gc?.();
  await nextTurn();
}
messages();
console.log(JSON.stringify({ returned, threw }));
