/** A text that comes in parts. */

/** A short text's memory is kept for the next one. */
const KEPT = 1 << 20;

export class GatheredText {
  readonly #max: number;
  /** Where the parts are put together, as soon as there are two. It grows in its place, and what it gives back is free at once. */
  #buffer: ArrayBuffer | undefined;
  /** All there is, while it is one part. */
  #only: Uint8Array | undefined;
  #size = 0;

  /** `max`: bytes; of a longer text only the size is kept. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    const before = this.#size;
    this.#size += part.length;
    if (this.#size > this.#max) {
      this.#only = undefined;
      this.#buffer?.resize(0);
    } else if (before === 0) {
      this.#only = part;
    } else {
      const buffer = this.#roomFor(this.#size);
      if (this.#only !== undefined) new Uint8Array(buffer).set(this.#only);
      this.#only = undefined;
      new Uint8Array(buffer).set(part, before);
    }
  }

  /** The text so far, to be read before the next part is added; not there: it is too long. */
  get text(): Uint8Array | undefined {
    if (this.#size > this.#max) return undefined;
    return this.#only ?? Buffer.from(this.#buffer ?? new ArrayBuffer(0), 0, this.#size);
  }

  /** Gives its memory back, though not yet the size; what it was given stays whole. */
  readonly free = (): void => this.#buffer?.resize(0);

  clear(): void {
    this.#only = undefined;
    this.#size = 0;
    if ((this.#buffer?.byteLength ?? 0) > KEPT) this.#buffer?.resize(0);
  }

  #roomFor(size: number): ArrayBuffer {
    this.#buffer ??= new ArrayBuffer(0, { maxByteLength: this.#max });
    if (this.#buffer.byteLength < size) this.#buffer.resize(Math.min(this.#max, Math.max(size, KEPT, this.#size * 2)));
    return this.#buffer;
  }
}
