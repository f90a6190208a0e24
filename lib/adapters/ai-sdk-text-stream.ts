/** Streams of the AI SDK's language models, cut where the model repeats itself, and continued once it was told. */
import { finishOf, isOwnCall, type Model, type ModelPart, metadataOf } from "./ai-sdk-model.ts";
import { pulledStream } from "./pulled-stream.ts";
import { CUT_BREAK, CUT_MARK, RETELLS_MAX, type TextKind, type TextWatch } from "./text-watch.ts";

/** What a stream needs to know. */
export interface WatchedStream {
  readonly model: Model;
  readonly watch: TextWatch;
  /** An abort is an error of the stream. */
  readonly throws: boolean;
  /** After an abort that is none, calls are answered: the SDK runs them only if the response ends with that reason. */
  readonly answers: boolean;
  /** A cut may be shown in the text, and more text may follow. */
  readonly marks: boolean;
  /** Asks the model again, and tells it about what it has written. */
  again(written: string): Promise<ReadableStream<ModelPart> | undefined>;
}

/** The parts of the stream, and of those that follow after a cut, as one stream. */
export function streamParts(first: ReadableStream<ModelPart>, own: WatchedStream): ReadableStream<ModelPart> {
  const parts = new Generations(first, own);
  return pulledStream(parts.read(), (reason) => parts.cancel(reason));
}

class Generations {
  readonly #own: WatchedStream;
  #reader: ReadableStreamDefaultReader<ModelPart>;
  #cancelled = false;
  /** How many generations were cut. */
  #cuts = 0;
  /** Texts that have begun and not ended. */
  readonly #open = new Map<string, TextKind>();
  #written = "";
  /** Whether the generation has a call that the SDK answers. */
  #calls = false;

  constructor(first: ReadableStream<ModelPart>, own: WatchedStream) {
    this.#own = own;
    this.#reader = first.getReader();
  }

  async cancel(reason: unknown): Promise<void> {
    this.#cancelled = true;
    await this.#reader.cancel(reason);
  }

  async *read(): AsyncGenerator<ModelPart, void> {
    for (;;) {
      const over = yield* this.#generation();
      if (over || this.#cancelled) return;
      await this.#reader.cancel(); // before anything else: the model writes on until then
      const { watch } = this.#own;
      for (const [id, kind] of this.#open) watch.end(kind, id);
      const more = watch.error === undefined && !this.#calls;
      yield* this.#close(more);
      if (!more) {
        yield* this.#finish();
        return;
      }
      this.#cuts++;
      const next = await this.#own.again(this.#written);
      if (next === undefined) return;
      this.#reader = next.getReader();
      if (this.#cancelled) return this.#reader.cancel();
    }
  }

  /** Passes a generation on. Whether it is over; if not, it has to be ended. */
  async *#generation(): AsyncGenerator<ModelPart, boolean> {
    const { watch } = this.#own;
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return true;
      const part = this.#named(value);
      const { type, id = "", delta = "" } = part;
      if (type === "stream-start" && this.#cuts > 0) continue;
      this.#calls ||= isOwnCall(part);
      const kind = kindOf(type);
      if (kind !== undefined && type === `${kind}-delta`) {
        const { course, length } = watch.readLong(delta, kind, id);
        const isCut = course === "end" || (course === "cut" && this.#mayCut());
        const kept = isCut ? delta.slice(0, length) : delta;
        yield kept === delta ? part : { ...part, delta: kept };
        if (kind === "text") this.#written += kept;
        if (isCut) return false;
        continue;
      }
      yield part;
      if (kind === undefined) continue;
      if (type === `${kind}-start`) {
        this.#open.set(id, kind);
      } else {
        this.#open.delete(id);
        if (watch.end(kind, id) === "end") return false;
      }
    }
  }

  /** Whether the model is asked again after a cut: at once, or with the results of its calls. Else its text is all there is. */
  #mayCut(): boolean {
    return this.#calls || (this.#own.marks && this.#cuts < RETELLS_MAX);
  }

  /** Ends the texts that were cut. */
  *#close(more: boolean): Generator<ModelPart, void> {
    for (const [id, kind] of this.#open) {
      if (kind === "text" && this.#own.marks) {
        const delta = more ? CUT_MARK + CUT_BREAK : CUT_MARK;
        this.#written += delta;
        yield { type: "text-delta", id, delta };
      }
      yield { type: `${kind}-end`, id };
    }
    this.#open.clear();
  }

  *#finish(): Generator<ModelPart, void> {
    const { model, watch, throws, answers } = this.#own;
    const { error } = watch;
    if (error === undefined) {
      yield { type: "finish", ...finishOf(model, this.#calls ? "tool-calls" : "other") };
    } else if (throws) {
      yield { type: "error", error };
      yield { type: "finish", ...finishOf(model, "error") };
    } else {
      const reason = answers && this.#calls ? "tool-calls" : "other";
      yield { type: "finish", ...finishOf(model, reason), ...metadataOf(error) };
    }
  }

  /** Other ids than in the generations before, which had the same: most models count from 0. */
  #named(part: ModelPart): ModelPart {
    if (this.#cuts === 0 || part.id === undefined || kindOf(part.type) === undefined) return part;
    return { ...part, id: `${part.id} (${this.#cuts})` };
  }
}

function kindOf(type: string): TextKind | undefined {
  if (type.startsWith("text-")) return "text";
  return type.startsWith("reasoning-") ? "reasoning" : undefined;
}
