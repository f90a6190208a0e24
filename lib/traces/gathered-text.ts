/** Joins a text that comes in parts. */

/** Memory up to this size is kept for the next text. */
const KEPT = 1 << 20;

export class GatheredText {
  readonly #max: number;
  /** Holds the joined parts, once there are two. It is resized in place, so memory is freed at once. */
  #buffer: ArrayBuffer | undefined;
  /** The text, as long as it is a single part. */
  #only: Uint8Array | undefined;
  #size = 0;

  /** `max`: bytes; of a longer text only the size is recorded. */
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

  /** The text so far, valid until the next part is added; `undefined` if it is too long. */
  get text(): Uint8Array | undefined {
    if (this.#size > this.#max) return undefined;
    return this.#only ?? Buffer.from(this.#buffer ?? new ArrayBuffer(0), 0, this.#size);
  }

  /** Frees its memory, but keeps the size; the parts that were passed in stay intact. */
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
