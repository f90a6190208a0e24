/** One run of a Mastra agent: its rounds, the calls that never reach a tool, and what the model is to read with outputs. */
import type { LoopRun } from "../base/types.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";

/** What is read of a finished step. */
export interface Step {
  readonly content?: readonly unknown[] | undefined;
}

/** What is used of a `MessageList`. */
export interface MessageList {
  /** Replaces a tool call's part; false when there is no such call. */
  updateToolInvocation(part: never): boolean;
}

/** What is read of a part of a step. */
interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: { readonly type?: unknown; readonly value?: unknown } | undefined;
}

/** What the model is to read of an output of the current step. */
export interface Note {
  readonly message: string;
  /** The message is all that there is to see. */
  readonly alone: boolean;
}

export class MastraRun {
  readonly run: LoopRun;
  #steps = 0;
  /** The ids of the current step's calls that have reached a tool. */
  readonly #reached = new Set<unknown>();
  /** By tool and output: Mastra does not say which call it makes a model output for. */
  readonly #notes = new Map<string, Note>();

  constructor(run: LoopRun) {
    this.run = run;
  }

  /** A step begins; tells the guard of the calls of the one before that no tool was asked for. */
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

  /** False when the output cannot be told from others. */
  note(tool: string, output: unknown, note: Note): boolean {
    const key = keyOf(tool, output);
    if (key !== undefined) this.#notes.set(key, note);
    return key !== undefined;
  }

  noteOf(tool: string, output: unknown): Note | undefined {
    const key = this.#notes.size === 0 ? undefined : keyOf(tool, output);
    return key === undefined ? undefined : this.#notes.get(key);
  }

  /** Unknown names, tools that are not active in the step, and arguments that are not JSON. */
  #readStep(step: Step | undefined, messageList: MessageList): void {
    const parts = (step?.content ?? []) as readonly Part[];
    for (const { type, toolCallId, toolName, input } of parts) {
      if (type !== "tool-call" || typeof toolName !== "string" || this.#reached.has(toolCallId)) continue;
      const answer = parts.find((part) => part.type === "tool-result" && part.toolCallId === toolCallId)?.output;
      if (typeof answer?.type !== "string" || !answer.type.startsWith("error")) continue;
      const call = { ...(typeof toolCallId === "string" ? { id: toolCallId } : {}), name: toolName, arguments: input };
      const warning = warningOf(this.run.invalid(call, answer.value));
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
