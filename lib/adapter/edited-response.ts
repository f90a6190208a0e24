/**
 * Responses to requests that `RequestEdit` changed. Another model that fails before it says anything leaves the request to the agent's
 * own, as without a guard, unless the user has aborted the run. The last response of a run calls nothing, says something, and does not
 * fail.
 */
import type { Awaitable } from "../base/property.ts";
import { publishError } from "../rules/diagnostics.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { AgentRun } from "./agent-run.ts";
import type { RequestEdit } from "./recovery.ts";
import { chunksOf, readableOf } from "./text-responses.ts";

type Signal = Pick<AbortSignal, "aborted"> | null | undefined;

/**
 * What the other model responds, or the agent's own. `undefined`: the request has failed, and not by the user's abort, and it was
 * the last one of a run, which `end` ends.
 */
export async function askEdited<M, R>(
  end: RequestEdit["answers"],
  other: M | undefined,
  own: M,
  ask: (model: M) => Awaitable<R> | PromiseLike<R>,
  signal: Signal,
): Promise<R | undefined> {
  async function* only(model: M): AsyncGenerator<R, void> {
    yield await ask(model);
  }
  try {
    for await (const response of streamOther(other, own, only, signal)) return response;
  } catch (error) {
    if (end === undefined || signal?.aborted) throw error;
  }
  return undefined;
}

/** The chunks of one that streams. */
export async function* streamOther<M, C>(
  other: M | undefined,
  own: M,
  ask: (model: M) => Awaitable<AsyncIterable<C>>,
  signal?: Signal,
): AsyncGenerator<C, void> {
  if (other === undefined) return yield* await ask(own);
  let says = false;
  try {
    for await (const chunk of await ask(other)) {
      says = true;
      yield chunk;
    }
  } catch (error) {
    if (says || signal?.aborted) throw error;
    publishError(error, "recover");
  }
  if (!says && !signal?.aborted) yield* await ask(own);
}

/** The parts of a whole response in one framework. */
export interface LastParts<P> {
  /** Whether the part calls a tool: the last response has none. */
  isCall(part: P): boolean;
  /** Whether the part says something to the user. */
  says(part: P): boolean;
  /** A part with a text of ours. */
  say(text: string): P;
}

/** What is kept of a response. */
export function lastParts<P>(
  run: AgentRun,
  { answers: end }: RequestEdit,
  parts: readonly P[],
  form: LastParts<P>,
): readonly P[] {
  const others = parts.filter((part) => !form.isCall(part));
  if (end !== undefined || others.length === parts.length) run.answered();
  if (end === undefined) return parts;
  return others.some((part) => form.says(part)) ? others : [...others, form.say(run.endText(end))];
}

/** The chunks of a response that streams, in one framework. */
export interface LastChunks<C> {
  isCall(chunk: C): boolean;
  says(chunk: C): boolean;
  /** Whether the last response has this chunk. Default: unless it calls a tool. */
  keeps?(chunk: C): boolean;
  /** What the last response ends with. `text`: of ours, if the model said nothing. */
  last(end: ToolLoopError, text: string | undefined): Iterable<C>;
  /** Whether nobody reads on, so that the response says nothing of the run. Default: never. */
  cancelled?(): boolean;
}

/** `lastChunks` as a web stream; `signal`: the user's. Who leaves it, or aborts, stops the model. */
export function lastReadable<C>(
  run: AgentRun,
  edit: RequestEdit,
  stream: ReadableStream<C>,
  form: LastChunks<C>,
  signal?: AbortSignal,
): ReadableStream<C> {
  const source = chunksOf(stream);
  let left = false;
  const chunks = lastChunks(run, edit, source, { ...form, cancelled: () => left || signal?.aborted === true });
  return readableOf(chunks, () => {
    left = true;
    return source.return?.();
  });
}

/** The same of a response that streams. */
export async function* lastChunks<C>(
  run: AgentRun,
  { answers: end }: RequestEdit,
  chunks: AsyncIterable<C>,
  form: LastChunks<C>,
): AsyncGenerator<C, void> {
  let calls = false;
  let says = false;
  try {
    for await (const chunk of chunks) {
      const isCall = form.isCall(chunk);
      calls ||= isCall;
      says ||= form.says(chunk);
      if (end === undefined || (form.keeps?.(chunk) ?? !isCall)) yield chunk;
    }
  } catch (error) {
    if (end === undefined || form.cancelled?.()) throw error;
  }
  if (form.cancelled?.()) return;
  if (end !== undefined || !calls) run.answered();
  if (end !== undefined) yield* form.last(end, says ? undefined : run.endText(end));
}
