/** Both builds of the text detector, and any way to cut a text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CoreTextLoop, CoreTextMatch } from "../../lib/core/handles.ts";
import { tries } from "../effort.ts";
import { native, wasm } from "./both-builds.ts";
import { anyString, KEY } from "./builds.ts";

const OPTIONS = [3, 60, 0, 0] as const;

/** The first match, and the state afterwards as text, which compares faster than bytes. */
function push(detector: CoreTextLoop, chunks: readonly string[]): [CoreTextMatch | undefined, string] {
  let first: CoreTextMatch | undefined;
  for (const chunk of chunks) {
    const match = detector.push(chunk);
    first ??= match;
  }
  const state = Buffer.from(detector.snapshot()).toString("base64");
  detector.close();
  // In a longer chunk the first loop may be sure already.
  return [first && ({ ...first, repeats: 0, sure: false } as CoreTextMatch), state];
}

/** `text` in pieces that end anywhere, also between two surrogates. */
function cut(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] as number;
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}

const piece = fc.oneof(
  anyString,
  fc.constantFrom("It fails again. ", "12. Retry\n", "😀", "\ud83d", "\ude00", "再试一次。"),
);
const text = fc
  .tuple(fc.array(piece, { maxLength: 8 }), fc.array(piece, { minLength: 1, maxLength: 5 }), fc.nat(40))
  .map(([before, block, times]) => before.join("") + block.join("").repeat(times));
const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });

describe("the text detector", () => {
  it("gives one answer and one state, however a text is cut, in both builds", () => {
    fc.assert(
      fc.property(text, sizes, (whole, pieces) => {
        const want = push(native.textLoop(KEY, OPTIONS), [whole]);
        expect(push(native.textLoop(KEY, OPTIONS), cut(whole, pieces))).toEqual(want);
        expect(push(wasm.textLoop(KEY, OPTIONS), cut(whole, pieces))).toEqual(want);
      }),
      { numRuns: tries(1000) },
    );
  });

  it("goes on from a snapshot of the other build", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const detector = native.textLoop(KEY, OPTIONS);
        detector.push(before);
        expect(detector.endMessage()).toEqual(wasmAfter(before).endMessage());
        const restored = wasm.restoreTextLoop(detector.snapshot());
        expect(push(restored, [after])).toEqual(push(detector, [after]));
      }),
      { numRuns: tries(500) },
    );
  });
});

function wasmAfter(chunk: string): CoreTextLoop {
  const detector = wasm.textLoop(KEY, OPTIONS);
  detector.push(chunk);
  return detector;
}
