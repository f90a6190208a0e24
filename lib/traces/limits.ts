/** What is read at most, so that a scan of anything stays within a few hundred megabytes. Healthy traces are far from it. */
import { createHash } from "node:crypto";

/** Bytes of one JSON text: of a line, or of an element where a list goes over many lines or is longer than this. */
export const TEXT_MAX: number = 16_000_000;

/**
 * Values in one JSON text: an empty object takes twenty times the memory of its two characters; and different keys, for each
 * of which V8 may keep a shape of its own.
 */
export const VALUES_MAX: number = 1 << 20;
export const KEYS_MAX: number = 100_000;

/** Characters of a name or an id that are kept as they are. */
const NAME_MAX = 512;

const MB = 1e6;

/** Why a text of so many bytes is passed over. */
export function tooLong(bytes: number): string {
  const size = `${(bytes / MB).toFixed(1)} MB in one line or value`;
  return `passed over: ${size}, and ${TEXT_MAX / MB} MB is the most that is read at once; cut it into several lines`;
}

/** Why a text is passed over that holds more than `VALUES_MAX` values, or `KEYS_MAX` keys. */
export const TOO_MANY: string = `passed over: more than ${VALUES_MAX} values or ${KEYS_MAX} different keys in one line or value; cut it into several lines`;

/** A name as it is kept: of a very long one, the beginning and a number that tells it from others. */
export function keptName(name: string): string {
  if (name.length <= NAME_MAX) return name;
  // A copy, since a slice would keep all of it in memory.
  const start = Buffer.from(name.slice(0, NAME_MAX), "utf16le").toString("utf16le");
  return `${start}… (${name.length} characters, ${digestOf(name)})`;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text, "utf16le").digest("hex").slice(0, 16);
}
