/** Reads a given number of bytes at a time from bytes that come in chunks. */
import { joined } from "./bytes.ts";

export class ByteInput {
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
