/** Steps of the AI SDK and of Mastra: reports calls that never reached a guarded tool, and tells the responses of joined messages apart. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { type Awaitable, chain, property } from "../base/property.ts";
import { DENIED, type ModelOutput, withText } from "./ai-sdk-output.ts";

/** The part of a step that is read here. */
export interface Step {
  readonly content?: readonly unknown[] | undefined;
  readonly usage?: unknown;
}

/** The second argument of `execute`, as far as it is read here. Absent when the program calls the tool directly. */
export interface ExecuteOptions {
  readonly toolCallId?: string;
  readonly messages?: readonly unknown[];
}

/** A part of a step: a call, its result, or its error. */
export type Part = {
  readonly [K in
    | ("type" | "toolCallId" | "toolName" | "input" | "output")
    | ("error" | "invalid" | "providerExecuted" | "preliminary")
    | ("approved" | "reason" | "toolCall")]?: unknown;
};

/** Reads each step of one run once, and keeps the messages for the model about the calls found there. */
export class StepReader {
  readonly #run: AgentRun;
  readonly #seen = new WeakSet<object>();
  /** Messages by call id, for calls whose result the SDK writes. */
  readonly #messages = new Map<string, string>();
  /** The id of a call that the run goes on from, and the model is told of. */
  #recalled: string | undefined;

  constructor(run: AgentRun) {
    this.#run = run;
  }

  /**
   * Reports what the last step has used, and its calls that no guarded tool received: invalid ones, those that the provider
   * ran, and those that the program's `toolApproval` denied.
   */
  read(steps: readonly Step[]): Awaitable<void> {
    const step = steps.at(-1);
    if (step === undefined || this.#seen.has(step)) return;
    this.#seen.add(step);
    const parts = (step.content ?? []).filter((part): part is Part => typeof part === "object" && part !== null);
    const calls = parts.filter(({ type }) => type === "tool-call");
    const missed = calls.filter(
      (call) => call.invalid === true || call.providerExecuted === true || denialOf(call, parts) !== undefined,
    );
    if (missed.length > 0 && missed.length === calls.length) this.#run.round();
    return missed.reduce<Awaitable<void>>(
      (before, call) => chain(before, () => this.#readCall(call, parts)),
      this.#run.usage(step.usage),
    );
  }

  /** The run goes on: the model reads a warning with its result, which may be of a tool of a page's. */
  goesOn({ recalled }: AgentRun): void {
    this.#recalled = recalled?.id;
    if (recalled !== undefined) this.#messages.set(recalled.id, recalled.message);
  }

  /** Adds our messages to the results that they belong to; returns the same list when there is nothing to add. */
  annotate<M>(messages: readonly M[]): readonly M[] {
    if (this.#messages.size === 0) return messages;
    const annotated = messages.map((message) => {
      const { role, content } = message as { role?: unknown; content?: unknown };
      if (role !== "tool" || !Array.isArray(content)) return message;
      const parts = content.map((part: Part) => this.#annotatePart(part));
      return parts.every((part, index) => part === content[index]) ? message : { ...message, content: parts };
    });
    return annotated.every((message, index) => message === messages[index]) ? messages : annotated;
  }

  #readCall(call: Part, parts: readonly Part[]): Awaitable<void> {
    const { toolCallId: id, toolName: name, input } = call;
    if (typeof id !== "string" || typeof name !== "string") return;
    const own = { id, name, arguments: input };
    const run = this.#run;
    const remember = (message: string | undefined): void => {
      if (message !== undefined && run.ended === undefined) this.#messages.set(id, message);
    };
    const failure = parts.find((part) => part.type === "tool-error" && part.toolCallId === id);
    if (call.invalid === true)
      return chain(run.invalid(own, failure?.error ?? call.error), ({ message }) => remember(message));
    const denial = denialOf(call, parts);
    if (denial !== undefined)
      return chain(run.before(own), (entry) =>
        entry.runs ? chain(run.after(own, { error: denial.reason ?? DENIED }), remember) : remember(entry.message),
      );
    // The provider ran it, so it cannot be refused; its result may also come with a later step.
    const result = parts.find(
      (part) => part.type === "tool-result" && part.toolCallId === id && part.preliminary !== true,
    );
    const outcome =
      failure === undefined ? result && { result: result.output } : { error: failure.error ?? "The call failed" };
    return outcome && chain(run.after(own, outcome), () => {});
  }

  #annotatePart(part: Part): Part {
    if (part.type !== "tool-result" || typeof part.toolCallId !== "string") return part;
    const message = this.#messages.get(part.toolCallId);
    const output = part.output as ModelOutput | undefined;
    if (message === undefined || output === undefined) return part;
    if (part.toolCallId !== this.#recalled && !/^e(?:rror|xecution-denied)/.test(output.type)) return part;
    // It may be there: ai 7 passes a step's messages on to the next, and a tool's own result has it.
    const { value: own = output.reason } = output;
    const shown = Array.isArray(own) ? property(own.at(-1), "text") : own;
    if (typeof shown === "string" && shown.endsWith(message)) return part;
    return { ...part, output: withText(output, message) };
  }
}

/** Of ai 7: what the program's `toolApproval` answered, if it lets nobody run the call. */
function denialOf({ toolCallId }: Part, parts: readonly Part[]): Part | undefined {
  return parts.find(
    ({ type, approved, toolCall }) =>
      type === "tool-approval-response" && approved === false && property(toolCall, "toolCallId") === toolCallId,
  );
}

/** As readers of histories know it: Mastra joins all responses since the user's message, so that `rounds` say by an object which calls are of one. */
export function steppedMessage(message: unknown, rounds: ReadonlyMap<unknown, object>): unknown {
  const [role, parts] = [property(message, "role"), property(property(message, "content"), "parts")];
  if (!Array.isArray(parts)) return message;
  if (role !== "assistant") return { role, content: parts };
  if (property(parts[0], "type") === "step-start") return { role, parts }; // of a page: one before each response
  const toolInvocations = parts.flatMap((part) => {
    const own = property(part, "toolInvocation") as { state?: unknown; toolCallId?: unknown } | undefined;
    const round = rounds.get(own?.toolCallId);
    const isEmpty = round !== undefined && own?.state === "call"; // Mastra writes no result where a tool gave `undefined`
    return own ? [{ ...own, ...(isEmpty && { state: "result", result: "" }), step: round ?? {} }] : [];
  });
  return { role, toolInvocations };
}
