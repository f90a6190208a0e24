/**
 * What the model sees of a tool's output, with a warning or a refusal in it. The AI SDK makes that from the output with
 * the tool's `toModelOutput`, or in its own way where a tool has none.
 */

import { isPlainObject } from "../base/plain-object.ts";
import { isThenable } from "../base/thenable.ts";
import { attempt } from "../report/fail-open.ts";
import { shownText } from "../values/value-text.ts";
import { withParagraph } from "../wrap/with-message.ts";

/** What `toModelOutput` gives; other types than these are passed on as they are. */
export interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
}

/** What the model is to see of one output. */
interface Note {
  /** The tool's own output; not there when the call was refused. */
  readonly output?: { readonly value: unknown };
  readonly message: string;
}

/** Texts remembered. They are looked up when the step's messages are made, so the last few would do. */
const TEXTS_MAX = 256;

/**
 * Remembers which outputs carry a message. Goes by the output itself: ai 5 tells `toModelOutput` nothing else of the call.
 */
export class NotedOutputs {
  readonly #texts = new Map<string, Note>();
  readonly #objects = new WeakMap<object, Note>();

  /** The output of a refused call. */
  refused(message: string): string {
    this.#remember(message, { message });
    return message;
  }

  /**
   * What the tool is to return in place of `output`. An object stays what it is for the program, and only the model reads
   * the message; a text, a number or nothing becomes a text with the message.
   */
  warned(output: unknown, message: string): unknown {
    return attempt(() => this.#warned(output, message), output, "result");
  }

  #warned(output: unknown, message: string): unknown {
    const note = { output: { value: output }, message };
    if (typeof output === "object" && output !== null) {
      // A copy: a tool may give the same object again, and then without a message.
      const copy = copyOf(output);
      this.#objects.set(copy, note);
      return copy;
    }
    const text = withParagraph(output === undefined ? "null" : shownText(output), message);
    this.#remember(text, note);
    return text;
  }

  /** What the model sees of `output`, where `show` says what it sees of a tool's own output. */
  modelOutput(output: unknown, show: (output: unknown) => unknown): unknown {
    const note = this.#of(output);
    if (note === undefined) return show(output);
    if (note.output === undefined) return { type: "text", value: note.message } satisfies ModelOutput;
    const shown = show(note.output.value);
    const noted = (value: unknown): unknown =>
      attempt(() => withText(value as ModelOutput, note.message), value, "result");
    return isThenable(shown) ? shown.then(noted) : noted(shown);
  }

  #of(output: unknown): Note | undefined {
    if (typeof output === "string") return this.#texts.get(output);
    return typeof output === "object" && output !== null ? this.#objects.get(output) : undefined;
  }

  #remember(text: string, note: Note): void {
    this.#texts.delete(text);
    this.#texts.set(text, note);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= TEXTS_MAX) break;
      this.#texts.delete(oldest);
    }
  }
}

/** As the AI SDK does where a tool has no `toModelOutput`. */
export function defaultModelOutput(output: unknown): ModelOutput {
  return typeof output === "string"
    ? { type: "text", value: output }
    : { type: "json", value: output === undefined ? null : output };
}

/** `output` with a message for the model: a paragraph more in a text, a part more in a list of parts. */
export function withText(output: ModelOutput, message: string): ModelOutput {
  const { type, value } = output;
  if (type === "text" || type === "error-text") return { ...output, value: withParagraph(String(value), message) };
  if (type === "json") return { ...output, type: "text", value: withParagraph(shownText(value), message) };
  if (type === "error-json") return { ...output, type: "error-text", value: withParagraph(shownText(value), message) };
  if (type === "content" && Array.isArray(value))
    return { ...output, value: [...value, { type: "text", text: message }] };
  return output;
}

function copyOf(value: object): object {
  if (Array.isArray(value)) return [...value];
  return isPlainObject(value) ? { ...value } : value;
}
