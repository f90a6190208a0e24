/** Argument checks of the WebAssembly build: what is no number, string, ... as binding.ts says never reaches the core. */
import type { LadderTuple } from "./binding.ts";
import { argumentError } from "./binding-error.ts";

const MAX_U32 = 0xffffffff;
const KEY_SIZE = 16;

export function asNumber(value: unknown): number {
  if (typeof value !== "number") throw argumentError("A number was expected");
  return value;
}

/** A whole number from 0 to `max`. */
export function asChoice(value: unknown, max: number): number {
  const number = asNumber(value);
  if (!(Number.isInteger(number) && number >= 0 && number <= max)) throw argumentError("A number is out of range");
  return number;
}

export function asU32(value: unknown): number {
  return asChoice(value, MAX_U32);
}

export function asBit(value: unknown): 0 | 1 {
  if (typeof value !== "boolean") throw argumentError("A boolean was expected");
  return value ? 1 : 0;
}

export function asText(value: unknown): string {
  if (typeof value !== "string") throw argumentError("A string was expected");
  return value;
}

export function asOptionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : asText(value);
}

/** A `Uint8Array` of any realm. */
export function asBytes(value: unknown): Uint8Array {
  if (ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]")
    return value as Uint8Array;
  throw argumentError("A Uint8Array was expected");
}

export function asKey(value: unknown): Uint8Array {
  const key = asBytes(value);
  if (key.length !== KEY_SIZE) throw argumentError("A key has 16 bytes");
  return key;
}

export function asLadder(value: unknown): LadderTuple {
  if (!Array.isArray(value)) throw argumentError("A ladder is an array of four numbers");
  return [asU32(value[0]), asU32(value[1]), asU32(value[2]), asU32(value[3])];
}

export function asTexts(value: unknown): string[] {
  if (!Array.isArray(value)) throw argumentError("An array of strings was expected");
  return Array.from(value, asText);
}

export function asObject<T extends object>(value: T): T {
  if (typeof value !== "object" || value === null) throw argumentError("An object was expected");
  return value;
}

/** The bytes of a record; none for a text that is not base64 as the addon writes it, which is no record. */
export function asRecord(value: unknown): Uint8Array {
  const text = asText(value);
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : new Uint8Array(0);
}
