/**
 * Adds a warning or a refusal to what the model sees of a tool's output. The AI SDK makes that from the output by the
 * tool's `toModelOutput`, or by its default conversion.
 */

import { isPlainObject, isThenable, remember } from "../base/property.ts";
import { shownText } from "../base/value-text.ts";
import { withParagraph } from "../guard/with-message.ts";
import { attempt } from "../rules/verdict.ts";

/** The return value of `toModelOutput`. */
export interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
  /** Of a call that was denied. */
  readonly reason?: string | undefined;
}

/** What providers say of a call that was denied without a reason. */
export const DENIED = "Tool execution denied.";

/** The message for the model about one output. */
interface Note {
  /** The tool's own output; absent if the call was refused. */
  readonly output?: { readonly value: unknown };
  readonly message: string;
}

/** Texts that are remembered. They are looked up when the step's messages are made, so the last few would be enough. */
const TEXTS_MAX = 256;

/** Remembers which outputs have a message. The output itself is the key: ai 5 passes nothing else to `toModelOutput`. */
export class OutputMessages {
  readonly #texts = new Map<string, Note>();
  readonly #objects = new WeakMap<object, Note>();

  /** Makes the output of a refused call. */
  refused(message: string): string {
    remember(this.#texts, message, { message }, TEXTS_MAX);
    return message;
  }

  /**
   * The output that the tool returns, in place of `output`. An object stays the same for the program, and only the
   * model sees the message; a string, a number or `undefined` becomes a string with the message.
   */
  warned(output: unknown, message: string): unknown {
    const note = { output: { value: output }, message };
    const withMessage = (): unknown => {
      if (typeof output === "object" && output !== null) {
        // A copy, because the tool may return the same object again, then without a message.
        const copy = copyOf(output);
        this.#objects.set(copy, note);
        return copy;
      }
      const text = withParagraph(output === undefined ? "null" : shownText(output), message);
      remember(this.#texts, text, note, TEXTS_MAX);
      return text;
    };
    return attempt(withMessage, output, "result");
  }

  /** What the model sees of `output`; `show` converts a tool's own output. */
  modelOutput(output: unknown, show: (output: unknown) => unknown): unknown {
    const note = typeof output === "string" ? this.#texts.get(output) : this.#objects.get(Object(output));
    if (note === undefined) return show(output);
    if (note.output === undefined) return { type: "text", value: note.message } satisfies ModelOutput;
    const { value } = note.output;
    return withNote(show(value), value, note.message);
  }
}

/** With a message, what the model sees of `output`: `shown`, which may take time, or the default conversion where that is nothing. */
export function withNote(shown: unknown, output: unknown, message: string): unknown {
  if (isThenable(shown)) return shown.then((value) => withNote(value, output, message));
  const own = (shown as ModelOutput | null | undefined) ?? defaultModelOutput(output);
  return attempt(() => withText(own, message), shown, "result");
}

/** The AI SDK's conversion for a tool without `toModelOutput`. */
export function defaultModelOutput(output: unknown): ModelOutput {
  return typeof output === "string"
    ? { type: "text", value: output }
    : { type: "json", value: output === undefined ? null : output };
}

/** Adds a message for the model: a paragraph to a text, a part to a list of parts. */
export function withText(output: ModelOutput, message: string): ModelOutput {
  const { type, value } = output;
  if (type === "text" || type === "error-text") return { ...output, value: withParagraph(String(value), message) };
  if (type === "json") return { ...output, type: "text", value: withParagraph(shownText(value), message) };
  if (type === "execution-denied") return { ...output, reason: withParagraph(output.reason ?? DENIED, message) };
  if (type === "error-json") return { ...output, type: "error-text", value: withParagraph(shownText(value), message) };
  if (type === "content" && Array.isArray(value))
    return { ...output, value: [...value, { type: "text", text: message }] };
  return output;
}

function copyOf(value: object): object {
  if (Array.isArray(value)) return [...value];
  return isPlainObject(value) ? { ...value } : value;
}
