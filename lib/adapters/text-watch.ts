/** What the adapters have in common that look at what a model writes: when a generation ends, and what the model is told. */

import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopRun, TextOptions, Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { withParagraph } from "../wrap/with-message.ts";
import { endOf } from "./guarded-run.ts";

export { isWatched, watchedModel } from "../adapter/watched-model.ts";

export type TextKind = NonNullable<TextOptions["kind"]>;

/** What becomes of a generation: it goes on, it is cut and the model is told why, or it ends the run. */
export type Course = "on" | "cut" | "end";

/** Stands where a text was cut. */
export const CUT_MARK = " […]";
/** Between the text before a cut and the one after it. */
export const CUT_BREAK = "\n\n";

/** How often the model is asked again within one request, in case the ladder has no end. */
export const RETELLS_MAX = 8;

/** A long text is read in pieces, so that it is cut near the place where it began to repeat itself. */
const PIECE = 200;

/** The parts of a response in one framework. */
export interface PartForm<P> {
  /** `undefined`: the part is no text. */
  textOf(part: P): { kind: TextKind; text: string } | undefined;
  /** The part with another text. */
  withText(part: P, text: string): P;
  /** Whether the part calls a tool, so that another request follows. */
  isCall(part: P): boolean;
}

const watches = new WeakMap<LoopRun, TextWatch>();

/** The texts of one run. Fails open: a guard that is closed in the middle of a text says so, and the text goes on. */
export class TextWatch {
  readonly #run: LoopRun;
  readonly #endOf: (run: LoopRun) => ToolLoopError | undefined;
  #note = "";

  private constructor(run: LoopRun, end: (run: LoopRun) => ToolLoopError | undefined) {
    this.#run = run;
    this.#endOf = end;
  }

  /**
   * A run that is kept over several calls has one, so that what the model is to be told is not lost between them. `end`: the
   * error that ends the run, in a form of the framework's own.
   */
  static of(run: LoopRun, end: (run: LoopRun) => ToolLoopError | undefined = endOf): TextWatch {
    return getOrAdd(watches, run, () => new TextWatch(run, end));
  }

  /** The error that ends the run, once a verdict was `abort`. */
  get error(): ToolLoopError | undefined {
    return this.#endOf(this.#run);
  }

  /** Takes the next piece of a text. */
  read(delta: string, kind: TextKind, messageId: string): Course {
    return this.#follow(delta, { kind, messageId });
  }

  /** The text ends. There is nothing left to cut: of a hint the model reads in the next request. */
  end(kind: TextKind, messageId: string): Course {
    const course = this.#follow("", { kind, messageId, end: true });
    return course === "end" ? course : "on";
  }

  /** Takes a long piece of a text; `length`: of how much of it the course is known, which is all of it if that is "on". */
  readLong(text: string, kind: TextKind, messageId: string): { course: Course; length: number } {
    let course: Course = "on";
    let at = 0;
    while (at < text.length && course === "on") {
      course = this.read(text.slice(at, at + PIECE), kind, messageId);
      at += PIECE;
    }
    return { course, length: Math.min(at, text.length) };
  }

  /** Takes a whole text. */
  readWhole(text: string, kind: TextKind, messageId: string): { course: Course; length: number } {
    const { course, length } = this.readLong(text, kind, messageId);
    const last = this.end(kind, messageId);
    return { course: course === "on" ? last : course, length };
  }

  /**
   * Takes the parts of a whole response: `content` is what is kept of it. It is not cut unless it may be, nor if it calls tools,
   * with whose results the model is told, nor for its reasoning if it has a text as well.
   */
  readParts<P>(parts: readonly P[], form: PartForm<P>, mayCut: boolean): { course: Course; content: readonly P[] } {
    const texts = parts.map((part) => form.textOf(part));
    const cuts = mayCut && !parts.some((part) => form.isCall(part));
    const speaks = texts.some((own) => own?.kind === "text" && own.text.trim() !== "");
    for (const [index, part] of parts.entries()) {
      const own = texts[index];
      if (own === undefined) continue;
      const { kind, text } = own;
      const { course, length } = this.readWhole(text, kind, `${kind} ${index}`);
      if (course === "on" || (course === "cut" && !(cuts && (kind === "text" || !speaks)))) continue;
      const mark = course === "cut" ? CUT_MARK + CUT_BREAK : CUT_MARK;
      const last = kind === "text" ? form.withText(part, text.slice(0, length) + mark) : part;
      return { course, content: [...parts.slice(0, index), last] };
    }
    return { course: "on", content: parts };
  }

  /** What the model is to be told with its next request; removes it. */
  take(): string | undefined {
    const note = this.#note;
    this.#note = "";
    return note === "" ? undefined : note;
  }

  #follow(text: string, options: TextOptions): Course {
    const verdict = attempt<Verdict>(() => this.#run.text(text, options), ALLOW, "text");
    if (verdict.action === "allow") return "on";
    if (verdict.action === "abort") {
      this.#note = ""; // nothing is left to be told: a message behind the end would hide it
      return "end";
    }
    // One message: that the text was cut says all that was said while it was only seen.
    this.#note = verdict.allowed ? withParagraph(this.#note, verdict.message) : verdict.message;
    return verdict.allowed ? "on" : "cut";
  }
}
