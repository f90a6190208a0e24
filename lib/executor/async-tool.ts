/** Tools that take long: they return a handle at once, and `pollResult` asks for the result later. */
import { randomUUID } from "node:crypto";
import type { ToolConfig } from "./define-tool.ts";
import type { InferArguments, ParameterSchema, SafeParseSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";

export interface AsyncToolConfig<Schema extends ParameterSchema>
  extends Omit<ToolConfig<Schema>, "cache" | "sandbox" | "toModelOutput"> {
  /** How long a result is kept once it is there. @default 600 */
  ttlSeconds?: number;
}

/** Not an interface: those do not fit into a `ToolDef[]`. */
export type PollResultArguments = {
  handle: string;
  /** How long to wait for a result that is not there yet. @default 0, at most 30000 */
  waitMs?: number;
};

/** What a handle stands for. The results live in the session state, so they end with the session. */
interface AsyncJob {
  status: "pending" | "done" | "error" | "expired";
  result?: string | ToolResult;
  error?: string;
  expiresAt: number;
  /** Resolves when the job is no longer pending. */
  finished: Promise<void>;
}

const STATE_KEY = "__asyncHandles";
const MAX_WAIT_MS = 30_000;

/**
 * A tool that returns `{"handle":"ah:...","status":"pending",...}` at once and runs on in the background.
 *
 * @example
 * const report = defineAsyncTool({
 *   name: "report",
 *   description: "Builds the yearly report; takes minutes",
 *   parameters: z.object({ year: z.number() }),
 *   execute: async ({ year }) => buildReport(year),
 * });
 * const executor = new ToolExecutor([report, createPollResultTool()]);
 */
export function defineAsyncTool<Schema extends ParameterSchema>(config: AsyncToolConfig<Schema>): ToolDef {
  const { ttlSeconds = 600, execute, ...rest } = config;
  return {
    ...rest,
    async execute(args, ctx) {
      const jobs = jobsOf(ctx);
      expireOld(jobs);
      const handle = `ah:${randomUUID()}`;
      jobs.set(
        handle,
        startJob(() => execute(args as InferArguments<Schema>, ctx), ttlSeconds * 1000),
      );
      const note = "The tool runs in the background. Call pollResult with this handle to get its result.";
      return JSON.stringify({ handle, status: "pending", note });
    },
  };
}

/**
 * The tool `pollResult`. Asking again for a result that is not there yet is not a loop by count, only by time.
 *
 * @example
 * new ToolExecutor([report, createPollResultTool()], { loopDetection: true });
 */
export function createPollResultTool(): ToolDef<PollResultArguments> {
  return {
    name: "pollResult",
    description: "Gets the result of a background tool by its handle.",
    parameters: pollResultSchema,
    rawJsonSchema: {
      type: "object",
      properties: {
        handle: { type: "string", description: "The handle that the background tool returned" },
        waitMs: {
          type: "number",
          minimum: 0,
          maximum: MAX_WAIT_MS,
          description: "Milliseconds to wait for the result",
        },
      },
      required: ["handle"],
    },
    loopDetection: { poll: true },
    async execute({ handle, waitMs = 0 }, ctx) {
      const jobs = jobsOf(ctx);
      expireOld(jobs);
      const job = jobs.get(handle);
      if (job === undefined) return JSON.stringify({ status: "not-found", handle });
      if (job.status === "pending" && waitMs > 0)
        await firstOf(job.finished, Math.min(waitMs, MAX_WAIT_MS), ctx.signal);
      return JSON.stringify({ status: job.status, handle, result: job.result, error: job.error });
    },
  };
}

function startJob(work: () => Promise<string | ToolResult>, ttlMs: number): AsyncJob {
  const run = async (): Promise<void> => {
    try {
      job.result = await work();
      job.status = "done";
    } catch (error) {
      job.error = error instanceof Error ? error.message : String(error);
      job.status = "error";
    }
    job.expiresAt = Date.now() + ttlMs;
  };
  const job: AsyncJob = { status: "pending", expiresAt: Infinity, finished: Promise.resolve() };
  // In a microtask of its own, so that the handle is there before the tool's first line runs.
  job.finished = job.finished.then(run);
  return job;
}

/** Forgets the results of expired jobs; that they expired is remembered. */
function expireOld(jobs: Map<string, AsyncJob>): void {
  const now = Date.now();
  for (const job of jobs.values()) {
    if (job.expiresAt > now || job.status === "expired") continue;
    job.status = "expired";
    delete job.result;
    delete job.error;
  }
}

function jobsOf(ctx: RunContext): Map<string, AsyncJob> {
  const stored = ctx.getState<Map<string, AsyncJob>>(STATE_KEY);
  if (stored instanceof Map) return stored;
  const jobs = new Map<string, AsyncJob>();
  ctx.setState(STATE_KEY, jobs);
  return jobs;
}

/** Waits until `done`, the time or the abort, and leaves no timer and no listener behind. */
async function firstOf(done: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  let wake: () => void = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const timer = setTimeout(wake, ms);
  signal?.addEventListener("abort", wake, { once: true });
  await Promise.race([done, woken]);
  clearTimeout(timer);
  signal?.removeEventListener("abort", wake);
}

/** Written by hand, because the package depends on no schema library. */
const pollResultSchema: SafeParseSchema = {
  safeParse(input) {
    const { handle, waitMs } = (input ?? {}) as Record<string, unknown>;
    if (typeof handle !== "string") return failure("handle: must be a string");
    if (waitMs !== undefined && !(typeof waitMs === "number" && waitMs >= 0))
      return failure("waitMs: must be a number of milliseconds from 0 up");
    return { success: true, data: waitMs === undefined ? { handle } : { handle, waitMs } };
  },
};

function failure(message: string): { success: false; error: Error } {
  return { success: false, error: new Error(message) };
}
