/** One run of a Mastra agent: its rounds, calls that never reach a tool, and messages for the model about outputs. */
import type { LoopRun } from "../base/types.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";
import { callOf } from "./guarded-run.ts";
import { tellStepUsage } from "./reported-usage.ts";

/** The part of a finished step that is read here. */
export interface Step {
  readonly content?: readonly unknown[] | undefined;
}

/** The part of a `MessageList` that is used here. */
export interface MessageList {
  /** Replaces a tool call's part; false when there is no such call. */
  updateToolInvocation(part: never): boolean;
}

/** A part of a step, as far as it is read here. */
interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: { readonly type?: unknown; readonly value?: unknown } | undefined;
}

/** The message for the model about an output of the current step. */
export interface Note {
  readonly message: string;
  /** The message replaces the output, and is not added to it. */
  readonly alone: boolean;
}

export class MastraRun {
  readonly run: LoopRun;
  #steps = 0;
  /** The ids of the current step's calls that have reached a tool. */
  readonly #reached = new Set<unknown>();
  /** By tool and output: Mastra does not say for which call it makes a model output. */
  readonly #notes = new Map<string, Note>();

  constructor(run: LoopRun) {
    this.run = run;
  }

  /** Begins a step, and reports the previous step's calls that reached no tool. */
  beginStep(steps: readonly Step[], messageList: MessageList): void {
    if (steps.length > this.#steps) this.#readStep(steps.at(-1), messageList);
    this.#steps = steps.length;
    this.#reached.clear();
    this.#notes.clear();
    this.run.beginRound();
  }

  reached(callId: unknown): void {
    this.#reached.add(callId);
  }

  /** Adds a message to an output; false if the output cannot be told apart from others. */
  note(tool: string, output: unknown, note: Note): boolean {
    const key = keyOf(tool, output);
    if (key !== undefined) this.#notes.set(key, note);
    return key !== undefined;
  }

  noteOf(tool: string, output: unknown): Note | undefined {
    const key = this.#notes.size === 0 ? undefined : keyOf(tool, output);
    return key === undefined ? undefined : this.#notes.get(key);
  }

  /** Reports what it has used, and calls of unknown tools, of tools that are not active in the step, and with arguments that are not JSON. */
  #readStep(step: Step | undefined, messageList: MessageList): void {
    if (step !== undefined) tellStepUsage(this.run, step);
    const parts = (step?.content ?? []) as readonly Part[];
    for (const { type, toolCallId, toolName, input } of parts) {
      if (type !== "tool-call" || typeof toolName !== "string" || this.#reached.has(toolCallId)) continue;
      const answer = parts.find((part) => part.type === "tool-result" && part.toolCallId === toolCallId)?.output;
      if (typeof answer?.type !== "string" || !answer.type.startsWith("error")) continue;
      const warning = warningOf(this.run.invalid(callOf(toolCallId, toolName, input), answer.value));
      if (warning === undefined) continue;
      const errorText = withParagraph(String(answer.value), warning);
      const toolInvocation = { state: "output-error", toolCallId, toolName, args: input ?? {}, errorText };
      messageList.updateToolInvocation({ type: "tool-invocation", toolInvocation } as never);
    }
  }
}

function keyOf(tool: string, output: unknown): string | undefined {
  try {
    return JSON.stringify([tool, output]);
  } catch {
    return undefined;
  }
}
