/** Looks at what a model of LlamaIndex writes in an agent's step, and ends responses that repeat themselves; tells their usage. */
import type { LoopRun, LoopUsage } from "../base/types.ts";
import { providerUsage, tellUsage } from "./reported-usage.ts";
import { type Course, CUT_BREAK, CUT_MARK, isWatched, RETELLS_MAX, TextWatch, watchedModel } from "./text-watch.ts";

/** A step of an agent. */
export interface WatchedStep {
  readonly watch: TextWatch;
  readonly run: LoopRun;
  /** The run is to end with this step. */
  isEnd: boolean;
}

/** By the list of tools that a step gives to its model; agents of several guards may have one model. */
const steps = new WeakMap<object, WatchedStep>();

/** Has the texts of the step looked at that gives its model this very list. */
export function watchStep(tools: object, run: LoopRun): WatchedStep {
  const step = { watch: TextWatch.of(run), run, isEnd: false };
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

/** The part of a model that is used here. */
interface Model {
  chat(params: ChatParams): Promise<AsyncIterable<Chunk>>;
}

/** The model, with the texts of watched steps looked at; anything else is returned unchanged. */
export function watchLLM(model: unknown): unknown {
  if (!isModel(model) || isWatched(model)) return model;
  const chat: Model["chat"] = async (params) => {
    const step = params.stream === true && params.tools !== undefined ? steps.get(params.tools) : undefined;
    return step === undefined ? model.chat(params) : chunks(model, params, step);
  };
  return watchedModel(model, { chat });
}

/** The chunks of a response, and of those that follow it because the model had repeated itself. */
async function* chunks(model: Model, params: ChatParams, step: WatchedStep): AsyncGenerator<Chunk> {
  const { watch } = step;
  let written = "";
  for (let asked = 0; ; asked++) {
    const messages = prompted(params.messages, written, watch.take());
    let course: Course = "on";
    let calls = false;
    let usage: LoopUsage | undefined;
    for await (const chunk of await model.chat({ ...params, messages })) {
      calls ||= chunk.options?.toolCall !== undefined;
      usage = providerUsage(chunk.raw) ?? usage; // the last one has all
      const text = chunk.delta ?? "";
      const read = watch.readLong(text, "text", "text");
      // A response that calls tools is not cut: the model is told with their results.
      course = read.course === "cut" && (calls || asked === RETELLS_MAX) ? "on" : read.course;
      const kept = course === "on" ? text : text.slice(0, read.length);
      written += kept;
      yield kept === text ? chunk : { ...chunk, delta: kept };
      if (course !== "on") break; // closes the stream, so the model stops writing
    }
    tellUsage(step.run, usage?.inputTokens, usage?.outputTokens);
    if (watch.end("text", "text") === "end" || course === "end") step.isEnd = true;
    if (course !== "cut" || step.isEnd) return;
    const mark = CUT_MARK + CUT_BREAK;
    written += mark;
    yield { delta: mark, raw: null } as Chunk;
  }
}

/** The messages with what the model has written since, and what it is to be told. */
function prompted(messages: readonly object[], written: string, note: string | undefined): readonly object[] {
  if (note === undefined) return messages;
  const own = written === "" ? [] : [{ role: "assistant", content: written }];
  return [...messages, ...own, { role: "user", content: note }];
}

function isModel(value: unknown): value is Model {
  return typeof (value as Partial<Model> | null | undefined)?.chat === "function";
}
