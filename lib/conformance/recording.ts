/** Records the calls of an executor for the matchers. */
import { describeValue } from "../base/errors.ts";
import { orElse, property } from "../base/property.ts";
import type { LoopOutcome, ToolPolicy } from "../base/types.ts";
import type { ToolExecutor } from "../executor/tool-executor.ts";
import type { ToolCallResult } from "../executor/tool-types.ts";
import type { RecordedCall } from "../history/transcripts.ts";
import { toolLoopErrorOf } from "../rules/tool-loop-error.ts";

/** The return value of `recordToolCalls`; `expect` takes it as it is. */
export interface ToolCallRecording {
  /** The calls so far, in order, with their results or errors; a refused call has the message in `refused`. */
  readonly calls: RecordedCall[];
  /** Ends the recording. */
  stop(): void;
}

type Recorded = Pick<ToolExecutor, "executeAll">;
type Listener = (calls: readonly RecordedCall[]) => void;
/** Of an executor that is recorded: who listens. One wrapper serves them all, so that any of them may stop first. */
const LISTENERS = new WeakMap<Recorded, Set<Listener>>();
/** Of the calls of a recording: the policies of the executor's tools, which it may have without a guard. */
const POLICIES = new WeakMap<object, Record<string, false | ToolPolicy>>();

/**
 * Records all calls of an executor, for `expect(recording)`. Each `runId` is a run of its own.
 *
 * @example
 * const recording = recordToolCalls(executor);
 * await agent.run("Book a flight");
 * expect(recording).toBeLoopFree();
 */
export function recordToolCalls(executor: Recorded): ToolCallRecording {
  if (typeof property(executor, "executeAll") !== "function")
    throw new TypeError(
      `recordToolCalls() was given ${describeValue(executor)}; give it an executor with executeAll()`,
    );
  const calls: RecordedCall[] = [];
  const listeners = LISTENERS.get(executor) ?? wrap(executor);
  const listener: Listener = (given) => void calls.push(...given);
  listeners.add(listener);
  POLICIES.set(calls, (executor as Partial<ToolExecutor>).toolPolicies ?? {});
  return { calls, stop: () => void listeners.delete(listener) };
}

/** The calls of a recording, or what was given. */
export function callsOf(received: unknown): unknown {
  const calls = property(received, "calls");
  return typeof calls === "object" && calls !== null && POLICIES.has(calls) ? calls : received;
}

/** The policies of the tools whose calls these are. */
export function recordedPolicies(calls: object): Record<string, false | ToolPolicy> {
  return POLICIES.get(calls) ?? {};
}

function wrap(executor: Recorded): Set<Listener> {
  const listeners = new Set<Listener>();
  const original = executor.executeAll;
  let round = 0;
  executor.executeAll = async (given, ctx) => {
    const run = property(ctx, "runId");
    const own = given.map(
      ({ id, name, arguments: args }): RecordedCall => ({ id, name, arguments: copied(args), round }),
    );
    if (typeof run === "string") for (const call of own) call.run = run;
    round++;
    for (const listener of listeners) listener(own);
    try {
      const settled = await original.call(executor, given, ctx);
      settled.forEach((result, i) => void Object.assign(own[i] ?? {}, outcomeOf(result)));
      return settled;
    } catch (error) {
      addResults(own, (property(error, "results") as ToolCallResult[] | undefined) ?? []);
      const detection = toolLoopErrorOf(error)?.detection;
      // If the call has a result, it ran, and the run ended after it.
      const ended = own.find((call) => call.id === detection?.callId && !isAnswered(call));
      if (ended !== undefined && detection !== undefined) ended.refused = detection.message;
      throw error;
    }
  };
  LISTENERS.set(executor, listeners);
  return listeners;
}

/** The results of a round that ended early; those that are missing are not marked, so equal ids come in order. */
function addResults(own: readonly RecordedCall[], results: readonly ToolCallResult[]): void {
  for (const result of results) {
    const call = own.find(
      ({ id, name, ...rest }) => id === result.toolCallId && name === result.toolName && !isAnswered(rest),
    );
    if (call !== undefined) Object.assign(call, outcomeOf(result));
  }
}

function isAnswered(call: object): boolean {
  return "result" in call || "error" in call || "refused" in call;
}

/** As they were when the call was made; arguments that cannot be copied are kept. */
const copied = (args: unknown): unknown => orElse(() => structuredClone(args), args);

function outcomeOf({ result, error }: Pick<ToolCallResult, "result" | "error">): LoopOutcome & { refused?: string } {
  if (error === "loop-detected") return { refused: typeof result === "string" ? result : result.content };
  return error === undefined ? { result } : { error };
}
