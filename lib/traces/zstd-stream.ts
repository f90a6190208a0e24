/**
 * Zstandard (RFC 8878), block by block. fzstd decompresses a block; this module limits its memory and time. By itself
 * fzstd would decompress a whole chunk at once, which may expand to thirty gigabytes, and move the whole window for
 * each block, which may be a single byte. Node's own decompressor is not used: Node.js 20 has none, and those of 22 and
 * 24 stop after the first frame without an error; that of 22 also ignores that a file was cut off.
 */

import { joined } from "./bytes.ts";

class ByteInput {
  readonly #chunks: AsyncGenerator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Bytes taken so far. */
  get at(): number {
    return this.#at;
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

  /** The next `count` bytes, or fewer at the end. */
  async take(count: number): Promise<Uint8Array> {
    if (this.#chunk.length >= count) return this.#taken(count);
    const parts: Uint8Array[] = [];
    for (let missing = count; missing > 0 && !(await this.ended()); )
      missing -= parts[parts.push(this.#taken(missing)) - 1]?.length ?? 0;
    return joined(parts);
  }

  /** Skips up to `count` bytes; gives how many were skipped. */
  async skip(count: number): Promise<number> {
    let missing = count;
    while (missing > 0 && !(await this.ended())) missing -= this.#taken(missing).length;
    return count - missing;
  }

  /** At most `count` bytes of the current chunk. */
  #taken(count: number): Uint8Array {
    const taken = this.#chunk.subarray(0, count);
    this.#chunk = this.#chunk.subarray(taken.length);
    this.#at += taken.length;
    return taken;
  }
}

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const BLOCK_MAX = 128 << 10;
/** How far back a block may refer. `zstd` takes up to 8 MiB at its usual levels. */
const WINDOW_MAX = 32 << 20;
/** Decompressed bytes are passed on in pieces of this size, because blocks may be tiny. */
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
  while (!(await input.ended())) {
    const magic = numberOf(await bytes(input, 4));
    if ((magic & ~0xf) >>> 0 === SKIPPABLE) {
      const length = numberOf(await bytes(input, 4));
      if ((await input.skip(length)) < length) throw cutOff(input);
      continue;
    }
    if (magic !== FRAME) throw broken(input, "expected the start of a frame");
    const { window, checksum } = await frameHeader(input);
    const frame = new Frame(window, fzstd.Decompress);
    for (let last = false; !last; ) {
      const block = await nextBlock(input);
      last = block.last;
      yield decompressed(frame, block.bytes, input);
    }
    if (checksum) await bytes(input, 4);
  }
}

function decompressed(frame: Frame, block: Uint8Array, input: ByteInput): Uint8Array {
  try {
    return frame.block(block);
  } catch (error) {
    throw broken(input, (error as Error).message);
  }
}

/** Reads the Frame_Header. A frame that needs a dictionary is an error. */
async function frameHeader(input: ByteInput): Promise<{ window: number; checksum: boolean }> {
  const flags = (await bytes(input, 1))[0] as number;
  const single = (flags & 0x20) !== 0;
  if ((flags & 0x08) !== 0) throw broken(input, "a reserved bit of its header is set");
  const windowLog = single ? 0 : ((await bytes(input, 1))[0] as number);
  const dictionary = [0, 1, 2, 4][flags & 3] as number;
  if ((await bytes(input, dictionary)).some((byte) => byte !== 0)) throw broken(input, "it needs a dictionary");
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][flags >> 6] as number;
  const size = numberOf(await bytes(input, sizeBytes)) + (sizeBytes === 2 ? 256 : 0);
  const base = 2 ** (10 + (windowLog >> 3));
  const window = single ? size : base + (base / 8) * (windowLog & 7);
  if (window > WINDOW_MAX) {
    const [own, most] = [window, WINDOW_MAX].map((bytes) => `${Math.round(bytes / (1 << 20))} MiB`);
    const way = "zstd -dc --long=31 <file> | loopguard scan -";
    throw broken(input, `its window is ${own}, and the limit is ${most}; decompress it yourself: ${way}`);
  }
  return { window, checksum: (flags & 4) !== 0 };
}

/** A block with its header. */
async function nextBlock(input: ByteInput): Promise<{ bytes: Uint8Array; last: boolean }> {
  const header = await bytes(input, 3);
  const bits = numberOf(header);
  const size = bits >> 3;
  const type = (bits >> 1) & 3;
  if (size > BLOCK_MAX || type === 3) throw broken(input, "a block header is invalid");
  const rest = await bytes(input, type === 1 ? 1 : size);
  return { bytes: joined([header, rest]), last: (bits & 1) === 1 };
}

/** The state of a frame in fzstd 0.1.1 after it has read the header. Minified names; not public. */
interface FrameState {
  /** The window: the bytes before the next block; and where they end. */
  w: Uint8Array;
  e: number;
  /** The offset of the block, whether it is the last one, and the largest size of a block. */
  b: number;
  l: number;
  m: number;
  /** The offsets of the last matches. */
  o: Int32Array;
  y: number;
  c: number;
}

type Decompress = new (take: (block: Uint8Array) => void) => { push(bytes: Uint8Array): void };

/** Decompresses the blocks of one frame one by one, with the window before each. */
class Frame {
  readonly #window: number;
  readonly #Decompress: Decompress;
  #past: Uint8Array = new Uint8Array();
  readonly #state: FrameState;

  constructor(window: number, Decompress: Decompress) {
    this.#window = window;
    this.#Decompress = Decompress;
    const nothing = new Uint8Array();
    this.#state = { w: nothing, e: 0, b: 0, l: 0, m: BLOCK_MAX, o: Int32Array.of(1, 4, 8), y: 0, c: 0 };
  }

  block(bytes: Uint8Array): Uint8Array {
    const state = this.#state;
    let text: Uint8Array = new Uint8Array();
    const decompress = new this.#Decompress((block) => {
      text = block;
      // fzstd moves what it takes for the window. Let that be the block: this class keeps the window itself.
      state.w = block;
    });
    const end = state.e;
    Object.assign(state, { w: this.#past, b: 0 });
    Object.assign(decompress, { s: state }).push(bytes);
    state.e = this.#keep(text, end);
    return text;
  }

  /** Appends a block to the window, and gives the new end. */
  #keep(block: Uint8Array, end: number): number {
    let past = end;
    if (past + block.length > this.#past.length) {
      const kept = Math.min(past, this.#window);
      const tail = this.#past.subarray(past - kept, past);
      // A quarter more than the window, so that it is moved rarely; but no more than there is to keep.
      const room = Math.min(this.#window + this.#window / 4, 2 * (kept + block.length)) + BLOCK_MAX;
      if (room > this.#past.length) {
        this.#past = new Uint8Array(room);
        this.#past.set(tail);
      } else {
        this.#past.copyWithin(0, past - kept, past);
      }
      past = kept;
    }
    this.#past.set(block, past);
    return past + block.length;
  }
}

async function bytes(input: ByteInput, count: number): Promise<Uint8Array> {
  const taken = await input.take(count);
  if (taken.length < count) throw cutOff(input);
  return taken;
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}

function cutOff(input: ByteInput): Error {
  return broken(input, "it was cut off");
}

function broken(input: ByteInput, what: string): Error {
  return new Error(`Zstandard, at byte ${input.at}: ${what}`);
}
