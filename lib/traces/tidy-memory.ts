/**
 * Keeps the memory of threads that read files small. V8 lets hundreds of megabytes of garbage accumulate before it
 * collects them, which suits servers.
 */
import { builtin } from "../base/builtin.ts";

/** Browsers have neither, and collect as they like. */
const [v8, vm] = [builtin("node:v8"), builtin("node:vm")];

/** Bytes read between two checks. */
const LOOK_EVERY = 2 << 20;
/** Growth in bytes since the last collection that leads to the next one; with a large heap, half of it. */
const MORE_MIN = 10 << 20;
/** Texts of this size or more need several times as much memory while they are parsed. */
const LONG = 4 << 20;
/** Milliseconds to wait for another thread's turn to end; the thread may have died. */
const WAIT_MAX = 10_000;

let unlooked = 0;
let live = 0;
/** Whether a long text was read since the last collection, so that `live` may be much too high. */
let stale = false;
let collect: (() => void) | undefined;
let turn: Int32Array | undefined;

/** Call this after reading so many bytes. */
export function haveRead(bytes: number): void {
  unlooked += bytes;
  if (unlooked >= LOOK_EVERY) tidy();
}

/** Call this after reading a file. */
export function haveEnded(): void {
  if (stale) tidy();
}

/** Makes threads parse long texts one at a time. `shared`: four bytes that all of them share. */
export function takeTurns(shared: SharedArrayBuffer): void {
  turn = new Int32Array(shared);
}

/** Calls `does`, which parses a text of so many bytes; collects garbage before and after a long one. */
export function whileTidy(bytes: number, does: () => void): void {
  if (bytes < LONG) {
    does();
    return;
  }
  const mine = turn === undefined || gotTurn(turn);
  try {
    tidy();
    does();
    tidy();
  } finally {
    stale = true;
    if (turn !== undefined && mine) {
      Atomics.store(turn, 0, 0);
      Atomics.notify(turn, 0);
    }
  }
}

function gotTurn(turn: Int32Array): boolean {
  const until = Date.now() + WAIT_MAX;
  while (Atomics.compareExchange(turn, 0, 0, 1) !== 0) {
    const left = until - Date.now();
    if (left <= 0) return false;
    Atomics.wait(turn, 0, 1, left);
  }
  return true;
}

function tidy(): void {
  unlooked = 0;
  if (v8 === undefined || vm === undefined) return;
  const now = used(v8);
  if (live === 0 || now < live) live = now;
  if (!stale && now - live < Math.max(MORE_MIN, live / 2)) return;
  if (collect === undefined) {
    v8.setFlagsFromString("--expose-gc");
    collect = vm.runInNewContext("gc") as () => void;
  }
  collect();
  live = used(v8);
  stale = false;
}

/** Bytes used by this thread. */
function used({ getHeapStatistics }: typeof import("node:v8")): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
