/** Loops in responses that stream: the stream is cut where the model repeats itself, and goes on once it was told. */
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { CUT_BREAK, CUT_MARK, RETELLS_MAX } from "./result-form.ts";
import type { TextKind, TextMonitor } from "./text-monitor.ts";

/** What a chunk says of a text. */
export interface TextPiece {
  readonly kind: TextKind;
  /** Of the text within the response; chunks of one text have the same. */
  readonly id: string;
  /** The text of the chunk; `undefined`: the text begins, or ends. */
  readonly text?: string | undefined;
  /** The text ends with this chunk. */
  readonly end?: boolean;
}

/** How the chunks of a response look in a framework. */
export interface StreamForm<Q, C> {
  /** `undefined`: the chunk is no text. */
  read(chunk: C): TextPiece | undefined;
  /** The chunk with another text. */
  withText(chunk: C, text: string): C;
  /** Whether the chunk calls a tool, so that another request follows. */
  isCall(chunk: C): boolean;
  /** A response that calls tools is not cut: the model is told with their results. */
  readonly sparesCalls?: boolean;
  /** The request with what the model has written since, which may be nothing, and what it is told. */
  again(request: Q, written: string, note: string | undefined): Q;
  /** Whether a cut may be shown in the text and more text may follow; not so for JSON. Default: always. */
  mayMark?(request: Q): boolean;
  /** A chunk of a response that goes on after `cuts` cuts, for instance with another id; `undefined`: it is left out. */
  later?(chunk: C, cuts: number): C | undefined;
  /** What shows a cut, and ends the text. `mark` is empty where none may be shown. */
  close(id: string, kind: TextKind, mark: string): Iterable<C>;
  /** The last chunks of a response that was cut and is not continued. `end`: the run is over. */
  finish(end: ToolLoopError | undefined, calls: boolean): Iterable<C>;
}

/** Asks the model; `undefined`: there is no response. `return` of the iterator must stop the model, also while `next` waits. */
export type AskStream<Q, C> = (request: Q) => Promise<AsyncIterator<C> | undefined> | AsyncIterator<C> | undefined;

export interface TextStream<C> extends AsyncIterable<C> {
  /** Stops the model. */
  cancel(): Promise<void>;
  /** The chunks as a web stream; one is asked for when one is read. */
  readable(): ReadableStream<C>;
}

/** An iterator and no generator: its `return` stops the model also while `next` waits. */
export function chunksOf<C>(stream: ReadableStream<C>): AsyncIterableIterator<C, undefined> {
  const reader = stream.getReader();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => reader.read() as Promise<IteratorResult<C, undefined>>,
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Chunks as a web stream; one is asked for when one is read. */
export function readableOf<C>(chunks: AsyncIterable<C>, cancel: () => unknown): ReadableStream<C> {
  const own = chunks[Symbol.asyncIterator]();
  return new ReadableStream<C>(
    {
      async pull(controller) {
        const { done, value } = await own.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

export class Generations<Q, C> implements TextStream<C> {
  readonly #run: { readonly text: TextMonitor; readonly ended: ToolLoopError | undefined };
  readonly #request: Q;
  readonly #ask: AskStream<Q, C>;
  readonly #form: StreamForm<Q, C>;
  readonly #marks: boolean;
  #source: AsyncIterator<C> | undefined;
  #cancelled = false;
  /** How many generations were cut. */
  #cuts = 0;
  /** Texts that have begun and not ended. */
  readonly #open = new Map<string, TextKind>();
  #written = "";
  /** Whether the generation calls a tool. */
  #calls = false;

  constructor(
    run: { readonly text: TextMonitor; readonly ended: ToolLoopError | undefined },
    request: Q,
    ask: AskStream<Q, C>,
    form: StreamForm<Q, C>,
  ) {
    this.#run = run;
    this.#request = request;
    this.#ask = ask;
    this.#form = form;
    this.#marks = form.mayMark?.(request) ?? true;
  }

  async cancel(): Promise<void> {
    this.#cancelled = true;
    await this.#source?.return?.();
  }

  readable(): ReadableStream<C> {
    return readableOf(this, () => this.cancel());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<C, void, undefined> {
    const form = this.#form;
    const { text } = this.#run;
    try {
      for (;;) {
        const note = text.take();
        const first = this.#cuts === 0 && note === undefined;
        this.#source = await this.#ask(first ? this.#request : form.again(this.#request, this.#written, note));
        if (this.#source === undefined) return;
        if (this.#cancelled) return void (await this.#source.return?.());
        if (yield* this.#generation(this.#source)) return;
        if (this.#cancelled) return;
        await this.#source.return?.(); // before anything else: the model writes on until then
        for (const [id, kind] of this.#open) text.end(kind, id);
        await text.pending;
        const end = this.#run.ended;
        const more = end === undefined && !this.#calls;
        yield* this.#close(more);
        if (!more) return yield* form.finish(end, this.#calls);
        this.#cuts++;
      }
    } finally {
      if (!this.#cancelled) await this.#source?.return?.();
    }
  }

  /** Passes a generation on. Whether it is over; if not, it has to be ended. */
  async *#generation(source: AsyncIterator<C>): AsyncGenerator<C, boolean> {
    const form = this.#form;
    const { text: monitor } = this.#run;
    for (;;) {
      const { done, value } = await source.next();
      if (done === true) return ![...this.#open].map(([own, kind]) => monitor.end(kind, own)).includes("abort");
      const chunk = this.#cuts === 0 || form.later === undefined ? value : form.later(value, this.#cuts);
      if (chunk === undefined) continue;
      this.#calls ||= form.isCall(chunk);
      const piece = form.read(chunk);
      if (piece === undefined) {
        yield chunk;
        continue;
      }
      const { kind, id, text, end = false } = piece;
      if (this.#calls && form.sparesCalls === true) {
        monitor.readLong(text ?? "", kind, id);
        yield chunk;
        continue;
      }
      if (!end) this.#open.set(id, kind);
      let isCut = false;
      if (text === undefined) yield chunk;
      else {
        const { step, length } = monitor.readLong(text, kind, id);
        isCut = step === "abort" || (step === "cut" && this.#mayCut());
        const kept = isCut ? text.slice(0, length) : text;
        yield kept === text ? chunk : form.withText(chunk, kept);
        if (kind === "text") this.#written += kept;
        await monitor.pending;
      }
      if (isCut) return false;
      if (!end) continue;
      this.#open.delete(id);
      if (monitor.end(kind, id) === "abort") return false;
    }
  }

  /** Whether the model is asked again after a cut: at once, or with the results of its calls. Else its text is all there is. */
  #mayCut(): boolean {
    return this.#calls || (this.#marks && this.#cuts < RETELLS_MAX);
  }

  /** Ends the texts that were cut. */
  *#close(more: boolean): Generator<C, void> {
    for (const [id, kind] of this.#open) {
      const mark = kind === "text" && this.#marks ? (more ? CUT_MARK + CUT_BREAK : CUT_MARK) : "";
      this.#written += mark;
      yield* this.#form.close(id, kind, mark);
    }
    this.#open.clear();
  }
}
