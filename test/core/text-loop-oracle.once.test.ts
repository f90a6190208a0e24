/** The text detector of both builds against one that keeps the whole text and counts from scratch. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { CoreTextLoop } from "../../lib/core/handles.ts";
import { tries } from "../effort.ts";
import { type Said, SlowTextLoop } from "../oracles/text-loop.ts";
import { native, wasm } from "./both-builds.ts";
import { KEY } from "./builds.ts";

const OPTIONS = { minRepeats: 3, minLength: 60, maxPeriod: 400 };
const NUMBERS = [OPTIONS.minRepeats, OPTIONS.minLength, OPTIONS.maxPeriod, 3] as const;

/** What is said after each character. */
function saidBy(detector: CoreTextLoop, text: string): Said[] {
  const said: Said[] = [];
  for (let at = 1; at <= text.length; at++) {
    const match = detector.push(text.charAt(at - 1));
    if (match !== undefined) said.push({ at, ...match } as Said);
  }
  detector.close();
  return said;
}

/** The first thing that is said within each chunk. */
function saidInChunks(detector: CoreTextLoop, text: string, sizes: readonly number[]): object[] {
  const said: object[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] as number;
    const match = detector.push(text.slice(at, at + size));
    at += size;
    if (match !== undefined) said.push({ ...match, by: Math.min(at, text.length) });
  }
  detector.close();
  return said;
}

const word = fc.stringMatching(/^[a-z]{1,7}$/);
const sentence = fc.array(word, { minLength: 2, maxLength: 8 }).map((words) => `${words.join(" ")}. `);
const piece = fc.oneof(
  { weight: 4, arbitrary: sentence },
  word,
  fc.nat(9999).map((n) => `${n}`),
  fc.constantFrom(
    " ",
    "\n    ",
    "12:30:01 ",
    "1. ",
    "k2. ",
    "a1",
    "|  |",
    "0, ",
    "x = y[0];\n",
    "",
    "再试一次。",
    "😀",
    "\ud800",
    "—",
    "T",
    "2026-11-24T12:30",
  ),
);
const block = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
/** A block so many times: as it is, counted, with one of its words new each time, with others among it, or in a block that
 * holds it several times. */
const loop = fc
  .tuple(
    block,
    block,
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom("same", "counted", "worded", "shuffled", "held"),
    fc.nat(0xfff),
  )
  .map(([one, other, times, how, order]) =>
    Array.from({ length: times }, (_, i) => {
      if (how === "held") return (order >> (i % 12)) & 1 ? one : other;
      if (how === "counted") return `${i + 1}. ${one}`;
      if (how === "worded") return `${one}${"abcdefgh"[(i * 3) % 8]}${i % 7 ? "or" : "and"} ${other}`;
      return how === "shuffled" && (i * i) % 5 > 2 ? other : one;
    }).join(""),
  );
const texts = fc.array(fc.oneof(loop, block), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });

it("says the same at the same character, on both builds, wherever the text is cut", () => {
  let found = 0;
  fc.assert(
    fc.property(texts, sizes, (whole, pieces) => {
      const text = whole.slice(0, 6000);
      const slow = new SlowTextLoop(OPTIONS);
      slow.read(text);
      found += slow.said.length;
      expect(saidBy(native.textLoop(KEY, NUMBERS), text)).toEqual(slow.said);
      expect(saidBy(wasm.textLoop(KEY, NUMBERS), text)).toEqual(slow.said);
      const inChunks = saidInChunks(native.textLoop(KEY, NUMBERS), text, pieces);
      expect(saidInChunks(wasm.textLoop(KEY, NUMBERS), text, pieces)).toEqual(inChunks);
      expect(inChunks.length > 0).toBe(slow.said.length > 0);
    }),
    { numRuns: tries(1000) },
  );
  expect(found).toBeGreaterThan(tries(1000) / 4);
});
