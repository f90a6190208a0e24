/** Limits for hostile files, and memory that stays small while one is read. */

import { builtin } from "../base/platform.ts";
import { remember } from "../base/property.ts";
import { fingerprint } from "../core/identity.ts";
import { copiedText } from "./bytes.ts";
import type { TraceFault } from "./trace-types.ts";

/** Bytes of one JSON text: a line, or an element of a list that spans many lines or is longer than this. */
export const TEXT_MAX: number = 16_000_000;

/**
 * Values in one JSON text (an empty object takes twenty times the memory of its two characters), and different keys in
 * it (V8 may keep a hidden class for each).
 */
export const VALUES_MAX: number = 1 << 20;
export const KEYS_MAX: number = 100_000;

/** Longer names and ids are shortened. */
const NAME_MAX = 512;
/** Hex digits of what stands for the rest. */
const DIGEST_SHOWN = 16;

const MB = 1e6;

/** Why a text of `bytes` bytes is skipped. `file`: the name of its file, if that may be an HTTP archive. */
export function tooLong(bytes: number, file = ""): string {
  const size = `${(bytes / MB).toFixed(1)} MB in one line or value`;
  const remedy = isArchive(file)
    ? "write each of its entries as a line, with jq -c '.log.entries[]'"
    : "split it into several lines";
  return `skipped: ${size}, more than the limit of ${TEXT_MAX / MB} MB; ${remedy}`;
}

const isArchive = (file: string): boolean => /\.har(?:\.gz|\.zst)?$/i.test(file);

/** Why a text with more than `VALUES_MAX` values or `KEYS_MAX` different keys is skipped. */
export const TOO_MANY: string = `skipped: more than ${VALUES_MAX} values or ${KEYS_MAX} different keys in one line or value; split it into several lines`;

/** A name; a very long one is shortened to its beginning and a digest, so that it stays unique. */
export function keptName(name: string): string {
  if (name.length <= NAME_MAX) return name;
  const start = copiedText(name.slice(0, NAME_MAX));
  return `${start}… (${name.length} characters, ${fingerprint(name).slice(0, DIGEST_SHOWN)})`;
}

/** Faults that are reported one by one. */
const LISTED_MAX = 100;

export class FaultLimit {
  readonly #fault: (fault: TraceFault) => void;
  #reported = 0;
  #left = 0;
  #first = 0;
  #last = 0;

  constructor(fault: (fault: TraceFault) => void) {
    this.#fault = fault;
  }

  readonly report = (fault: TraceFault): void => {
    if (fault.line === 0 || this.#reported < LISTED_MAX) {
      this.#reported++;
      this.#fault(fault);
      return;
    }
    if (this.#left === 0) this.#first = fault.line;
    this.#left++;
    this.#last = fault.line;
  };

  /** Reports how many faults were left out. */
  end(): void {
    const [count, last] = [this.#left, this.#last];
    if (count === 0) return;
    const errors = count === 1 ? "1 more error" : `${count} more errors, up to line ${last}`;
    const reason = `${errors}; only the first ${LISTED_MAX} are listed`;
    this.#fault({ line: this.#first, reason });
    this.#left = 0;
  }
}

export class Recent<T> {
  readonly #max: number;
  readonly #map = new Map<string, T>();

  /** `max`: entries; default 10,000. */
  constructor(max = 10_000) {
    this.#max = max;
  }

  get(key: string): T | undefined {
    return this.#map.get(keptName(key));
  }

  /** Deletes an entry; gives whether it was present. */
  delete(key: string): boolean {
    return this.#map.delete(keptName(key));
  }

  set(key: string, value: T): void {
    remember(this.#map, keptName(key), value, this.#max);
  }
}

/**
 * Keeps the memory small while files are read. V8 lets hundreds of megabytes of garbage accumulate before it
 * collects them, which suits servers.
 */

/** Browsers have neither, and collect as they like. */
const [v8, vm] = [builtin("node:v8"), builtin("node:vm")];

/** Bytes read between two checks. */
const LOOK_EVERY = 2 << 20;
/**
 * Growth in bytes since the last collection that leads to the next one; with a large heap, half of it. Each collection drops
 * code that V8 has compiled, and compiles again: of 10 MiB, a fifth of a scan's time went into that.
 */
const MORE_MIN = 48 << 20;
/** Texts of this size or more need several times as much memory while they are parsed. */
const LONG = 4 << 20;

let unlooked = 0;
let live = 0;
/** Whether a long text was read since the last collection, so that `live` may be much too high. */
let stale = false;
let collect: (() => void) | undefined;

/** Call this after reading so many bytes. */
export function haveRead(bytes: number): void {
  unlooked += bytes;
  if (unlooked >= LOOK_EVERY) tidy();
}

/** Call this after reading a file. */
export function haveEnded(): void {
  if (stale) tidy();
}

/** Calls `does`, which parses a text of so many bytes; collects garbage before and after a long one. */
export function whileTidy(bytes: number, does: () => void): void {
  if (bytes < LONG) {
    does();
    return;
  }
  try {
    tidy();
    does();
    tidy();
  } finally {
    stale = true;
  }
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

/** Bytes used by this program. */
function used({ getHeapStatistics }: typeof import("node:v8")): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
