/** Runs one call: approval, cache, validation, the tool itself, `toModelOutput` and artifacts. */

import { jsonText } from "../base/json-text.ts";
import { type Awaitable, hasThen, isGiven, orElse, remember } from "../base/property.ts";
import type { LoopDetection, LoopOutcome } from "../base/types.ts";
import { canonicalText } from "../core/identity.ts";
import { publishError } from "../rules/diagnostics.ts";
import { type ApprovalManager, isAnswer } from "./approval.ts";
import { offload, storeOf } from "./artifacts.ts";
import { type ApprovalDecision, emit } from "./event-bus.ts";
import type { CheckedConfig } from "./executor-config.ts";
import { unstrictArguments } from "./json-schema.ts";
import { parseArguments } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import { resolveSandboxConfig, Sandbox } from "./sandbox.ts";
import { parseStrictArguments } from "./strict-arguments.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";

/** The result of a call. */
interface CachedResult {
  /** The full result, for loop detection. */
  full: string | ToolResult;
  /** The result for the model, after `toModelOutput`. */
  output: string | ToolResult;
  /** The pointer that replaces a large `output`, by the artifacts of each session: other sessions cannot read it. */
  offloaded?: WeakMap<object, string | ToolResult>;
}

const MAX_ENTRIES = 1_000;

/** A cache of limited size; past it the oldest entry is dropped. `now`: the clock, in milliseconds. */
export class ResultCache {
  readonly #entries = new Map<string, CachedResult & { expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The cache key of a call, whatever the order of its arguments' keys; `undefined` for arguments without a JSON text.
   */
  static key(toolName: string, args: unknown): string | undefined {
    return orElse(() => `${toolName}::${canonicalText(args)}`, undefined);
  }

  get(key: string): CachedResult | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, result: CachedResult, ttl: number): void {
    remember(this.#entries, key, { ...result, expiresAt: this.#now() + ttl }, MAX_ENTRIES);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** A call whose tool exists and whose arguments are parsed. */
export interface ReadyCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
  tool: ToolDef;
}

/** The end of a call. */
export interface Ran {
  /** What the model sees. */
  shown: string | ToolResult;
  error?: string;
  /** For loop detection: the full result, before `toModelOutput` and artifacts. */
  outcome: LoopOutcome;
  /** The prefix of the text in the `tool.result` event; `undefined`: no event, or it was already emitted. */
  eventPrefix: string | undefined;
}

export class ToolPipeline {
  readonly #config: CheckedConfig;
  readonly #approval: ApprovalManager | undefined;
  readonly #agentName: string;
  readonly #cache = new ResultCache();

  constructor(config: CheckedConfig, approval: ApprovalManager | undefined) {
    this.#config = config;
    this.#approval = approval;
    this.#agentName = config.agentName ?? "";
  }

  clearCache(): void {
    this.#cache.clear();
  }

  /** Never rejects: whatever is thrown becomes the call's error. `approved`: a human has already agreed to it. */
  async run(call: ReadyCall, ctx: RunContext, approved: boolean): Promise<Ran> {
    try {
      return await this.#run(call, ctx, approved);
    } catch (error) {
      const text = errorText(error);
      return { shown: `Error: ${text}`, error: text, outcome: { error }, eventPrefix: undefined };
    }
  }

  async #run(call: ReadyCall, ctx: RunContext, approved: boolean): Promise<Ran> {
    const { tool, name, args } = call;
    emit(ctx, "tool.call", { toolName: name, args });
    if (this.#config.onToolCall !== undefined) await this.#config.onToolCall(ctx, name, args);

    // A requiresApproval may be asynchronous, against its type; only a resolved `false` means no.
    const needed: unknown = !approved && this.#approval?.needsApproval(name, args, tool.requiresApproval);
    if (this.#approval && (hasThen(needed) ? (await needed) !== false : needed)) {
      const decision = await this.#approval.check(name, args, ctx, this.#agentName);
      if (!decision.approved) {
        const reason = typeof decision.reason === "string" ? decision.reason : "Tool call denied by human reviewer";
        emit(ctx, "tool.result", { toolName: name, result: reason });
        return { ...refusal(`[DENIED] ${reason}`, reason), eventPrefix: undefined };
      }
    }

    const key = isGiven(tool.cache) ? ResultCache.key(name, args) : undefined;
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached !== undefined)
      return {
        shown: this.#fitted(call, cached, ctx),
        outcome: { result: cached.full },
        eventPrefix: "[cached] ",
      };

    const checking = tool.strict
      ? parseStrictArguments(tool.parameters, unstrictArguments(tool, args))
      : parseArguments(tool.parameters, args);
    const parsed = checking instanceof Promise ? await checking : checking;
    if (!parsed.ok) {
      const text = `Invalid arguments: ${parsed.message}`;
      return refusal(text, text);
    }

    const full = await this.#callTool(tool, parsed.value as Record<string, unknown>, ctx);
    const making = this.#output(tool, full, ctx);
    const result: CachedResult = { full, output: making instanceof Promise ? await making : making };
    const shown = this.#fitted(call, result, ctx);
    if (key !== undefined && isGiven(tool.cache)) this.#cache.set(key, result, tool.cache.ttl);
    return { shown, outcome: { result: full }, eventPrefix: "" };
  }

  #callTool(tool: ToolDef, args: Record<string, unknown>, ctx: RunContext): Promise<string | ToolResult> {
    const sandbox = resolveSandboxConfig(tool.sandbox, this.#config.sandbox);
    return sandbox === null ? tool.execute(args, ctx) : new Sandbox(sandbox).execute(tool.execute, args, ctx);
  }

  /** What the model sees, before artifacts. A promise only if it must be, so that most calls need not wait. */
  #output(tool: ToolDef, full: string | ToolResult, ctx: RunContext): Awaitable<string | ToolResult> {
    if (!isGiven(tool.toModelOutput)) return given(full, `Tool "${tool.name}"`);
    const made = Promise.resolve(tool.toModelOutput(full, ctx));
    return made.then((output) => given(output, `toModelOutput of tool "${tool.name}"`));
  }

  /** The output, or a pointer in its place: the same one for the same result in a session. */
  #fitted(call: ReadyCall, result: CachedResult, ctx: RunContext): string | ToolResult {
    const { artifacts } = this.#config;
    if (artifacts === undefined) return result.output;
    const kept = result.offloaded?.get(storeOf(ctx));
    if (kept !== undefined) return kept;
    const shown = offload(result.output, artifacts, call, ctx);
    if (shown === result.output) return shown;
    result.offloaded ??= new WeakMap();
    result.offloaded.set(storeOf(ctx), shown);
    return shown;
  }

  /** What the model sees of an earlier result that replaces this call's. */
  async replay(call: ReadyCall, full: string | ToolResult, ctx: RunContext): Promise<string | ToolResult> {
    try {
      return this.#fitted(call, { full, output: await this.#output(call.tool, full, ctx) }, ctx);
    } catch (error) {
      return `Error: ${errorText(error)}`;
    }
  }

  /** Asks a human about a call that loop detection stopped. `undefined`: nobody has answered. */
  async askHuman(call: ReadyCall, ctx: RunContext, detection: LoopDetection): Promise<ApprovalDecision | undefined> {
    try {
      const answer = await this.#approval?.check(call.name, call.args, ctx, this.#agentName, detection);
      return isAnswer(answer) ? answer : undefined;
    } catch (error) {
      // The callback failed, or the time-out throws: without an answer, a call in a loop does not run.
      publishError(error, "onApproval", call.name);
      return undefined;
    }
  }
}

/** The call ends before the tool runs; loop detection sees a failure. */
const refusal = (shown: string, error: string): Ran => ({ shown, error, outcome: { error }, eventPrefix: "" });

const UNKNOWN_ERROR = "Unknown error";

/** The text of whatever was thrown. Never throws. */
export function errorText(error: unknown): string {
  try {
    if (!isGiven(error)) return UNKNOWN_ERROR;
    if (typeof error !== "object") return String(error);
    const { message } = error as { message?: unknown };
    return isGiven(message) ? String(message) : (jsonText(error) ?? UNKNOWN_ERROR);
  } catch {
    return UNKNOWN_ERROR; // a getter that throws, a revoked proxy
  }
}

/** The result; throws if `who` returned none, because a `return` was forgotten. */
export function given(result: string | ToolResult | undefined, who: string): string | ToolResult {
  if (isGiven(result)) return result;
  throw new TypeError(`${who} returned ${result}; it must return a text, or an object with a text as content`);
}
