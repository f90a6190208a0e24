/** The texts of one run: what becomes of a generation in which the model repeats itself, and what the model is told. */
import { type Awaitable, isThenable } from "../base/property.ts";
import type { TextOptions, Verdict } from "../base/types.ts";
import { withParagraph } from "../guard/with-message.ts";
import { publishError } from "../rules/diagnostics.ts";
import { ALLOW, attempt } from "../rules/verdict.ts";
import { isOwnRun } from "../run/loop-run.ts";
import type { AnyRun } from "./call-run.ts";
import { withMethods } from "./guarded-objects.ts";

export type TextKind = NonNullable<TextOptions["kind"]>;

/** What becomes of a generation: it goes on, it is cut and the model is told why, or it ends the run. */
export type TextStep = "continue" | "cut" | "abort";

/** A long text is read in pieces, so that it is cut near the place where it began to repeat itself. */
const PIECE = 200;

/**
 * Fails open: a guard that is closed in the middle of a text says so, and the text goes on. Always synchronous: with a store
 * the verdict comes later, and holds for the next piece; `pending` waits for it.
 */
export class TextMonitor {
  /** Until the store has answered. */
  pending: Promise<void> | undefined;
  readonly #run: AnyRun;
  #note = "";
  #late: TextStep = "continue";

  constructor(run: AnyRun) {
    this.#run = run;
  }

  /** The text ends. There is nothing left to cut: of a hint the model reads in the next request. */
  end(kind: TextKind, messageId: string): TextStep {
    const step = this.#follow("", { kind, messageId, end: true });
    return step === "abort" ? step : "continue";
  }

  /** Takes the next piece of a text, which may be long; `length`: of how much of it the step is known, which is all of it if it goes on. */
  readLong(text: string, kind: TextKind, messageId: string): { step: TextStep; length: number } {
    let step: TextStep = "continue";
    let at = 0;
    while (at < text.length && step === "continue") {
      step = this.#follow(text.slice(at, at + PIECE), { kind, messageId });
      at += PIECE;
    }
    return { step, length: Math.min(at, text.length) };
  }

  /** The response broke off: what comes when it is asked for again is no more of its text. So what came before is forgotten. */
  broke(): void {
    const run: unknown = this.#run;
    if (isOwnRun(run)) run.reporter.texts?.clear();
  }

  /** What the model is to be told with its next request; removes it. */
  take(): string | undefined {
    const note = this.#note;
    this.#note = "";
    return note === "" ? undefined : note;
  }

  /** Asks the model, with what it is to be told. A request that fails has told it nothing: the next one, such as a retry, does. */
  async ask<R>(request: (note: string | undefined) => Awaitable<R> | PromiseLike<R>): Promise<R> {
    const note = this.take();
    try {
      return await request(note);
    } catch (error) {
      this.#note ||= note ?? "";
      throw error;
    }
  }

  #follow(text: string, options: TextOptions): TextStep {
    const verdict = attempt<Verdict | Promise<Verdict>>(() => this.#run.text(text, options), ALLOW, "text");
    if (!isThenable(verdict)) return this.#stepOf(verdict as Verdict);
    const known = this.#late;
    this.#late = "continue";
    const recorded = (async (): Promise<void> => {
      try {
        const step = this.#stepOf((await verdict) as Verdict);
        if (step !== "continue") this.#late = step;
      } catch (error) {
        publishError(error, "text");
      }
    })();
    const both = this.pending === undefined ? recorded : Promise.all([this.pending, recorded]);
    const own: Promise<void> = both.then(() => {
      if (this.pending === own) this.pending = undefined;
    });
    this.pending = own;
    return known;
  }

  #stepOf(verdict: Verdict): TextStep {
    if (verdict.action === "allow") return "continue";
    if (verdict.action === "abort") {
      this.#note = ""; // nothing is left to be told: a message behind the end would hide it
      return "abort";
    }
    // One message: that the text was cut says all that was said while it was only seen.
    this.#note = verdict.allowed ? withParagraph(this.#note, verdict.message) : verdict.message;
    return verdict.allowed ? "continue" : "cut";
  }
}

/** The models that were made here, so that none is monitored twice, even by two guards, each with the one behind it. */
const monitored = new WeakMap<object, object>();

export const isMonitored = (model: object): boolean => monitored.has(model);

/** The model itself, for a request whose text is looked at anyway. */
export const unmonitored = <M extends object>(model: M): M => (monitored.get(model) as M | undefined) ?? model;

export function monitoredModel<M extends object>(model: M, methods: object): M {
  const made = withMethods(model, methods);
  monitored.set(made, model);
  return made;
}
