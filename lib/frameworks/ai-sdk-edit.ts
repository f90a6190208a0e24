/** Requests of a language model of the AI SDK that are changed to get it out of a loop, and the last one of a run. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { watchedModel } from "../adapter/watched-model.ts";
import {
  type CallOptions,
  isModel,
  isOwnCall,
  loopEnd,
  type Model,
  type ModelPart,
  type Response,
  streamOf,
  textParts,
  watchModel,
} from "./ai-sdk-model.ts";

/** A message of a user, for `RequestEdit.messages`. */
export const userMessage = (content: string): object => ({ role: "user", content });

/**
 * For hosts that let no hook change what is sent: the model of a step, whose texts are looked at, and whose request is changed if
 * that helps.
 */
export function steppedModel(model: unknown, run: AgentRun): unknown {
  const edit = run.edit();
  if (edit === undefined) return watchModel(model, run);
  const asked = watchModel(isModel(edit.model) ? edit.model : model, run);
  return editedModel(asked, run, edit, (options) => editedRequest(options, edit));
}

function editedRequest({ prompt, tools = [], ...options }: CallOptions, edit: RequestEdit): CallOptions {
  const offered = edit.tools(tools, ({ name }) => name);
  return {
    ...options,
    prompt: edit.messages(prompt, (text) => ({ role: "user", content: [{ type: "text", text }] })),
    tools: offered.length === 0 ? undefined : offered,
    ...(offered.length === tools.length ? {} : { toolChoice: offered.length === 0 ? undefined : { type: "auto" } }),
  };
}

/**
 * The model for one request, which tells the run how it went; anything else, such as a model's name, is returned unchanged.
 * `changed`: the request, if nothing else changes it.
 */
export function editedModel(
  model: unknown,
  run: AgentRun,
  edit: RequestEdit,
  changed?: (options: CallOptions) => CallOptions,
): unknown {
  if (!isModel(model)) return model;
  const { answers: end, temperature } = edit;
  const reason = changed === undefined ? "other" : "stop"; // Mastra goes on after "other"
  const told = (options: CallOptions): CallOptions => ({
    ...(changed?.(options) ?? options),
    ...(temperature === undefined ? {} : { temperature }),
  });
  const ours = (): string => (end === undefined ? "" : run.endText(end));

  /** What the last response of a run keeps: no calls; and a text of ours, if there is none. */
  function answer(model: Model, response: Response): Response {
    const content = (response.content ?? []).filter((part) => !isOwnCall(part));
    const speaks = content.some(({ type, text = "" }) => type === "text" && text.trim() !== "");
    if (!speaks) content.push({ type: "text", text: ours() });
    return { ...response, content, ...(end === undefined ? {} : loopEnd(model, end, response.usage, reason)) };
  }

  /** Of a last request that failed there is an empty response, which in Mastra streams in any case. */
  async function asked(ask: () => PromiseLike<Response>): Promise<Response> {
    try {
      return await ask();
    } catch (error) {
      if (end === undefined) throw error;
      return { content: [], ...warned, stream: streamOf([{ type: "stream-start", ...warned }]) };
    }
  }

  const methods = (own: Model): object => ({
    async doGenerate(options: CallOptions): Promise<Response> {
      const response = await asked(() => own.doGenerate(told(options)));
      const streams = response.stream && { stream: response.stream.pipeThrough(followed(own)) };
      if (end === undefined && response.content?.some(isOwnCall) === true) return { ...response, ...streams };
      run.answered();
      return { ...(end === undefined ? response : answer(own, response)), ...streams };
    },
    async doStream(options: CallOptions): Promise<Response> {
      const response = await asked(() => own.doStream(told(options)));
      if (response.stream === undefined) return response;
      const stream = end === undefined ? response.stream : unfailing(response.stream);
      return { ...response, stream: stream.pipeThrough(followed(own)) };
    },
  });

  /** The parts of a response, as `doGenerate` has them whole. */
  function followed(own: Model): TransformStream<ModelPart, ModelPart> {
    let calls = false;
    let text = "";
    let last: ModelPart | undefined;
    return new TransformStream({
      transform(part, controller) {
        calls ||= isOwnCall(part);
        if (part.type === "text-delta") text += part.delta ?? "";
        if (end === undefined) return controller.enqueue(part);
        if (part.type === "finish") last = part;
        else if (!isOwnCall(part) && part.type !== "error" && !part.type.startsWith("tool-input"))
          controller.enqueue(part);
      },
      flush(controller) {
        if (end === undefined) return calls ? undefined : run.answered();
        run.answered();
        if (text.trim() === "") for (const part of textParts(ours())) controller.enqueue(part);
        controller.enqueue({ ...last, type: "finish", ...loopEnd(own, end, last?.["usage"], reason) });
      },
    });
  }

  return watchedModel(model, methods(model));
}

/** A stream that ends where it would fail. */
function unfailing<T>(stream: ReadableStream<T>): ReadableStream<T> {
  const reader = stream.getReader();
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const warned = { warnings: [] };
