/**
 * Models of LlamaIndex in an agent's step: what they write is looked at, and responses that repeat themselves are cut; their usage is
 * told; their requests are changed to get them out of a loop, and there is a last one of a run.
 */
import type { AgentRun } from "../adapter/agent-run.ts";
import { isMonitored, monitoredModel } from "../adapter/monitored-model.ts";
import { streamOther } from "../adapter/other-model.ts";
import { hasMethods } from "../adapter/parts.ts";
import { editedMessages, type MessageForm, type RequestEdit } from "../adapter/recovery.ts";
import type { StreamForm } from "../adapter/text-stream.ts";
import { appendReply } from "../adapter/text-whole.ts";
import type { LoopUsage } from "../base/types.ts";
import { providerUsage } from "../run/usage.ts";

/** A step of an agent. */
export interface MonitoredStep {
  readonly run: AgentRun;
  /** The run is to end with this step. */
  isEnd: boolean;
}

/** By the list of tools that a step gives to its model; agents of several guards may have one model. */
const steps = new WeakMap<object, MonitoredStep>();

/** Has the texts of the step looked at that gives its model this very list. */
export function monitorStep(tools: object, run: AgentRun): MonitoredStep {
  const step = { run, isEnd: false };
  steps.set(tools, step);
  return step;
}

interface ChatParams {
  readonly messages: readonly object[];
  readonly tools?: object | undefined;
  readonly stream?: boolean | undefined;
}

interface Chunk {
  readonly delta?: string;
  readonly options?: { readonly toolCall?: unknown } | undefined;
  /** The provider's own. */
  readonly raw?: unknown;
}

interface Model {
  chat(params: ChatParams): Promise<AsyncIterable<Chunk>>;
}

/** The model, with the texts of monitored steps looked at; anything else is returned unchanged. */
export function monitorLLM(model: unknown): unknown {
  if (!isModel(model) || isMonitored(model)) return model;
  const chat: Model["chat"] = async (params) => {
    const step = params.stream === true && params.tools !== undefined ? steps.get(params.tools) : undefined;
    if (step === undefined) return model.chat(params);
    return step.run.stream(params, (asked) => response(model, asked, step.run), formOf(step));
  };
  return monitoredModel(model, { chat });
}

async function* response(own: Model, given: ChatParams, run: AgentRun): AsyncGenerator<Chunk, void> {
  const edit = run.edit();
  const end = edit?.answers;
  const params = edit === undefined ? given : edited(given, edit);
  const other = isModel(edit?.model) ? edit.model : undefined;
  let usage: LoopUsage | undefined;
  let said = "";
  try {
    const chunks = streamOther(other, own, (model) => model.chat(params));
    for await (const { options, ...chunk } of chunks) {
      usage = providerUsage(chunk.raw) ?? usage; // the last one has all
      said += chunk.delta ?? "";
      yield end !== undefined || options === undefined ? chunk : { ...chunk, options };
    }
  } catch (error) {
    if (end === undefined) throw error;
  } finally {
    await run.usage(usage);
  }
  if (end !== undefined && said.trim() === "") yield { delta: run.endText(end), raw: null };
}

function formOf(step: MonitoredStep): StreamForm<ChatParams, Chunk> {
  return {
    read: ({ delta = "" }) => (delta === "" ? undefined : { kind: "text", id: "text", text: delta }),
    withText: (chunk, delta) => ({ ...chunk, delta }),
    isCall: ({ options }) => options?.toolCall !== undefined,
    sparesCalls: true,
    again: (params, written, note) => ({
      ...params,
      messages: appendReply<object>(params.messages, written, note, (role, content) => ({ role, content })),
    }),
    close: (_id, _kind, mark) => [{ delta: mark, raw: null }],
    finish(end) {
      step.isEnd = end !== undefined;
      return [];
    },
  };
}

const isModel = (value: unknown): value is Model => hasMethods(value, "chat");

interface ToolUse {
  readonly toolCall?: unknown;
  readonly toolResult?: { readonly id?: unknown };
}

interface Message {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly options?: ToolUse;
}

function edited(params: ChatParams, edit: RequestEdit): ChatParams {
  const { tools } = params;
  return {
    ...params,
    messages: editedMessages(edit, params.messages, MESSAGES),
    ...(Array.isArray(tools) ? { tools: edit.tools<object>(tools, nameOf) } : {}),
  };
}

const nameOf = (tool: object): string => String((tool as { metadata?: { name?: unknown } }).metadata?.name);

/** Messages of the framework are those of OpenAI's chat, but for calls and results, which are in options. */
const MESSAGES: MessageForm<Message> = {
  user: (content) => ({ role: "user", content }),
  known(message) {
    const { role, content, options: { toolCall, toolResult } = {} } = message;
    if (toolResult !== undefined) return { role: "tool", tool_call_id: toolResult.id, content };
    if (!Array.isArray(toolCall)) return message;
    const calls = toolCall.map(({ id, name, input }: Record<string, unknown>) => ({
      id,
      type: "function",
      function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input) },
    }));
    return { role, content, tool_calls: calls };
  },
  back(message, { content }) {
    const { options } = message;
    return { ...message, content, options: { ...options, toolResult: { ...options?.toolResult, result: content } } };
  },
};
