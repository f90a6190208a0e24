/** Snapshots that earlier versions wrote: each can be read for ever, by both builds of the core, and means what it meant. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as loopguard from "../../lib/index.ts";
import { guardOf, play } from "../state/vectors/play.mjs";

interface Vector {
  name: string;
  kind: "run" | "guard" | "detector";
  file: string;
  options: object;
  now: number;
  next: object[];
  expect: unknown[];
  signatures: string[];
}

const folder = new URL("../state/vectors/", import.meta.url);
/**
 * What is said otherwise now, on purpose: by the place of the answer. Repeats are those of calls that ran, and a streak of
 * failures ends where something new succeeded.
 */
const SINCE: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  busy: { 4: "hint no_progress 3 2 1", 16: "allow" },
};
/** The preset of then had other detectors: their loops are dropped, what ran is not, and the preset of today goes on. */
const UNDER_TODAYS_PRESET: Readonly<Record<string, readonly string[]>> = {
  "version-1.json": [
    ...["allow", "warn no_progress 4 1 1", "allow", "warn no_progress 3 1 1", "allow", "warn stall 8 1 1"],
    ...["warn stall 8 2 1", "allow", "hint no_news 2 1 1", "allow", "hint no_news 2 2 1", "allow"],
  ],
  "version-2.json": [
    ...["allow", "warn no_progress 4 1 1", "allow", "warn no_progress 3 1 1", "warn stall 7 3 1", "allow"],
    ...["warn stall 8 4 1", "allow", "hint no_news 2 1 1", "allow", "hint no_news 2 2 1", "allow"],
  ],
};
const lists = readdirSync(folder).filter((name) => name.endsWith(".json"));
const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(file, folder)));

function readDetector({ file, signatures }: Vector): unknown[] {
  using detector = loopguard.LoopDetector.restore(bytesOf(file));
  return signatures.map((signature) => {
    const match = detector.push(signature);
    return match.detected ? { cycleLength: match.cycleLength, repeats: match.repeats } : null;
  });
}

describe.each(lists)("%s", (list) => {
  const vectors = JSON.parse(readFileSync(new URL(list, folder), "utf8")) as Vector[];

  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s goes on as it did then", (_, vector) => {
    if (vector.kind === "detector") return expect(readDetector(vector)).toEqual(vector.expect);
    const { subject, clock } = guardOf(loopguard, vector.options, { now: vector.now }, bytesOf(vector.file));
    const answers = play({ subject, clock }, vector.next);
    if (vector.kind === "guard") {
      expect(subject.restored).toMatchObject({ sameOptions: false, dropped: { observations: 0, counts: 0 } });
      expect(answers).toEqual(UNDER_TODAYS_PRESET[list]);
    } else {
      expect(subject.restored).toMatchObject({ sameOptions: true, dropped: { loops: 0, armed: 0, detections: 0 } });
      expect(answers).toEqual(vector.expect.map((answer, at) => SINCE[vector.name]?.[at] ?? answer));
    }
    subject.close();
  });

  it("is refused with any byte changed", () => {
    for (const { file, kind, options } of vectors) {
      const bytes = bytesOf(file);
      for (let at = 0; at < bytes.length; at += 1 + Math.floor(bytes.length / 60)) {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] as number) ^ 0x40;
        const restore = () =>
          kind === "detector"
            ? loopguard.LoopDetector.restore(damaged)
            : guardOf(loopguard, options, { now: 0 }, damaged);
        expect(restore, `${file}, byte ${at}`).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_SNAPSHOT" }));
      }
    }
  });
});

describe("the layout of a run's snapshot", () => {
  it("is little-endian, whatever the machine: read byte by byte", () => {
    const bytes = bytesOf("empty-2.bin");
    const number = (at: number, size: number): number =>
      [...bytes.subarray(at, at + size)].reduceRight((sum, byte) => sum * 256 + byte, 0);
    expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe("LGRN");
    expect(number(4, 2)).toBe(2);
    const body = 34;
    expect(number(30, 4)).toBe(bytes.length - body - 16);
    const clocks = [0, 4, 8, 12].map((at) => number(body + at, 4));
    expect(clocks).toEqual([1, 1, 1, 1]); // round, turn, the turn's first round, era
    const detectors = body + 16 + 1 + 16 + 4 + 8;
    expect(number(detectors, 4)).toBe(1);
    // Behind the hash of the one detector: no counts, names, tickets (and none to go out), polls, queries, history,
    // no strikes ever, no loops, nothing armed.
    expect([...bytes.subarray(detectors + 12, bytes.length - 16)]).toEqual(new Array(40).fill(0));
  });
});
