/** Runs the tool calls of a model response. */

import { optionError } from "../base/errors.ts";
import { ownCall } from "../base/own-call.ts";
import { property } from "../base/property.ts";
import type { LoopCall, LoopRun, ToolPolicy, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { agentRunInScope, contextKey, inScope } from "../guard/run-scope.ts";
import { publishError } from "../rules/diagnostics.ts";
import { answerText, inWords, loopError, ToolLoopError, toolLoopErrorOf } from "../rules/tool-loop-error.ts";
import { ALLOW, attempt, warningOf } from "../rules/verdict.ts";
import { duringCall } from "../run/agent-work.ts";
import { callIn } from "../run/call-input.ts";
import { ApprovalManager, tellUnasked } from "./approval.ts";
import { copyJson } from "./clean-schema.ts";
import { emit } from "./event-bus.ts";
import {
  type AgentiumConfig,
  checkTools,
  guardFor,
  judgesUnknownTools,
  policiesOf,
  readConfig,
  type ToolExecutorConfig,
} from "./executor-config.ts";
import { toolDefinition } from "./json-schema.ts";
import type { RunContext } from "./run-context.ts";
import { errorText, type Ran, type ReadyCall, ToolPipeline } from "./tool-pipeline.ts";
import {
  type GivenTool,
  type RawToolCall,
  resultText,
  type ToolCall,
  type ToolCallResult,
  type ToolDef,
  type ToolDefinition,
  type ToolResult,
  type Untyped,
  withText,
} from "./tool-types.ts";

type AnyCall = ToolCall | RawToolCall;
/** As `AnyCall`, with arguments that can be read as a `ToolCall`'s, by code that stands in for an executor. */
export type GivenCall = Omit<ToolCall, "arguments"> & { arguments: Untyped };

/** What the calls of one `executeAll` share. */
interface Round {
  ctx: RunContext;
  run: LoopRun | undefined;
  /** None where there is one call, whose id no other has. */
  ids: Set<unknown> | undefined;
  /** By index of the call; a hole if it has no result yet. */
  results: (ToolCallResult | undefined)[];
}

/**
 * Runs tool calls in batches, with loop detection, approval, caching, validation, sandboxing and artifacts.
 *
 * @example
 * const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 3, action: "hint" } });
 * const results = await executor.executeAll(calls, ctx);
 */
export class ToolExecutor {
  readonly #tools: ReadonlyMap<string, ToolDef>;
  readonly #concurrency: number;
  readonly #approval: ApprovalManager | undefined;
  readonly #guard: LoopGuard | undefined;
  readonly #judgesUnknownTools: boolean;
  readonly #pipeline: ToolPipeline;
  #definitions: readonly ToolDefinition[] | undefined;

  /** A number is the concurrency. Of tools with one name the last counts. Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
  constructor(tools: readonly GivenTool[], config?: number | ToolExecutorConfig);
  constructor(tools: ToolDef[], config?: number | AgentiumConfig);
  constructor(tools: readonly GivenTool[], config: number | ToolExecutorConfig = {}) {
    const options = readConfig(typeof config === "number" ? { concurrency: config } : config);
    const { concurrency = 5, approval, loopDetection } = options;
    checkTools(tools);
    this.#tools = new Map(tools.map((tool) => [tool.name, tool as ToolDef]));
    this.#concurrency = concurrency;
    this.#approval = approval === undefined || approval.policy === "none" ? undefined : new ApprovalManager(approval);
    const own = [...this.#tools.values()];
    if (this.#approval === undefined) tellUnasked(own);
    this.#guard = guardFor(loopDetection, own);
    this.#judgesUnknownTools = judgesUnknownTools(loopDetection);
    this.#pipeline = new ToolPipeline(options, this.#approval);
  }

  /**
   * The guard for `loopDetection`; `undefined` if it is off. `loopGuard.run(ctx.runId)` is the state of a run, on which a
   * host may call `beginTurn()`, for example. With `scope: "instance"` it is `loopGuard.run()`.
   */
  get loopGuard(): LoopGuard | undefined {
    return this.#guard;
  }

  /** @internal The tools' own policies, for a recording: also without a guard. */
  get toolPolicies(): Record<string, false | ToolPolicy> {
    return policiesOf([...this.#tools.values()]);
  }

  /** `undefined` without an approval policy. */
  getApprovalManager(): ApprovalManager | undefined {
    return this.#approval;
  }

  /** The definitions of the tools for a model provider; a copy, which the caller may change. */
  getToolDefinitions(): ToolDefinition[] {
    this.#definitions ??= [...this.#tools.values()].map(toolDefinition);
    return copyJson(this.#definitions) as ToolDefinition[];
  }

  /** Forgets the results of tools with `cache`. */
  clearCache(): void {
    this.#pipeline.clearCache();
  }

  /**
   * Runs the calls of one model response and returns their results in the same order. The result of a failed call
   * contains its error. Rejects only with a `ToolLoopError`, after the calls in progress have ended, and with all results
   * so far; and with `ERR_LOOPGUARD_CLOSED` if the host has closed the guard.
   *
   * The arguments of a call are parsed, or the JSON text that the model sent (`RawToolCall`).
   *
   * `ctx.runId` identifies the run: pass the same context for all responses of one agent run, and another for each run.
   * Functions that tools call and that are guarded (`guardFunction`) belong to the same run; see `runScope`.
   */
  async executeAll(calls: GivenCall[], ctx: RunContext): Promise<ToolCallResult[]> {
    if (!Array.isArray(calls)) throw optionError("type", "calls", calls, "a list: executeAll([call], ctx)");
    const key = contextKey(ctx);
    return inScope(key, () => this.#executeRound(calls, ctx, key));
  }

  async #executeRound(
    calls: readonly AnyCall[],
    ctx: RunContext,
    key: string | object | undefined,
  ): Promise<ToolCallResult[]> {
    const run = this.#guard && agentRunInScope(this.#guard, key);
    run?.beginRound();
    const ids = run !== undefined && calls.length > 1 ? new Set<unknown>() : undefined;
    const round: Round = { ctx, run, ids, results: new Array(calls.length) };
    for (let start = 0; start < calls.length; start += this.#concurrency) {
      const batch = calls.slice(start, start + this.#concurrency);
      const settled = await Promise.allSettled(batch.map((call, i) => this.#execute(call, start + i, round)));
      for (const [i, outcome] of settled.entries())
        if (outcome.status === "rejected" && !endsRun(outcome.reason))
          round.results[start + i] ??= unexpected(batch[i] as AnyCall, outcome.reason);
      for (const outcome of settled)
        if (outcome.status === "rejected" && endsRun(outcome.reason)) throw withResults(outcome.reason, round);
    }
    return round.results as ToolCallResult[];
  }

  /**
   * Stores the result of one call. Synchronous up to the guard's verdict, so that the calls of a batch are judged in
   * order. Rejects with a `ToolLoopError`, or if the guard is closed.
   */
  async #execute(given: AnyCall, index: number, round: Round): Promise<void> {
    const { ctx, run, ids, results } = round;
    const call = readable(given);
    const signal = attempt(() => ctx.signal, undefined, "context");
    if (signal?.aborted) {
      const reason = errorText(signal.reason);
      results[index] = toResult(call, `Error: ${reason}`, reason);
      return;
    }
    const loopCall = ids === undefined ? call : ownCall(call, ids);
    const tool = this.#tools.get(call.name);
    const args = tool === undefined ? `Tool "${call.name}" not found` : readArguments(call.arguments);
    if (tool === undefined || typeof args === "string") {
      const judge = tool !== undefined || this.#judgesUnknownTools ? run : undefined;
      const error = args as string;
      results[index] = unrunnable(call, loopCall, tool === undefined ? `Error: ${error}` : error, error, judge, ctx);
      return;
    }
    const ready: ReadyCall = { id: call.id, name: call.name, args, tool };

    let before = announced(run?.before(loopCall), ctx);
    if (before.action === "abort") throw loopError(before.detection, { call: loopCall, refused: run?.stats().refused });
    let approved = false;
    if (before.action === "ask") {
      const answer = await this.#pipeline.askHuman(ready, ctx, before.detection);
      if (answer !== undefined) {
        const { approved: allow, reason: words, more } = answer;
        before = run?.decide(loopCall, { allow, words, more }) ?? before;
        approved = before.allowed;
      }
    }
    if (!before.allowed) {
      results[index] = await this.#refuse(ready, before, ctx);
      return;
    }

    const work = (): Promise<Ran> => this.#pipeline.run(ready, ctx, approved);
    const ran = await (run === undefined ? work() : duringCall(run, loopCall, work));

    // From a nested agent, or from a guard inside the tool: for a run that goes on, that is a result.
    const nested = toolLoopErrorOf(ran.outcome.error);
    const ends = nested !== undefined && run?.tripped !== null;
    const after = announced(run?.after(loopCall, ran.outcome), ctx);
    if (ends) throw nested;
    const shown = addMessage(nested === undefined ? ran.shown : answerText(nested), warningOf(before, after));
    if (ran.eventPrefix !== undefined) emitResult(call, ran.eventPrefix, shown, ctx);
    results[index] = toResult(call, shown, ran.error);
    if (after.action === "abort") {
      const last = inWords(ran.outcome.error ?? ran.outcome.result);
      throw loopError(after.detection, { call: loopCall, last });
    }
  }

  /** The result of a refused call: the verdict's message, or with `replay` the earlier result. */
  async #refuse(call: ReadyCall, verdict: Verdict, ctx: RunContext): Promise<ToolCallResult> {
    const replayed = "replay" in verdict;
    const shown = replayed
      ? await this.#pipeline.replay(call, verdict.replay as string | ToolResult, ctx)
      : verdict.message;
    emitResult(call, "", shown, ctx);
    return toResult(call, shown, replayed ? undefined : "loop-detected");
  }
}

/** The call as what it is, see `callIn`; or, if a getter throws or it is not an object, a copy of what can be read. */
function readable(given: AnyCall): AnyCall {
  try {
    const call = callIn(given) as AnyCall;
    void [call.id, call.name, call.arguments, call.retryable];
    return call;
  } catch (error) {
    publishError(error, "before");
    const args = property(given, "arguments") as ToolCall["arguments"];
    const retryable = property(given, "retryable") === true;
    return { id: textIn(given, "id"), name: textIn(given, "name"), arguments: args, retryable };
  }
}

/** The result of a call that failed unexpectedly; its siblings keep theirs. */
function unexpected(call: AnyCall, reason: unknown): ToolCallResult {
  const named = { id: textIn(call, "id"), name: textIn(call, "name") };
  publishError(reason, "executeAll", named.name);
  const error = textIn(reason, "message") || "The call failed, and its error cannot be read";
  return toResult(named, `Error: ${error}`, error);
}

function textIn(object: unknown, name: string): string {
  const text = property(object, name);
  return typeof text === "string" ? text : "";
}

/** Whether `executeAll` rejects with this. */
function endsRun(reason: unknown): boolean {
  return ToolLoopError.isInstance(reason) || property(reason, "code") === "ERR_LOOPGUARD_CLOSED";
}

/** The result of a call that cannot reach a tool; `loopCall`: the call for the guard. */
function unrunnable(
  call: AnyCall,
  loopCall: LoopCall,
  result: string,
  error: string,
  run: LoopRun | undefined,
  ctx: RunContext,
): ToolCallResult {
  const verdict = announced(run?.invalid(loopCall, error), ctx);
  if (verdict.action === "abort") throw loopError(verdict.detection, { call: loopCall });
  if (verdict.allowed) return toResult(call, addMessage(result, warningOf(verdict)), error);
  emitResult(call, "", verdict.message, ctx);
  return toResult(call, verdict.message, "loop-detected");
}

/** The parsed arguments, or an error message. Some models send an empty text for no arguments. */
function readArguments(given: AnyCall["arguments"] | undefined): Record<string, unknown> | string {
  if (typeof given !== "string") return given ?? {};
  if (given.trim() === "") return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch (error) {
    return `Invalid arguments: they are not JSON (${errorText(error)})`;
  }
  if (typeof parsed === "object" && parsed !== null) return parsed as Record<string, unknown>;
  return "Invalid arguments: they are not a JSON object";
}

function toResult(call: { id: string; name: string }, result: string | ToolResult, error?: string): ToolCallResult {
  return { toolCallId: call.id, toolName: call.name, result, ...(error !== undefined && { error }) };
}

/** The result with a message for the model, if there is one. */
function addMessage(result: string | ToolResult, message: string | undefined): string | ToolResult {
  return message === undefined ? result : withText(result, `${resultText(result)}\n\n${message}`);
}

function emitResult(call: { name: string }, prefix: string, shown: string | ToolResult, ctx: RunContext): void {
  const result = prefix + resultText(shown);
  emit(ctx, "tool.result", { toolName: call.name, result });
}

/** Emits what the guard found. Without a guard, the verdict is to allow. */
function announced(given: Verdict | undefined, ctx: RunContext): Verdict {
  const verdict = given ?? ALLOW;
  const { detection } = verdict;
  if (detection !== null) emit(ctx, "loop.detected", { detection, verdict });
  return verdict;
}

/** Adds the results so far. A nested agent's error keeps its own. */
function withResults(error: unknown, { results }: Round): unknown {
  if (ToolLoopError.isInstance(error) && error.results.length === 0)
    error.results = results.filter((result) => result !== undefined);
  return error;
}
