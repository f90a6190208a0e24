/** One call on its way through approval, cache, validation, the tool itself and what comes after it. */
import type { LoopDetection, LoopOutcome } from "../types.ts";
import type { ApprovalManager } from "./approval.ts";
import { offload } from "./artifacts.ts";
import type { ToolExecutorConfig } from "./executor-config.ts";
import { parseArguments } from "./parameter-schema.ts";
import { ResultCache } from "./result-cache.ts";
import type { RunContext } from "./run-context.ts";
import { runInSandbox, sandboxFor } from "./sandbox.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";

/**
 * A call whose tool exists and whose arguments are parsed.
 *
 * @internal
 */
export interface ReadyCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
  tool: ToolDef;
}

/**
 * What became of it.
 *
 * @internal
 */
export interface Ran {
  /** What the model sees. */
  shown: string | ToolResult;
  error?: string;
  /** For loop detection: the full result, before `toModelOutput` and artifacts. */
  outcome: LoopOutcome;
  /** What the `tool.result` event puts before the text; `undefined`: there is no event. */
  eventPrefix: string | undefined;
}

/** @internal */
export class ToolPipeline {
  readonly #config: ToolExecutorConfig;
  readonly #approval: ApprovalManager | undefined;
  readonly #agentName: string;
  readonly #cache = new ResultCache();

  constructor(config: ToolExecutorConfig, approval: ApprovalManager | undefined) {
    this.#config = config;
    this.#approval = approval;
    this.#agentName = config.agentName ?? "agent";
  }

  clearCache(): void {
    this.#cache.clear();
  }

  /** Never rejects: what is thrown on the way becomes the call's error. `approved`: a human agreed to it already. */
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
    ctx.eventBus.emit("tool.call", { runId: ctx.runId, toolName: name, args });
    if (this.#config.onToolCall !== undefined) await this.#config.onToolCall(ctx, name, args);

    if (this.#approval?.needsApproval(name, args, tool.requiresApproval) && !approved) {
      const decision = await this.#approval.check(name, args, ctx, this.#agentName);
      if (!decision.approved) {
        const reason = decision.reason ?? "Tool call denied by human reviewer";
        return refusal(`[DENIED] ${reason}`, reason);
      }
    }

    const key = tool.cache === undefined ? undefined : ResultCache.key(name, args);
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached !== undefined)
      return { shown: cached.shown, outcome: { result: cached.full }, eventPrefix: "[cached] " };

    const checking = parseArguments(tool.parameters, args);
    const parsed = checking instanceof Promise ? await checking : checking;
    if (!parsed.ok) {
      const text = `Invalid arguments: ${parsed.message}`;
      return refusal(text, text);
    }

    const full = await this.#callTool(tool, parsed.value as Record<string, unknown>, ctx);
    const shown = this.#changesOutput(tool) ? await this.#present(call, full, ctx) : full;
    if (key !== undefined && tool.cache !== undefined) this.#cache.set(key, { full, shown }, tool.cache.ttl);
    return { shown, outcome: { result: full }, eventPrefix: "" };
  }

  #callTool(tool: ToolDef, args: Record<string, unknown>, ctx: RunContext): Promise<string | ToolResult> {
    const sandbox = sandboxFor(tool.sandbox, this.#config.sandbox);
    return sandbox === undefined ? tool.execute(args, ctx) : runInSandbox(tool.execute, args, ctx, sandbox);
  }

  /** Saves the common call the wait. */
  #changesOutput(tool: ToolDef): boolean {
    return tool.toModelOutput !== undefined || this.#config.artifacts !== undefined;
  }

  async #present(call: ReadyCall, full: string | ToolResult, ctx: RunContext): Promise<string | ToolResult> {
    const { tool } = call;
    const output = tool.toModelOutput === undefined ? full : await tool.toModelOutput(full, ctx);
    return this.#config.artifacts === undefined ? output : offload(output, this.#config.artifacts, call, ctx);
  }

  /** What the model sees of an earlier result that stands in for this call's. */
  async replay(call: ReadyCall, full: string | ToolResult, ctx: RunContext): Promise<string | ToolResult> {
    try {
      return await this.#present(call, full, ctx);
    } catch (error) {
      return `Error: ${errorText(error)}`;
    }
  }

  /** Asks a human about a call that loop detection stopped. Without anybody to ask, the answer is no. */
  async askHuman(call: ReadyCall, ctx: RunContext, detection: LoopDetection | null): Promise<boolean> {
    if (this.#approval === undefined) return false;
    try {
      const decision = await this.#approval.check(call.name, call.args, ctx, this.#agentName, detection ?? undefined);
      return decision.approved;
    } catch {
      return false; // timeoutAction: "throw". Without an answer, a call in a loop does not run.
    }
  }
}

/** The call ends before the tool runs; loop detection sees a failure. */
function refusal(shown: string, error: string): Ran {
  return { shown, error, outcome: { error }, eventPrefix: "" };
}

/** @internal */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
