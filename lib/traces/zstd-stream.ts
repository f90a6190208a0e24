/**
 * Zstandard (RFC 8878), block by block. fzstd decompresses a block; this module limits its memory and time. By itself
 * fzstd would decompress a whole chunk at once, which may expand to thirty gigabytes, and move the whole window for
 * each block, which may be a single byte. Node's own decompressor is not used: Node.js 20 has none, and those of 22 and
 * 24 stop after the first frame without an error; that of 22 also ignores that a file was cut off.
 */

import { joined } from "./bytes.ts";

class ByteInput {
  /** Bytes taken so far. */
  at = 0;
  readonly #chunks: AsyncGenerator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Whether all bytes were taken. */
  async ended(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return true;
      this.#chunk = value;
    }
    return false;
  }

  /** The next `count` bytes. */
  async take(count: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (let missing = count; missing > 0; missing -= parts.at(-1)?.length ?? 0) {
      if (await this.ended()) throw this.broken("it was cut off");
      const part = this.#chunk.subarray(0, missing);
      this.#chunk = this.#chunk.subarray(part.length);
      this.at += part.length;
      parts.push(part);
    }
    return joined(parts);
  }

  async number(bytes: number): Promise<number> {
    return numberOf(await this.take(bytes));
  }

  broken(what: string): Error {
    return new Error(`Zstandard, at byte ${this.at}: ${what}`);
  }
}

const numberOf = (bytes: Uint8Array): number => bytes.reduceRight((number, byte) => number * 256 + byte, 0);

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const BLOCK_MAX = 128 << 10;
/** How far back a block may refer. `zstd` takes up to 8 MiB at its usual levels. */
const WINDOW_MAX = 32 << 20;
/** Decompressed bytes are passed on in pieces of this size: blocks may be tiny, and an array of one byte takes 250. */
const OUT = 256 << 10;

/** The decompressed bytes. Throws an `Error` that says what is wrong, and at which byte. */
export async function* unzstd(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let out: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const block of blocks(new ByteInput(chunks))) {
      out.push(block);
      size += block.length;
      if (size < OUT) continue;
      yield joined(out);
      out = [];
      size = 0;
    }
  } catch (error) {
    // Bytes before the error are still passed on.
    yield joined(out);
    throw error;
  } finally {
    await chunks.return(undefined);
  }
  yield joined(out);
}

/** The decompressed blocks of all frames. */
async function* blocks(input: ByteInput): AsyncGenerator<Uint8Array, void, undefined> {
  const { fzstd } = await import("./libraries.ts");
  const begin = decompressor(fzstd.Decompress);
  while (!(await input.ended())) {
    const magic = await input.number(4);
    if ((magic & ~0xf) >>> 0 === SKIPPABLE) {
      for (let left = await input.number(4); left > 0; left -= OUT) await input.take(Math.min(left, OUT));
      continue;
    }
    if (magic !== FRAME) throw input.broken("expected the start of a frame");
    const { window, checksum } = await frameHeader(input);
    const decompressed = begin(window);
    for (let bits = 0; (bits & 1) === 0; ) {
      const header = await input.take(3);
      bits = numberOf(header);
      const [type, size] = [(bits >> 1) & 3, bits >> 3];
      if (size > BLOCK_MAX || type === 3) throw input.broken("a block header is invalid");
      const block = joined([header, await input.take(type === 1 ? 1 : size)]);
      let text: Uint8Array;
      try {
        text = decompressed(block);
      } catch (error) {
        throw input.broken((error as Error).message);
      }
      yield text;
    }
    if (checksum) await input.take(4);
  }
}

/** Reads the Frame_Header. A frame that needs a dictionary is an error. */
async function frameHeader(input: ByteInput): Promise<{ window: number; checksum: boolean }> {
  const flags = await input.number(1);
  const single = (flags & 0x20) !== 0;
  if ((flags & 0x08) !== 0) throw input.broken("a reserved bit of its header is set");
  const windowLog = single ? 0 : await input.number(1);
  if ((await input.number([0, 1, 2, 4][flags & 3] as number)) !== 0) throw input.broken("it needs a dictionary");
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6] as number;
  const size = (await input.number(sizeBytes)) + (sizeBytes === 2 ? 256 : 0);
  const base = 2 ** (10 + (windowLog >> 3));
  const window = single ? size : base + (base / 8) * (windowLog & 7);
  if (window > WINDOW_MAX) {
    const [own, most] = [window, WINDOW_MAX].map((bytes) => `${Math.round(bytes / (1 << 20))} MiB`);
    const way = "zstd -dc --long=31 <file> | loopguard scan -";
    throw input.broken(`its window is ${own}, and the limit is ${most}; decompress it yourself: ${way}`);
  }
  return { window, checksum: (flags & 4) !== 0 };
}

type Decompress = new (take: (block: Uint8Array) => void) => { push(bytes: Uint8Array): void };

/**
 * Decompresses frame after frame, block by block, with the window before each. It gives fzstd 0.1.1 the state of a frame whose
 * header was read, under minified names: `w` is the window, which ends at `e`; `b` the offset of the block, `l` whether it is the
 * last one, `m` the largest size of one, `o` the offsets of the last matches.
 */
function decompressor(Decompress: Decompress): (window: number) => (block: Uint8Array) => Uint8Array {
  let past: Uint8Array = new Uint8Array();
  return (window) => {
    // A quarter more than the window, so that it is moved rarely.
    const room = window + (window >> 2) + BLOCK_MAX;
    if (past.length < room) past = new Uint8Array(room);
    const state = { w: past, e: 0, b: 0, l: 0, m: BLOCK_MAX, o: Int32Array.of(1, 4, 8), y: 0, c: 0 };
    return (block) => {
      let text: Uint8Array = new Uint8Array();
      const decompress = new Decompress((made) => {
        text = state.w = made; // fzstd moves what it takes for the window
      });
      const fits = state.e + BLOCK_MAX <= past.length;
      if (!fits) past.copyWithin(0, state.e - window, state.e);
      Object.assign(state, { w: past, b: 0, e: fits ? state.e : window });
      Object.assign(decompress, { s: state }).push(block);
      past.set(text, state.e);
      state.e += text.length;
      return text;
    };
  };
}
