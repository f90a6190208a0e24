/** Trace files that mean harm, or were hit by it. They are written in pieces, since they are larger than a test should hold. */
import { closeSync, createWriteStream, openSync, writeSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { zstdFrame } from "../traces/zstd-frame.ts";
import { healthyLine, runLine, stuckLine } from "./scan-process.ts";

const MIB = 1 << 20;

export type Pieces = Iterable<string | Uint8Array>;

export interface HostileFile {
  pieces: () => Pieces;
  /** Runs in it that are read all the same. */
  runs: number;
  /** What is said of it; not there: nothing. */
  told?: RegExp;
}

const stuck = `${stuckLine("stuck", 6)}\n`;
const LONG = /:2: skipped: \d+\.\d MB in one line or value, more than the limit of 16 MB; split/;
const MANY = /:1: skipped: more than 1048576 values or 100000 different keys in one line or value/;

/** A request with a streamed answer whose parts take twenty times the memory of their text. */
const streamOfParts = (at: number): string => {
  const parts = `${"{},".repeat(400_000)}{}`;
  const response = `data: {"candidates":[{"content":{"parts":[${parts}]}}]}\n\n`;
  return `${JSON.stringify({ request: { messages: [{ role: "user", content: `x${at}` }] }, response })}\n`;
};

/** By name. With `scale` 1, of the sizes that a scan has to bear; the limits are reached with that only. */
export function hostileFiles(scale: number): Record<string, HostileFile> {
  const mib = (count: number) => Math.ceil(count * scale * MIB);
  const times = (count: number) => Math.ceil(count * scale);
  return {
    "a-line-of-1-gb.jsonl": {
      pieces: () => [stuck, '{"id":"', ...fill("x", mib(1024)), '","calls":[]}\n', stuck],
      runs: 2,
      told: LONG,
    },
    "one-long-line.json": {
      pieces: () => ["[", ...fill(`${healthyLine("a", 60)},`, mib(40)), healthyLine("b", 1), "]"],
      runs: Math.ceil(mib(40) / fillBlock(`${healthyLine("a", 60)},`).length) * unitsOf(`${healthyLine("a", 60)},`) + 1,
    },
    "blank-at-start.jsonl": { pieces: () => [...fill("\n", mib(40)), stuck], runs: 1 },
    "blank-in-the-middle.jsonl": { pieces: () => [stuck, ...fill(" \n", mib(40)), stuck], runs: 2 },
    "blank-only.jsonl": { pieces: () => fill("\n", mib(40)), runs: 0 },
    "blanks-in-one-line.jsonl": { pieces: () => [...fill(" ", mib(100)), "\n", stuck], runs: 1 },
    "deep.jsonl": {
      pieces: () => [...fill("[", 2 * MIB), ...fill("]", 2 * MIB), "\n", stuck],
      runs: 1,
      told: MANY,
    },
    "deep-and-open.json": {
      pieces: () => ["[\n", ...fill("[", mib(100))],
      runs: 0,
      told: LONG,
    },
    "empty-objects.jsonl": {
      pieces: () => ['{"messages":[', ...fill("{},", 10 * MIB), "{}]}\n", stuck],
      runs: 1,
      told: MANY,
    },
    "streams-of-empty-parts.jsonl": {
      pieces: () => numbered(times(20), streamOfParts),
      runs: times(20),
    },
    "many-keys.jsonl": {
      pieces: () => ['{"messages":[{"a":1}', ...numbered(150_000, (i) => `,{"k${i}":1}`), "]}\n", stuck],
      runs: 1,
      told: MANY,
    },
    "no-newline-at-end.jsonl": { pieces: () => [stuck, stuckLine("last", 6)], runs: 2 },
    "nul.jsonl": { pieces: () => [stuck, ...fill("\0", mib(100)), "\n", stuck], runs: 2, told: LONG },
    "nul-lines.jsonl": { pieces: () => [stuck, "\0\0\0\n", stuck], runs: 2, told: /:2: not JSON: / },
    "invalid-utf-8.jsonl": {
      pieces: () => [stuck, Uint8Array.of(0x22, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x22, 0x0a), stuck],
      runs: 2,
      told: /:2: expected an object or a list, got "\ufffd/,
    },
    "utf-16-cut-off.jsonl": {
      pieces: () => [Buffer.from(`\ufeff${stuck}`, "utf16le"), Uint8Array.of(0x7b)],
      runs: 1,
      told: /:2: not JSON: /,
    },
    "many-runs.jsonl": {
      pieces: () => numbered(times(200_000), (i) => `${runLine(`r${i}`, [["a", {}, i]])}\n`),
      runs: times(200_000),
    },
    "a-run-a-line.jsonl": {
      pieces: () => numbered(times(200_000), (i) => `{"name":"a","arguments":{},"result":${i},"run":"r${i}"}\n`),
      runs: times(200_000),
    },
    "calls-of-one-run.jsonl": {
      pieces: () => numbered(times(300_000), (i) => `{"name":"a","arguments":{"i":${i}},"result":${i},"run":"r"}\n`),
      runs: 1,
    },
    "loops-of-one-run.jsonl": {
      pieces: () => numbered(times(100_000), (i) => `{"name":"a","arguments":{"i":${i >> 2}},"result":1,"run":"r"}\n`),
      runs: 1,
    },
    "a-name-of-10-mb.jsonl": {
      pieces: () => repeated(`{"name":"${"x".repeat(mib(10))}","arguments":{},"result":"no","run":"r"}\n`, 12),
      runs: 1,
    },
    "ids-of-1-mb.jsonl": {
      pieces: () => numbered(times(200), (i) => `{"name":"a","arguments":{},"run":"${i}${"x".repeat(MIB)}"}\n`),
      runs: times(200),
    },
    "broken-lines.jsonl": {
      pieces: () => [stuck, ...fill("{broken\n", mib(8))],
      runs: 1,
      told: /:102: \d+ more errors, up to line \d+; only the first 100 are listed/,
    },
  };
}

export interface CompressedFile {
  bytes: () => Uint8Array;
  runs: number;
  told?: RegExp;
}

/** Archives that are small and whole in memory. The bombs stand for `gib` GiB each. */
export function hostileArchives(gib: number): Record<string, CompressedFile> {
  const zstd = zstdFrame(Buffer.from(stuck));
  const cut = /: cannot be read(?: after line \d+)?: .*(?:unexpected end of file|it was cut off)/;
  return {
    "zstd-bomb-of-nul.jsonl.zst": {
      bytes: () => Buffer.concat([zstd, zstdBomb(0, gib * 8192)]),
      runs: 1,
      told: /:2: skipped/,
    },
    "zstd-bomb-of-lines.jsonl.zst": { bytes: () => Buffer.concat([zstdBomb(0x0a, gib * 8192), zstd]), runs: 1 },
    "zstd-tiny-blocks.jsonl.zst": { bytes: () => Buffer.concat([zstdTinyBlocks(60_000), zstd]), runs: 1 },
    "zstd-window-of-2-gib.jsonl.zst": {
      bytes: () => Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 0x01, 0x00, 0x00]),
      runs: 0,
      told: /: cannot be read: Zstandard, at byte 6: its window is 2048 MiB, and the limit is 32 MiB/,
    },
    "zstd-frames.jsonl.zst": { bytes: () => Buffer.concat([zstd, zstd, zstd]), runs: 3 },
    "zstd-cut.jsonl.zst": { bytes: () => Buffer.concat([zstd, zstd]).subarray(0, -10), runs: 1, told: cut },
    "zstd-and-rubbish.jsonl.zst": {
      bytes: () => Buffer.concat([zstd, Buffer.from("rubbish")]),
      runs: 1,
      told: /: cannot be read after line 1: Zstandard, at byte \d+: expected the start of a frame/,
    },
    "gzip-members.jsonl.gz": { bytes: () => Buffer.concat([gzipSync(stuck), gzipSync(stuck)]), runs: 2 },
    "gzip-cut.jsonl.gz": {
      bytes: () => gzipSync(stuck.repeat(100), { level: 0 }).subarray(0, -100),
      runs: 99,
      told: cut,
    },
  };
}

/** RFC 8878: one frame of blocks that each stand for 128 KiB of a byte. */
function zstdBomb(byte: number, blocks: number): Uint8Array {
  const block = (last: number) => [0x02 | last, 0x00, 0x10, byte];
  return Uint8Array.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x00,
    0x38,
    ...Array(blocks - 1)
      .fill(block(0))
      .flat(),
    ...block(1),
  ]);
}

/** A window of 32 MiB, and blocks of one byte: who moves the window for each is busy for minutes. */
function zstdTinyBlocks(blocks: number): Uint8Array {
  const block = (last: number) => [0x08 | last, 0x00, 0x00, 0x0a];
  return Uint8Array.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x00,
    15 << 3,
    ...Array(blocks - 1)
      .fill(block(0))
      .flat(),
    ...block(1),
  ]);
}

export function writePieces(path: string, pieces: Pieces): void {
  const file = openSync(path, "w");
  try {
    for (const piece of pieces) writeSync(file, Buffer.from(piece));
  } finally {
    closeSync(file);
  }
}

export async function writeGzip(path: string, pieces: Pieces): Promise<void> {
  await pipeline(Readable.from(pieces, { objectMode: true }), createGzip({ level: 1 }), createWriteStream(path));
}

function fillBlock(unit: string): Buffer {
  return Buffer.from(unit.repeat(unitsOf(unit)));
}

/** How many of it make a piece. */
function unitsOf(unit: string): number {
  return Math.ceil(MIB / Buffer.byteLength(unit));
}

/** At least so many bytes of it. */
export function* fill(unit: string, size: number): Pieces {
  const block = fillBlock(unit);
  for (let done = 0; done < size; done += block.length) yield block;
}

function* numbered(count: number, text: (i: number) => string): Pieces {
  let block = "";
  for (let i = 0; i < count; i++) {
    block += text(i);
    if (block.length < MIB) continue;
    yield block;
    block = "";
  }
  yield block;
}

function* repeated(text: string, count: number): Pieces {
  for (let i = 0; i < count; i++) yield text;
}
