/** The parts of the AI SDK's language models that are used here: those of `ai` 5, 6 and 7, and of Mastra. */

import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { watchedModel } from "./text-watch.ts";

/** A part of a stream or of a response. */
export interface ModelPart {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly text?: string;
  readonly providerExecuted?: boolean;
  readonly [name: string]: unknown;
}

/** A message of a prompt. */
export interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}

export interface CallOptions {
  readonly prompt: readonly PromptMessage[];
  readonly responseFormat?: { readonly type: string } | undefined;
}

export interface Response {
  readonly content?: readonly ModelPart[];
  readonly usage?: unknown;
  /** Of `doStream`; in Mastra also of `doGenerate`. */
  readonly stream?: ReadableStream<ModelPart>;
}

export interface Model {
  readonly specificationVersion: string;
  doGenerate(options: CallOptions): PromiseLike<Response>;
  doStream(options: CallOptions): PromiseLike<Response>;
}

export function isModel(value: unknown): value is Model {
  const model = value as Partial<Model> | null | undefined;
  return typeof model?.doStream === "function" && typeof model.doGenerate === "function";
}

/** A response's last part of a stream, or what a whole response has in its place. */
export function finishOf(model: Model, reason: "other" | "tool-calls" | "error"): object {
  if (model.specificationVersion === "v2")
    return {
      finishReason: reason,
      usage: { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined },
    };
  const inputTokens = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const outputTokens = { total: undefined, text: undefined, reasoning: undefined };
  return { finishReason: { unified: reason, raw: undefined }, usage: { inputTokens, outputTokens } };
}

/** Where `findToolLoopError` looks for the error of a run that ended without one. */
export function metadataOf(error: { toJSON(): object } | undefined): object {
  return { providerMetadata: { loopguard: JSON.parse(JSON.stringify({ error })) } };
}

/** A model that answers with the reason of an abort, in place of `model`. */
export function endedModel(model: Model, error: ToolLoopError): object {
  const text = error.message;
  const finish = { ...finishOf(model, "other"), ...metadataOf(error) };
  const parts: ModelPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "loopguard" },
    { type: "text-delta", id: "loopguard", delta: text },
    { type: "text-end", id: "loopguard" },
    { type: "finish", ...finish },
  ];
  return watchedModel(model, {
    doGenerate: async () => ({ content: [{ type: "text", text }], warnings: [], ...finish }),
    doStream: async () => ({ stream: streamOf(parts) }),
  });
}

function streamOf(parts: readonly ModelPart[]): ReadableStream<ModelPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** A call that the SDK will answer, so that another request follows. */
export function isOwnCall({ type, providerExecuted }: ModelPart): boolean {
  return type === "tool-call" && providerExecuted !== true;
}

/** The prompt with what the model has written since, and what it is told about that. */
export function prompted(
  prompt: readonly PromptMessage[],
  written: string,
  note: string | undefined,
): readonly PromptMessage[] {
  return [
    ...prompt,
    ...(written.trim() === "" ? [] : [{ role: "assistant", content: [{ type: "text", text: written }] }]),
    ...(note === undefined ? [] : [{ role: "user", content: [{ type: "text", text: note }] }]),
  ];
}
