/** Limits for hostile files. */

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
    this.#fault({ line: this.#first, reason: `${errors}; only the first ${LISTED_MAX} are listed` });
    this.#left = 0;
  }
}

/** What is known of ids that a file names, of the newest alone: the file decides how many there are, and how long. */
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
