/** What tests of the core share. */
import fc from "fast-check";
import type { PackedVerdict } from "../../lib/core/types.ts";

export const KEY: Uint8Array = new Uint8Array(16).fill(7);

export const never = (error: unknown): never => {
  throw error;
};
/** A guard that strikes each call of one kind beyond the first so many, and refuses it. */
export const counting = (maxRepeats: number, rest: object = {}): object => ({
  ladder: { hint: 1 },
  detectors: [{ type: "count", maxRepeats, ...rest }],
});

export const ticketOf = (packed: PackedVerdict): number => Math.floor(packed / 16);
export const actionOf = (packed: PackedVerdict): number => packed & 7;
export const detected = (packed: PackedVerdict): boolean => (packed & 8) !== 0;

/** The value of `act`, or the code of the error that it throws: both builds must agree on either. */
export function outcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith("ERR_LOOPGUARD_") !== true) throw error;
    return code;
  }
}

/** Any sequence of UTF-16 units: lone surrogates, U+0000 and U+FEFF come often. */
export const anyString: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x7f }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      fc.constantFrom(0, 0xfeff, 0xfffd, 0x7f, 0x80, 0x7ff, 0x800, 0xffff),
    ),
    { maxLength: 40 },
  )
  .map((units) => String.fromCharCode(...units));
