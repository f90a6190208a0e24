/** Wraps the tools of a Mastra step so that a guard judges each call. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { callOf } from "../adapter/parts.ts";
import { type Refusal, type ResultForm, refusalText, WAITS } from "../adapter/result-form.ts";
import { isThenable, orElse, property } from "../base/property.ts";
import type { LoopOutcome } from "../base/types.ts";
import { withMessage, withParagraph } from "../guard/with-message.ts";
import { attempt } from "../rules/verdict.ts";
import { defaultModelOutput, type ModelOutput, withText } from "./ai-sdk-output.ts";
import type { Part, Step } from "./ai-sdk-steps.ts";

/** The part of a tool that is used here, in the form that Mastra passes to its loop. */
interface Tool {
  execute?: (input: unknown, context: unknown) => unknown;
  toModelOutput?: (output: unknown) => unknown;
}

/** Mastra's form of an output for a failed call; its validation of arguments returns it, too. */
interface Failure {
  readonly error: true;
  readonly message: string;
}

/** The contexts of calls that a processor's tools have judged: hooks receive these calls, too. */
const judged = new WeakSet<object>();

export function isJudged(context: unknown): boolean {
  return typeof context === "object" && context !== null && judged.has(context);
}

export function failureOf(refusal: Refusal): Failure {
  return { error: true, message: refusalText(refusal) };
}

/** The outcome for the guard. */
export function outcomeOf(output: unknown): LoopOutcome {
  return attempt(() => read(output), {}, "result");
}

function read(output: unknown): LoopOutcome {
  if (typeof output !== "object" || output === null) return { result: output };
  const { error, message } = output as { error?: unknown; message?: unknown };
  return error === true ? { error: typeof message === "string" ? message : output } : { result: output };
}

/**
 * The tool with a guarded `execute`; a tool without one, which the client or the provider runs, is returned unchanged.
 */
export function guardTool(name: string, tool: unknown, run: MastraRun): unknown {
  if (typeof (tool as Tool | undefined)?.execute !== "function") return tool;
  const { execute, toModelOutput } = tool as Required<Pick<Tool, "execute">> & Tool;
  const form = formOf(name, run);
  const replaced: Tool = {
    async execute(input, context) {
      const id = property(context, "toolCallId");
      run.reached(id);
      const invoke = (): unknown => {
        if (typeof context === "object" && context !== null) judged.add(context);
        return execute.call(tool, input, context);
      };
      return run.own.call(callOf(id, name, input), invoke, { ...form, asks: (refusal) => suspended(context, refusal) });
    },
    toModelOutput(output) {
      const note = run.noteOf(name, output);
      if (note?.alone === true) return { type: "text", value: note.message };
      const shown = toModelOutput?.call(tool, output);
      return note === undefined ? shown : withNote(shown, output, note);
    },
  };
  return { ...(tool as object), ...replaced };
}

/** What a human said of a call for which the run was suspended; suspends it, if nobody has been asked. */
async function suspended(context: unknown, { message }: Refusal): Promise<unknown> {
  const said = property(context, "resumeData");
  if (said !== undefined && said !== null) return said;
  const suspend = property(context, "suspend");
  if (typeof suspend !== "function") return undefined;
  await suspend.call(context, { reason: "loop", message });
  return WAITS;
}

function formOf(name: string, run: MastraRun): ResultForm {
  return {
    refused(refusal) {
      const output = failureOf(refusal);
      run.note(name, output, { message: output.message, alone: true });
      return output;
    },
    outcome: read,
    // The output stays the same for the program if Mastra can show the model another one.
    noted(output, message) {
      if (output === null) return withParagraph("null", message);
      return run.note(name, output, { message, alone: false }) ? output : withMessage(output, message);
    },
  };
}

function withNote(shown: unknown, output: unknown, { message }: Note): unknown {
  if (isThenable(shown)) return shown.then((value) => withNote(value, output, { message, alone: false }));
  const own = (shown as ModelOutput | null | undefined) ?? defaultModelOutput(output);
  return attempt(() => withText(own, message), shown, "result");
}

/** The part of a `MessageList` that is used here. */
export interface MessageList {
  /** Replaces a tool call's part; false when there is no such call. */
  updateToolInvocation(part: never): boolean;
}

/** The message for the model about an output of the current step. */
interface Note {
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
