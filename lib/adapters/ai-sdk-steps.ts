/** What a guard learns from the finished steps of an AI SDK run: calls that never reached a tool of ours. */
import type { LoopRun } from "../base/types.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { type ModelOutput, withText } from "./ai-sdk-output.ts";

/** What we read of a step. */
export interface Step {
  readonly content?: readonly unknown[] | undefined;
}

/** What we read of a part of a step: a call, its result, or its error. */
interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly invalid?: unknown;
  readonly providerExecuted?: unknown;
  readonly preliminary?: unknown;
}

/** What we read of a message. */
interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
}

/** The steps of one run, each looked at once; and what the model is to read of the calls found there. */
export class StepReader {
  readonly #run: LoopRun;
  readonly #seen = new WeakSet<object>();
  /** By call id: the messages for calls whose result the SDK writes. */
  readonly #messages = new Map<string, string>();

  constructor(run: LoopRun) {
    this.#run = run;
  }

  /** Tells the guard of the last step's calls that no tool of ours was asked for. */
  read(steps: readonly Step[]): void {
    const step = steps.at(-1);
    if (step === undefined || this.#seen.has(step)) return;
    this.#seen.add(step);
    const parts = partsOf(step.content);
    const calls = parts.filter(
      (part) => part.type === "tool-call" && (part.invalid === true || part.providerExecuted === true),
    );
    const ours = parts.some((part) => part.type === "tool-call" && !calls.includes(part));
    if (calls.length > 0 && !ours) this.#run.beginRound();
    for (const call of calls) this.#readCall(call, parts);
  }

  /** The messages with ours added to the errors that they belong to; the same list when there is nothing to add. */
  annotate<M>(messages: readonly M[]): readonly M[] {
    if (this.#messages.size === 0) return messages;
    let changed = false;
    const annotated = messages.map((message) => {
      const { role, content } = message as Message;
      if (role !== "tool" || !Array.isArray(content)) return message;
      const parts = content.map((part: Part) => this.#annotatePart(part));
      if (parts.every((part, index) => part === content[index])) return message;
      changed = true;
      return { ...message, content: parts };
    });
    return changed ? annotated : messages;
  }

  #readCall(call: Part, parts: readonly Part[]): void {
    const { toolCallId: id, toolName: name, input } = call;
    if (typeof id !== "string" || typeof name !== "string") return;
    const own = { id, name, arguments: input };
    const failure = parts.find((part) => part.type === "tool-error" && part.toolCallId === id);
    if (call.invalid === true) {
      const warning = warningOf(this.#run.invalid(own, failure?.error ?? call.error ?? "The call is not valid"));
      if (warning !== undefined) this.#messages.set(id, warning);
      return;
    }
    // The provider ran it: nobody can refuse it any more, and its result may also come with a later step.
    const result = parts.find(
      (part) => part.type === "tool-result" && part.toolCallId === id && part.preliminary !== true,
    );
    if (failure !== undefined) this.#run.after(own, { error: failure.error ?? "The call failed" });
    else if (result !== undefined) this.#run.after(own, { result: result.output });
  }

  #annotatePart(part: Part): Part {
    if (part.type !== "tool-result" || typeof part.toolCallId !== "string") return part;
    const message = this.#messages.get(part.toolCallId);
    const output = part.output as ModelOutput | undefined;
    if (message === undefined || output === undefined || !/^error/.test(output.type)) return part;
    // ai 7 hands a step's messages on to the next.
    if (typeof output.value === "string" && output.value.endsWith(message)) return part;
    return { ...part, output: withText(output, message) };
  }
}

function partsOf(content: unknown): Part[] {
  return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}
