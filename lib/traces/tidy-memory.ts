/**
 * Keeps the memory of threads that read files small. V8 lets some hundred megabytes of garbage come together before it
 * collects, as is good for servers.
 */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes read between two looks. */
const LOOK_EVERY = 2 << 20;
/** Bytes that there may be more than after the last collection; of much that lives, half of it. */
const MORE_MIN = 10 << 20;
/** Texts from this size on take several times as much while they are parsed. */
const LONG = 4 << 20;
/** Milliseconds to wait for another thread, which may have died. */
const WAIT_MAX = 10_000;

let unlooked = 0;
let live = 0;
/** Whether a long text was read since, so that `live` may be much too high. */
let stale = false;
let collect: (() => void) | undefined;
let turn: Int32Array | undefined;

/** To be told of bytes that were read. */
export function haveRead(bytes: number): void {
  unlooked += bytes;
  if (unlooked >= LOOK_EVERY) tidy();
}

/** To be told when a file is done. */
export function haveEnded(): void {
  if (stale) tidy();
}

/** Has threads parse long texts one at a time. `shared`: four bytes, the same for all of them. */
export function takeTurns(shared: SharedArrayBuffer): void {
  turn = new Int32Array(shared);
}

/** Does what takes a lot of memory for a text of so many bytes. */
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
  const now = used();
  if (live === 0 || now < live) live = now;
  if (!stale && now - live < Math.max(MORE_MIN, live / 2)) return;
  collect ??= collector();
  collect();
  live = used();
  stale = false;
}

/** Of this thread. */
function used(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
