/**
 * Misuses the door in every way that JavaScript offers: wrong arguments, blocks that are taken away, messages that lie,
 * handles that are stale. Each must end in an exception or an answer. argv: path of an addon, or "wasm"; how many rounds.
 * Prints how many calls were answered and how many refused, and a digest of all answers, which is the same on both builds.
 * Also run under ASan, see asan.sh.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";
import { EventAt, EventFlag, Operation } from "../../../out/core/layout.gen.js";

const SIZE = 4096;
const OPERATIONS = Object.values(Operation).length + 2;
const EINVAL = -2;
/** Bytes at the end of an addon's block, see native/addon. */
const REQUEST = 16;

function callAddon(addon, buffer, ...numbers) {
  const view = new DataView(buffer, buffer.byteLength - REQUEST);
  numbers.forEach((number, i) => {
    view.setUint32(4 * i, number, true);
  });
  addon.call(buffer);
  return view.getFloat64(0, true);
}

/** Each has `call`, and `block(size)`: a new block of that size, as bytes that are valid until the next call. */
const doors = {
  addon(path) {
    const addon = createRequire(import.meta.url)(path);
    let buffer = new ArrayBuffer(REQUEST);
    const block = (size) => {
      if (size !== buffer.byteLength - REQUEST) buffer = new ArrayBuffer(size + REQUEST);
      return new Uint8Array(buffer, 0, size);
    };
    return { addon, block, call: (...numbers) => callAddon(addon, buffer, ...numbers) };
  },
  wasm() {
    const module = new WebAssembly.Module(readFileSync(new URL("../../../dist/loopguard.wasm", import.meta.url)));
    const { exports } = new WebAssembly.Instance(module, {});
    exports._initialize();
    const door = exports.lg_wasm_door();
    let current = 0;
    const block = (size) => {
      const at = exports.lg_wasm_block(door, size);
      const bytes = new Uint8Array(exports.memory.buffer, at, size);
      if (size !== current) bytes.fill(0); // as a new buffer has it
      current = size;
      return bytes;
    };
    block(SIZE);
    return { block, call: (...numbers) => exports.lg_door_call(door, ...numbers) };
  },
};

const door = process.argv[2] === "wasm" ? doors.wasm() : doors.addon(process.argv[2]);
const rounds = Number(process.argv[3] ?? 300);
const said = createHash("sha256");
let answered = 0;
let refused = 0;

/** Whatever happens, it is a number or an Error; never the end of the process. */
function attempt(act) {
  try {
    const answer = act();
    if (answer < 0) refused++;
    else answered++;
    return answer;
  } catch (error) {
    assert.ok(error instanceof Error, `not an Error: ${String(error)}`);
    refused++;
    return EINVAL;
  }
}

/** xorshift, so that a failure comes again. */
let seed = 0x9e3779b9;
function random(below) {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
}

const trap = { valueOf: () => assert.fail("a conversion that throws") };
// biome-ignore format: a list of everything
const VALUES = [
  undefined, null, true, 0, -0, 1, 2, 11, -1, 1.5, 4_294_967_295, 2 ** 32, 2 ** 53, Number.NaN, Infinity, 10n, Symbol("s"), "", "x",
  {}, [], () => {}, trap, new Proxy({}, {}), new ArrayBuffer(8), new SharedArrayBuffer(8), new Uint8Array(8), new DataView(new ArrayBuffer(8)),
];
const anyValue = () => VALUES[random(VALUES.length)];

/** Handles that were given, stale ones among them, by what made them. */
const handles = new Map([Operation.guard, Operation.run, Operation.detector].map((made) => [made, []]));

/** Which handles an operation takes, by what makes them; those that are not here take none. */
function takes(operation) {
  if (operation === Operation.tool || operation === Operation.run) return Operation.guard;
  if (operation >= Operation.judge && operation <= Operation.rounds) return Operation.run;
  if (operation >= Operation.push && operation <= Operation.detectorSnapshot) return Operation.detector;
  return operation === Operation.free ? [...handles.keys()][random(3)] : undefined;
}

function anyHandle(operation) {
  const kind = random(20) === 0 ? Operation.run : takes(operation);
  const given = handles.get(kind) ?? [];
  if (random(20) === 0) return random(2 ** 32);
  return given.length === 0 ? 0 : given[random(given.length)];
}

function keepHandle(operation, answer) {
  const given = handles.get(operation === Operation.detectorRestore ? Operation.detector : operation);
  if (given === undefined || answer <= 0) return;
  if (given.length > 20) given.splice(random(20), 5); // forgotten, not freed
  given.push(answer);
}

const CONFIGURATIONS = [
  "{}",
  '{"detectors":[{"type":"count"},{"type":"cycle"}]}',
  '{"detectors":[{"type":"no_news"},{"type":"custom","name":"mine"}]}',
  '{"tools":{"a*":{"poll":true}}}',
  '{"detectors":7}',
  "{",
];
const encoder = new TextEncoder();

function putEvent(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const flags = random(4) === 0 ? random(256) : 1 + random(2) + (random(16) << 4);
  const lengths = [random(5), random(40), flags & EventFlag.id ? random(4) : 0, flags & EventFlag.tail ? random(9) : 0];
  bytes.fill(0, 0, EventAt.bytes);
  view.setUint32(EventAt.tag, random(7), true);
  view.setUint32(EventAt.flags, flags, true);
  view.setFloat64(EventAt.nowMs, [0, 1e12, Number.NaN, -Infinity][random(4)], true);
  view.setUint32(EventAt.number, random(2) === 0 ? random(2 ** 32) : random(8) * 256, true);
  view.setUint32(EventAt.amount, random(7), true);
  lengths.forEach((length, i) => {
    view.setUint32(EventAt.nameLen + 4 * i, length, true);
  });
  if (random(10) === 0) view.setUint32(EventAt.nameLen + 4 * random(4), random(2 ** 32), true);
  return EventAt.bytes + lengths.reduce((sum, length) => sum + length);
}

function putMessage(operation, bytes) {
  for (let i = random(3) === 0 ? bytes.length : 64; i > 0; i--) bytes[random(bytes.length)] = random(256);
  switch (operation) {
    case Operation.judge:
    case Operation.record:
      return putEvent(bytes);
    case Operation.guard:
      return 16 + encoder.encodeInto(CONFIGURATIONS[random(CONFIGURATIONS.length)], bytes.subarray(16)).written;
    case Operation.tool:
      bytes.fill(0, 0, 4);
      bytes[0] = random(2);
      return 4 + encoder.encodeInto(CONFIGURATIONS[random(2)], bytes.subarray(4)).written;
    case Operation.detector:
      bytes.set([16, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2 + random(2), 0, 0, 0], 16);
      return 32;
    case Operation.run:
    case Operation.snapshot:
    case Operation.report:
    case Operation.detectorSnapshot:
    case Operation.forget:
    case Operation.free:
      return 0;
    default:
      return random(80);
  }
}

const BYTES = new Set([Operation.snapshot, Operation.record, Operation.report, Operation.detectorSnapshot]);

function send(operation, length) {
  const handle = anyHandle(operation);
  const answer = attempt(() => door.call(operation, handle, length));
  keepHandle(operation, answer);
  said.update(`${operation} ${answer} `);
  return answer;
}

/** Any operation with any handle and message; many are good, so that there is something to misuse. */
function lies(count) {
  for (let i = 0; i < count; i++) {
    const operation = random(3) === 0 ? Operation.judge : random(OPERATIONS);
    const size = random(50) === 0 ? 64 + random(SIZE) : SIZE;
    const length = Math.min(putMessage(operation, door.block(size)), size);
    const answer = send(operation, random(100) === 0 ? random(2 ** 32) : length);
    said.update(door.block(size).subarray(0, Math.max(answer, length)));
    if (answer <= 0 || answer > size || !BYTES.has(operation)) continue;
    // What was answered comes back, as it is or damaged.
    if (random(3) === 0) door.block(size)[random(answer)] ^= 1 + random(255);
    send([Operation.restore, Operation.apply, Operation.recordName, Operation.detectorRestore][random(4)], answer);
  }
}

/** The addon's function with what is no number, no buffer, or no buffer any more. */
function wrongArguments(count) {
  const { addon } = door;
  if (addon === undefined) return;
  for (let i = 0; i < count; i++) {
    attempt(() => addon.call(...Array.from({ length: random(6) }, anyValue)));
    attempt(() => Reflect.construct(addon.call, [random(2) === 0 ? anyValue() : new ArrayBuffer(random(40))]));
    attempt(() => Reflect.apply(addon.call, anyValue(), [new ArrayBuffer(random(40))]));
  }
  for (const value of [undefined, {}, 3, new SharedArrayBuffer(64), new Uint8Array(64), new ArrayBuffer(REQUEST - 1)])
    assert.throws(() => addon.call(value), { code: "ERR_LOOPGUARD_EINVAL" });
}

function lostBlocks() {
  const { addon } = door;
  if (addon === undefined) return;
  const taken = new ArrayBuffer(SIZE);
  assert.equal(callAddon(addon, taken, Operation.status, 0, 4), "LG_OK\nno error".length);
  structuredClone(taken, { transfer: [taken] });
  assert.throws(() => addon.call(taken), { code: "ERR_LOOPGUARD_EINVAL" });
  const resizable = new ArrayBuffer(SIZE, { maxByteLength: 2 * SIZE });
  assert.equal(callAddon(addon, resizable, Operation.status, 0, 4), "LG_OK\nno error".length);
  for (const size of [2 * SIZE, REQUEST + 3, REQUEST]) {
    resizable.resize(size);
    assert.equal(callAddon(addon, resizable, Operation.similarity, 0, size - REQUEST + 1), EINVAL);
  }
  door.block(SIZE - 1);
}

/** Every handle that is known still, twice. */
function freeAll() {
  const given = [...handles.values()].flat();
  for (const handle of given) attempt(() => door.call(Operation.free, handle, 0));
  for (const handle of given) assert.equal(door.call(Operation.free, handle, 0), EINVAL);
}

lostBlocks();
for (let round = 0; round < rounds; round++) {
  door.block(SIZE);
  lies(100);
}
wrongArguments(rounds);
lostBlocks();
freeAll();
for (let i = 0; i < 5; i++) {
  globalThis.gc?.();
  await nextTurn();
}
console.log(JSON.stringify({ answered, refused, said: said.digest("hex") }));
