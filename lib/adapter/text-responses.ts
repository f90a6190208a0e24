/** Loops in responses: where the model repeats itself it is cut, told, and asked again, and the stream goes on. */
import { isFields } from "../history/fields.ts";
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
  /** It is not cut, though it may end the run. */
  readonly spared?: boolean | undefined;
}

/** How the chunks of a response look in a framework. */
export interface StreamForm<Q, C> {
  /** `undefined`: the chunk is no text. */
  read(chunk: C): TextPiece | undefined;
  /** The chunk with another text. */
  withText(chunk: C, text: string): C;
  /** Whether the chunk calls a tool, so that another request follows. */
  isCall(chunk: C): boolean;
  /** A response that calls tools is passed on as it is: the model is told, or the run ended, with their results. */
  readonly sparesCalls?: boolean;
  /** The request with what the model has written since, which may be nothing, and what it is told. Default: in its `messages`. */
  again?(request: Q, written: string, note: string | undefined): Q;
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
  /** Asks the model at once, for frameworks that await a response before they read it; `false`: there is none. */
  open(): Promise<boolean>;
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

/** See `AgentRun.stream`. */
export function generations<Q, C>(
  run: { readonly text: TextMonitor; readonly ended: ToolLoopError | undefined },
  request: Q,
  ask: AskStream<Q, C>,
  form: StreamForm<Q, C>,
): TextStream<C> {
  const marks = form.mayMark?.(request) ?? true;
  const again = form.again?.bind(form) ?? withReply;
  let source: AsyncIterator<C> | undefined;
  let cancelled = false;
  /** How many generations were cut. */
  let cuts = 0;
  /** Texts that have begun and not ended. */
  const open = new Map<string, TextKind>();
  let written = "";
  /** Whether the generation calls a tool. */
  let calls = false;

  let opened: Promise<IteratorResult<C> | undefined> | undefined;

  /** Up to the first chunk, when a generator asks the model. */
  const begin = (onSource?: (there: boolean) => void): Promise<IteratorResult<C> | undefined> =>
    run.text.ask(async (note) => {
      source = await ask(cuts === 0 && note === undefined ? request : again(request, written, note));
      onSource?.(source !== undefined);
      return cancelled ? undefined : source?.next();
    });

  async function* chunks(): AsyncGenerator<C, void, undefined> {
    const { text } = run;
    try {
      for (;;) {
        const first = await (opened ?? begin());
        opened = undefined;
        if (source === undefined) return;
        if (cancelled || first === undefined) return void (await source.return?.());
        if (yield* passed(first, source, text)) return;
        if (cancelled) return;
        await source.return?.(); // before anything else: the model writes on until then
        for (const [id, kind] of open) text.end(kind, id);
        await text.pending;
        const end = run.ended;
        const more = end === undefined && !calls;
        yield* close(more);
        if (!more) return yield* form.finish(end, calls);
        cuts++;
      }
    } finally {
      if (open.size > 0) text.broke();
      if (!cancelled) await source?.return?.();
    }
  }

  /** Passes a generation on. Whether it is over; if not, it has to be ended. */
  async function* passed(
    first: IteratorResult<C>,
    from: AsyncIterator<C>,
    monitor: TextMonitor,
  ): AsyncGenerator<C, boolean> {
    for (let read = first; ; read = await from.next()) {
      const { done, value } = read;
      if (done === true) {
        const aborts = [...open].map(([own, kind]) => monitor.end(kind, own)).includes("abort");
        await monitor.pending; // whether the run is over, and what the model is told, is known when its response is
        if (!aborts) open.clear();
        return !aborts;
      }
      const chunk = cuts === 0 || form.later === undefined ? value : form.later(value, cuts);
      if (chunk === undefined) continue;
      calls ||= form.isCall(chunk);
      const piece = form.read(chunk);
      if (piece === undefined) {
        yield chunk;
        continue;
      }
      const { kind, id, text, end = false, spared = false } = piece;
      if (!end) open.set(id, kind);
      if (calls && form.sparesCalls === true) {
        monitor.readLong(text ?? "", kind, id);
        yield chunk;
        continue;
      }
      let isCut = false;
      if (text === undefined) yield chunk;
      else {
        const { step, length } = monitor.readLong(text, kind, id);
        isCut = step === "abort" || (step === "cut" && !spared && mayCut());
        const kept = isCut ? text.slice(0, length) : text;
        yield kept === text ? chunk : form.withText(chunk, kept);
        if (kind === "text") written += kept;
        await monitor.pending;
      }
      if (isCut) return false;
      if (!end) continue;
      open.delete(id);
      if (monitor.end(kind, id) === "abort") return false;
    }
  }

  /** Whether the model is asked again after a cut: at once, or with the results of its calls. Else its text is all there is. */
  const mayCut = (): boolean => calls || (marks && cuts < RETELLS_MAX);

  /** Ends the texts that were cut. */
  function* close(more: boolean): Generator<C, void> {
    for (const [id, kind] of open) {
      const mark = kind === "text" && marks ? (more ? CUT_MARK + CUT_BREAK : CUT_MARK) : "";
      written += mark;
      yield* form.close(id, kind, mark);
    }
    open.clear();
  }

  async function cancel(): Promise<void> {
    cancelled = true;
    if (open.size > 0) run.text.broke(); // nobody reads on, so `chunks` does not end
    await source?.return?.();
  }

  const stream: TextStream<C> = {
    [Symbol.asyncIterator]: chunks,
    open: () =>
      new Promise((resolve, reject) => {
        opened = begin(resolve);
        opened.catch(reject);
      }),
    cancel,
    readable: () => readableOf(stream, cancel),
  };
  return stream;
}

/** The messages with what the model has written since, which may be nothing, and what it is told; `say` makes a message. */
export function appendReply<M>(
  messages: readonly M[],
  written: string,
  note: string | undefined,
  say: (role: "assistant" | "user", text: string) => M,
): M[] {
  const own = written.trim() === "" ? [] : [say("assistant", written)];
  return [...messages, ...own, ...(note === undefined ? [] : [say("user", note)])];
}

/** A request whose messages are `{ role, content }`. */
function withReply<Q>(request: Q, written: string, note: string | undefined): Q {
  const { messages } = request as { messages: readonly object[] };
  return { ...request, messages: appendReply(messages, written, note, (role, content): object => ({ role, content })) };
}

/** The sum of two usages, number by number: frameworks and versions have other fields. */
export function addedUsage(a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (a === undefined || !isFields(a) || !isFields(b)) return b ?? a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, addedUsage(a[name], b[name])]));
}
