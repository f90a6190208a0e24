/** Reads rows as text: JSON lines, or TSV where it does not begin as JSON does. */
import { LIST, OBJECT } from "./json-bytes.ts";
import type { RowReaderOptions } from "./row-reader.ts";
import { TraceReader } from "./trace-reader.ts";
import { TsvReader } from "./tsv-reader.ts";

export class TableText {
  readonly #name: string;
  readonly #options: RowReaderOptions;
  #reader: TraceReader | TsvReader | undefined;

  constructor(name: string, options: RowReaderOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Takes the first byte that is not blank; gives whether each line is a row, so that no row goes on in the next. */
  begins(first: number): boolean {
    const isJson = first === OBJECT || first === LIST;
    this.#reader = new (isJson ? TraceReader : TsvReader)(this.#name, this.#options);
    return !isJson;
  }

  line(text: Uint8Array | undefined, number: number, size: number, free: () => void): void {
    const reader = this.#reader;
    if (reader instanceof TsvReader) reader.line(text, number, size);
    else reader?.line(text, number, size, free);
  }

  end(): void {
    this.#reader?.end();
  }
}
