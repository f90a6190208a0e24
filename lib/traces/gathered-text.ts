/** Joins a text that comes in parts. */
export class GatheredText {
  readonly #max: number;
  #parts: Uint8Array[] = [];
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
    this.#size += part.length;
    if (this.#size > this.#max) this.#parts = [];
    else this.#parts.push(part);
  }

  /** The text so far; `undefined` if it is too long. */
  get text(): Uint8Array | undefined {
    if (this.#size > this.#max) return undefined;
    if (this.#parts.length !== 1) this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0];
  }

  /** Frees its memory, but keeps the size. */
  readonly free = (): void => {
    this.#parts = [];
  };

  clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
