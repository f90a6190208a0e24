/** Reports calls from the finished steps of an AI SDK run that never reached a guarded tool. */
import type { LoopRun } from "../base/types.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { type ModelOutput, withText } from "./ai-sdk-output.ts";
import { tellStepUsage } from "./reported-usage.ts";

/** The part of a step that is read here. */
export interface Step {
  readonly content?: readonly unknown[] | undefined;
}

/** A part of a step, as far as it is read here: a call, its result, or its error. */
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

/** The part of a message that is read here. */
interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
}

/** Reads each step of one run once, and keeps the messages for the model about the calls found there. */
export class StepReader {
  readonly #run: LoopRun;
  readonly #seen = new WeakSet<object>();
  /** Messages by call id, for calls whose result the SDK writes. */
  readonly #messages = new Map<string, string>();

  constructor(run: LoopRun) {
    this.#run = run;
  }

  /**
   * Reports what the last step has used, and its calls that no guarded tool received: invalid ones, and those that the
   * provider ran.
   */
  read(steps: readonly Step[]): void {
    const step = steps.at(-1);
    if (step === undefined || this.#seen.has(step)) return;
    this.#seen.add(step);
    tellStepUsage(this.#run, step);
    const parts = partsOf(step.content);
    const calls = parts.filter(
      (part) => part.type === "tool-call" && (part.invalid === true || part.providerExecuted === true),
    );
    const ours = parts.some((part) => part.type === "tool-call" && !calls.includes(part));
    if (calls.length > 0 && !ours) this.#run.beginRound();
    for (const call of calls) this.#readCall(call, parts);
  }

  /** Adds our messages to the errors that they belong to; returns the same list when there is nothing to add. */
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
    // The provider ran it, so it cannot be refused; its result may also come with a later step.
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
    // ai 7 passes a step's messages on to the next, so the message may already be there.
    if (typeof output.value === "string" && output.value.endsWith(message)) return part;
    return { ...part, output: withText(output, message) };
  }
}

function partsOf(content: unknown): Part[] {
  return Array.isArray(content) ? content.filter((part) => typeof part === "object" && part !== null) : [];
}
