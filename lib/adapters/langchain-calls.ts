/** Guards one tool call of LangChain or LangGraph. */
import { type MessageContent, ToolMessage, type ToolMessageFields } from "@langchain/core/messages";
import { Validator } from "@langchain/core/utils/json_schema";
import { interopSafeParseAsync, isInteropZodSchema } from "@langchain/core/utils/types";
import { Command, END, isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import type { LoopOutcome, LoopRun } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { type AbortVerdict, ALLOW } from "../report/verdict.ts";
import { duringCall } from "../run/agent-work.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";
import { callOf } from "./guarded-run.ts";

export interface ToolCall {
  name: string;
  args: unknown;
  id?: string | undefined;
}

export type Output = ToolMessage | Command;
/** The end of a call. */
export type Ended = { output: Output } | { error: unknown };

/** The differences between an agent's middleware and a graph's node. */
export interface Place {
  /** Whether the call is known to reach its tool. If not, it is judged after it has ended. */
  usable: boolean;
  /** For a call that was not known to be usable: whether it reached no tool. */
  wasUnusable(ended: Ended): boolean;
  invoke(): Output | Promise<Output>;
  /** The output in place of an error that a tool threw; `message`: for the model. */
  failed(error: unknown, message: string | undefined): Output;
  /** Ends the run: throws, or returns the call's output if the run is ended elsewhere. */
  aborted(verdict: AbortVerdict): Output;
}

export async function guardedToolCall(run: LoopRun, toolCall: ToolCall, place: Place): Promise<Output> {
  const { id, name, args } = toolCall;
  const call = callOf(id, name, args);
  let before = ALLOW;
  if (place.usable) {
    before = run.before(call);
    if (before.action === "abort") return place.aborted(before);
    if (!before.allowed && "replay" in before) return answer(toolCall, before.replay as MessageContent, "success");
    if (!before.allowed) return refusal(toolCall, before.message);
  }
  const ended = await duringCall(run, call, () => ending(place));
  const outcome = attempt(() => outcomeOf(ended, toolCall), {}, "result", name);
  const unusable = !place.usable && place.wasUnusable(ended);
  const after = unusable ? run.invalid(call, outcome.error) : run.after(call, outcome);
  if (after.action === "abort") {
    const instead = place.aborted(after);
    return "output" in ended ? ended.output : instead;
  }
  const agent = "output" in ended ? handedTo(ended.output) : undefined;
  const handoff = agent === undefined ? ALLOW : run.delegate({ agent, handoff: true, ...taskOf(args) });
  if (handoff.action === "abort") return place.aborted(handoff);
  if (!handoff.allowed) return refusal(toolCall, handoff.message);
  const message = warningOf(before, after, handoff);
  if ("error" in ended) return place.failed(ended.error, message);
  return message === undefined ? ended.output : withMessage(ended.output, toolCall, message);
}

/** The result that the model gets for a refused call. */
export function refusal(toolCall: ToolCall, message: string): ToolMessage {
  return answer(toolCall, message, "error");
}

function answer({ id = "", name }: ToolCall, content: MessageContent, status: "success" | "error"): ToolMessage {
  return new ToolMessage({ content, tool_call_id: id, name, status });
}

/**
 * Whether the arguments match the tool's schema; true for tools without such a schema, which check arguments
 * themselves.
 */
export async function matchesSchema(tool: object, args: unknown): Promise<boolean> {
  const { schema } = tool as { schema?: unknown };
  if (typeof schema !== "object" || schema === null) return true;
  try {
    if (isInteropZodSchema(schema)) return (await interopSafeParseAsync(schema, args)).success;
    return new Validator(schema).validate(args).valid;
  } catch {
    return true; // let the tool decide
  }
}

async function ending({ invoke }: Place): Promise<Ended> {
  try {
    return { output: await invoke() };
  } catch (error) {
    // An interrupt, or another way to leave a node of the graph: the call has not ended.
    if (isGraphBubbleUp(error)) throw error;
    return { error };
  }
}

function outcomeOf(ended: Ended, toolCall: ToolCall): LoopOutcome {
  if ("error" in ended) return { error: ended.error ?? String(ended.error) };
  const message = ToolMessage.isInstance(ended.output) ? ended.output : answersIn(ended.output, toolCall).at(-1);
  if (message === undefined) return {};
  return message.status === "error" ? { error: message.content } : { result: message.content };
}

/** Adds a message for the model to the output; not to a command without a message that answers the call. */
function withMessage(output: Output, toolCall: ToolCall, message: string): Output {
  if (ToolMessage.isInstance(output)) return noted(output, message);
  const answer = answersIn(output, toolCall).at(-1);
  if (answer === undefined) return output;
  const update = output.update as { messages: unknown[] };
  const messages = update.messages.map((other) => (other === answer ? noted(answer, message) : other));
  return new Command({ ...output, update: { ...update, messages } });
}

/**
 * The agent that a command hands over to: another node of the graph around this agent's. The graph does not see a command
 * that is not passed on.
 */
function handedTo(output: Output): string | undefined {
  if (!isCommand(output) || output.graph !== Command.PARENT) return undefined;
  const all: unknown[] = [output.goto].flat();
  const [to] = all.map((one) => (isSend(one) ? one.node : one));
  return all.length === 1 && typeof to === "string" && to !== END ? to : undefined;
}

/** What a handoff says of the task; one without arguments says nothing. */
function taskOf(args: unknown): { task?: unknown } {
  const none = typeof args !== "object" || args === null || Object.keys(args).length === 0;
  return none ? {} : { task: args };
}

function isSend(value: unknown): value is { node: unknown } {
  return typeof value === "object" && value !== null && "node" in value;
}

/** The messages in a command's update that answer a call. */
function answersIn(output: Output, toolCall: ToolCall): ToolMessage[] {
  const messages: unknown = isCommand(output)
    ? (output.update as { messages?: unknown } | undefined)?.messages
    : undefined;
  if (!Array.isArray(messages)) return [];
  return messages.filter(
    (message): message is ToolMessage => ToolMessage.isInstance(message) && message.tool_call_id === toolCall.id,
  );
}

/** A copy with a message for the model; not the original, which a tool may return again. */
function noted(given: ToolMessage, message: string): ToolMessage {
  const { id, name, tool_call_id, status, artifact, metadata, additional_kwargs, response_metadata } = given;
  const content =
    typeof given.content === "string"
      ? withParagraph(given.content, message)
      : [...given.content, { type: "text", text: message }];
  const fields = { content, id, name, tool_call_id, status, artifact, metadata, additional_kwargs, response_metadata };
  return new ToolMessage(fields as ToolMessageFields);
}
