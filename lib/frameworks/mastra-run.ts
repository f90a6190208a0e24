/** One run of a Mastra agent: its rounds, calls that never reach a tool, and messages for the model about outputs. */

import type { AgentRun } from "../adapter/agent-run.ts";
import { callOf } from "../adapter/parts.ts";
import { orElse } from "../base/property.ts";
import { withParagraph } from "../guard/with-message.ts";
import type { ModelOutput } from "./ai-sdk-output.ts";
import type { Part, Step } from "./ai-sdk-steps.ts";

/** The part of a `MessageList` that is used here. */
export interface MessageList {
  /** Replaces a tool call's part; false when there is no such call. */
  updateToolInvocation(part: never): boolean;
}

/** The message for the model about an output of the current step. */
export interface Note {
  readonly message: string;
  /** The message replaces the output, and is not added to it. */
  readonly alone: boolean;
}

export class MastraRun {
  readonly own: AgentRun;
  /** The end of the run is told, by an error, a tripwire or a last request. */
  told = false;
  #steps = 0;
  /** The ids of the current step's calls that have reached a tool. */
  readonly #reached = new Set<unknown>();
  /** By tool and output: Mastra does not say for which call it makes a model output. */
  readonly #notes = new Map<string, Note>();

  constructor(own: AgentRun) {
    this.own = own;
  }

  /** Begins a step, and reports the previous step's calls that reached no tool. */
  async beginStep(steps: readonly Step[], messageList: MessageList): Promise<void> {
    if (steps.length > this.#steps) await this.#readStep(steps.at(-1), messageList);
    this.#steps = steps.length;
    this.#reached.clear();
    this.#notes.clear();
    this.own.round();
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

  /**
   * Reports what a step has used, and its calls that reached none of our tools: those of unknown tools, of tools that are not
   * active in the step, and with arguments that are not JSON; and what came back for tools that others have put into the step.
   */
  async #readStep(step: Step | undefined, messageList: MessageList): Promise<void> {
    await this.own.usage(step?.usage);
    const parts = (step?.content ?? []) as readonly Part[];
    const missed = parts.filter((part) => part.type === "tool-call" && !this.#reached.has(part.toolCallId));
    if (missed.length > 0 && this.#reached.size === 0) this.own.round();
    for (const { toolCallId, toolName, input } of missed) {
      const result = parts.find((part) => part.type === "tool-result" && part.toolCallId === toolCallId);
      const answer = result?.output as ModelOutput | undefined;
      if (typeof toolName !== "string" || typeof answer?.type !== "string") continue;
      const call = callOf(toolCallId, toolName, input);
      if (!answer.type.startsWith("error")) {
        await this.own.after(call, { result: answer.value });
        continue;
      }
      const { message, end } = await this.own.invalid(call, answer.value);
      if (message === undefined || end !== undefined) continue;
      const errorText = withParagraph(String(answer.value), message);
      const toolInvocation = { state: "output-error", toolCallId, toolName, args: input ?? {}, errorText };
      messageList.updateToolInvocation({ type: "tool-invocation", toolInvocation } as never);
    }
  }
}

function keyOf(tool: string, output: unknown): string | undefined {
  return orElse(() => JSON.stringify([tool, output]), undefined);
}
