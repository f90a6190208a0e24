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
} from "./ai-sdk-model.ts";

/** A message of a user, for `RequestEdit.messages`. */
export const userMessage = (content: string): object => ({ role: "user", content });

/** The model for one request, which tells the run how it went; anything else, such as a model's name, is returned unchanged. */
export function editedModel(model: unknown, run: AgentRun, edit: RequestEdit): unknown {
  if (!isModel(model)) return model;
  const { answers: end, temperature } = edit;
  const told = (options: CallOptions): CallOptions =>
    temperature === undefined ? options : { ...options, temperature };
  const ours = (): string => (end === undefined ? "" : run.endText(end));

  /** What the last response of a run keeps: no calls; and a text of ours, if there is none. */
  function answer(model: Model, response: Response): Response {
    const content = (response.content ?? []).filter((part) => !isOwnCall(part));
    const speaks = content.some(({ type, text = "" }) => type === "text" && text.trim() !== "");
    if (!speaks) content.push({ type: "text", text: ours() });
    return { ...response, content, ...(end === undefined ? {} : loopEnd(model, end, response.usage)) };
  }

  async function asked(ask: () => PromiseLike<Response>, failed: Response): Promise<Response> {
    try {
      return await ask();
    } catch (error) {
      if (end === undefined) throw error;
      return failed;
    }
  }

  const methods = (own: Model): object => ({
    async doGenerate(options: CallOptions): Promise<Response> {
      const response = await asked(() => own.doGenerate(told(options)), { content: [], ...warned });
      if (response.stream !== undefined) return { ...response, stream: response.stream.pipeThrough(followed(own)) };
      if (end === undefined && response.content?.some(isOwnCall) === true) return response;
      run.answered();
      return end === undefined ? response : answer(own, response);
    },
    async doStream(options: CallOptions): Promise<Response> {
      const response = await asked(() => own.doStream(told(options)), {
        stream: streamOf([{ type: "stream-start", ...warned }]),
      });
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
        controller.enqueue({ ...last, type: "finish", ...loopEnd(own, end, last?.["usage"]) });
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
