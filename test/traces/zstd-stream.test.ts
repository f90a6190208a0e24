import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unzstd } from "../../lib/traces/zstd-stream.ts";
import { tries } from "../effort.ts";
import { fixture } from "./recorder.ts";
import { zstdFrame } from "./zstd-frame.ts";

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(bytes: Uint8Array, size: number = bytes.length): Promise<{ text: Buffer; error?: string }> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of unzstd(inPieces(bytes, size))) parts.push(part);
  } catch (error) {
    return { text: Buffer.concat(parts), error: (error as Error).message };
  }
  return { text: Buffer.concat(parts) };
}

const frame = (...rest: number[]) => Uint8Array.from([...MAGIC, ...rest]);

describe("Zstandard", () => {
  it("that refers as far back as its window allows, over hundreds of blocks", async () => {
    const expected = Array.from({ length: 80_000 }, (_, i) => `run ${i % 13} of ${(i * i) % 17}\n`).join("");
    const bytes = readFileSync(fixture("compressed/window-of-4-kib.zst"));
    for (const size of [bytes.length, 7]) {
      const { text, error } = await read(bytes, size);
      expect(error).toBeUndefined();
      expect(text.equals(Buffer.from(expected))).toBe(true);
    }
  });

  it("frames, and what is to be passed over between them, in any pieces", async () => {
    const skipped = Uint8Array.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        async (texts, size) => {
          const bytes = Buffer.concat(texts.flatMap((text) => [skipped, zstdFrame(text)]));
          expect(await read(bytes, size)).toEqual({ text: Buffer.concat(texts) });
        },
      ),
      { numRuns: tries(100) },
    );
  });

  it("that was cut off anywhere: what came before counts, and the error says where it ends", async () => {
    const bytes = Buffer.concat([zstdFrame(Buffer.from("first")), zstdFrame(Buffer.from("second"))]);
    const first = bytes.length - zstdFrame(Buffer.from("second")).length;
    for (let end = first + 1; end < bytes.length; end++) {
      const { text, error } = await read(bytes.subarray(0, end));
      expect(text.toString()).toBe("first");
      expect(error).toBe(`Zstandard, at byte ${end}: it was cut off`);
    }
  });

  it("tiny blocks are passed on together: who keeps a long line would keep millions of arrays", async () => {
    const tiny = (last: number) => [0x08 | last, 0x00, 0x00, 0x78];
    const blocks = Array.from({ length: 3_000 }, (_, i) => tiny(i === 2_999 ? 1 : 0)).flat();
    let pieces = 0;
    for await (const _ of unzstd(inPieces(frame(0x00, 0x38, ...blocks), 1_000))) pieces++;
    expect(pieces).toBe(1);
  });

  it.each([
    [
      "a window of 64 MiB",
      frame(0x00, 16 << 3),
      /at byte 6: its window is 64 MiB, and the limit is 32 MiB; decompress it yourself: zstd -dc/,
    ],
    ["one segment of 4 GiB", frame(0xa0, 0xff, 0xff, 0xff, 0xff), /its window is 4096 MiB/],
    ["a dictionary", frame(0x01, 0x38, 0x07), /it needs a dictionary/],
    ["a reserved bit", frame(0x08, 0x38), /a reserved bit of its header is set/],
    ["a block of 2 MiB", frame(0x00, 0x38, 0x03, 0x00, 0xff, 0x00), /a block header is invalid/],
    ["a block of no known type", frame(0x00, 0x38, 0x07, 0x00, 0x00), /a block header is invalid/],
    ["a block of rubbish", frame(0x00, 0x38, 0x45, 0x00, 0x00, 3, 2, 3, 4, 5, 6, 7, 8), /at byte 17: /],
    [
      "something else behind a frame",
      Buffer.concat([zstdFrame(Buffer.from("a")), Buffer.from("else")]),
      /expected the start of a frame/,
    ],
  ])("%s is told", async (_what, bytes, error) => {
    expect((await read(bytes)).error).toMatch(error);
  });

  it("closes what it reads from when nobody wants more", async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield zstdFrame(Buffer.alloc(1 << 20));
      } finally {
        closed = true;
      }
    }
    for await (const _ of unzstd(source())) break;
    expect(closed).toBe(true);
  });
});
