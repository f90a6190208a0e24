/** Tools that take long: they return a handle at once, and the tool `pollResult` gets the result later. */
import { stateMap } from "./artifacts.ts";
import { ownFields, type ToolConfig, type ZodLike } from "./define-tool.ts";
import type { InferArguments, ParameterSchema } from "./parameter-schema.ts";
import { plainSchema } from "./plain-schema.ts";
import type { RunContext } from "./run-context.ts";
import { errorText, given } from "./tool-pipeline.ts";
import { resultText, type ToolDef, type ToolResult } from "./tool-types.ts";

export interface AsyncToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>>
  extends Omit<ToolConfig<Schema, Args>, "cache" | "sandbox" | "toModelOutput"> {
  /** The job runs in this process, so the tool cannot be sandboxed. Set `false` if the executor sandboxes all tools. */
  sandbox?: false;
  /** Seconds after the call for which its result is kept. @default 600 */
  ttlSeconds?: number;
}

/** `AsyncToolConfig`, by its name in Agentium. */
export type DefineAsyncToolConfig<Schema extends ParameterSchema> = AsyncToolConfig<Schema>;

/** The job behind a handle. Jobs are kept in the session state, so results end with the session. */
interface AsyncJob {
  status: "pending" | "resolved" | "rejected";
  value?: string | ToolResult;
  error?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ttlMs: number;
}

const STATE_KEY = "__asyncHandles";
const MAX_WAIT_MS = 30_000;
/** Milliseconds between checks of a job that was not begun by this module. */
const LOOK_EVERY_MS = 100;
/** For jobs begun here: resolves when they end. Not part of the state, which other programs read and write. */
const FINISHED = new WeakMap<AsyncJob, Promise<void>>();

/**
 * Makes a tool that returns `{"handle":"ah:...","status":"pending",...}` at once and continues in the background.
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
export function defineAsyncTool<Schema extends ZodLike>(config: AsyncToolConfig<Schema, Schema["_output"]>): ToolDef;
export function defineAsyncTool<Schema extends ParameterSchema>(config: AsyncToolConfig<Schema>): ToolDef;
export function defineAsyncTool<Schema extends ParameterSchema>(config: AsyncToolConfig<Schema>): ToolDef {
  const { ttlSeconds, description, execute, ...rest } = ownFields(config);
  return {
    ...(rest as Omit<ToolDef, "description" | "execute">),
    description:
      `${description}\n\n[Async] Returns a handle ("ah:..."). ` +
      "Call pollResult(handle) to retrieve the actual result when it's ready.",
    async execute(args, ctx) {
      const handle = `ah:${crypto.randomUUID()}`;
      const job: AsyncJob = { status: "pending", startedAt: Date.now(), ttlMs: (ttlSeconds ?? 600) * 1000 };
      jobsOf(ctx).set(handle, job);
      const work = async () => given(await execute(args as InferArguments<Schema>, ctx), `Tool "${rest.name}"`);
      FINISHED.set(job, run(job, work));
      const note =
        "It runs in the background. Call pollResult with this handle, and waitMs to wait, to get its result.";
      return JSON.stringify({ handle, status: "pending", note });
    },
  };
}

/**
 * Makes the tool `pollResult`. Polling a pending result is judged by time, not by count. Every other answer is final:
 * polling it again and again is a loop like any other.
 *
 * @example
 * new ToolExecutor([report, createPollResultTool()], { loopDetection: true });
 */
export function createPollResultTool(): ToolDef {
  return {
    name: "pollResult",
    description:
      "Gets the result of a background tool by its handle; its status is pending while there is none yet. " +
      `waitMs waits for it, up to ${MAX_WAIT_MS} milliseconds.`,
    ...plainSchema({
      handle: { type: "string", description: "The handle that the background tool returned" },
      waitMs: { type: "number", description: "Milliseconds to wait for the result (default 0)", optional: true },
    }),
    sandbox: false, // it uses the session state, which is in this process
    loopDetection: { poll: { final: isFinalAnswer } },
    async execute(args, ctx) {
      const { handle, waitMs = 0 } = args as { handle: string; waitMs?: number };
      const job = jobsOf(ctx).get(handle);
      if (job === undefined) return JSON.stringify({ status: "not-found", handle });
      await finished(job, Math.min(waitMs, MAX_WAIT_MS), ctx.signal);
      return answer(handle, job);
    },
  };
}

function answer(handle: string, job: AsyncJob): string {
  if (isExpired(job)) return JSON.stringify({ status: "expired", handle });
  if (job.status === "pending") return JSON.stringify({ status: "pending", handle });
  if (job.status === "rejected") return JSON.stringify({ status: "error", handle, error: job.error });
  return JSON.stringify({ status: "done", handle, result: resultText(job.value as string | ToolResult) });
}

/** Whether an answer of `pollResult` is final, which means not pending. */
function isFinalAnswer(result: unknown): boolean {
  return !String(result).startsWith('{"status":"pending"');
}

async function run(job: AsyncJob, work: () => Promise<string | ToolResult>): Promise<void> {
  try {
    job.value = await work();
    job.status = "resolved";
  } catch (error) {
    job.error = errorText(error);
    job.status = "rejected";
  }
}

function isExpired({ startedAt, ttlMs }: AsyncJob): boolean {
  return Date.now() - startedAt > ttlMs;
}

/** The jobs of the session. Drops the results of expired ones; the jobs stay known as expired. */
function jobsOf(ctx: RunContext): Map<string, AsyncJob> {
  const jobs = stateMap<AsyncJob>(ctx, STATE_KEY);
  for (const job of jobs.values()) {
    if (!isExpired(job)) continue;
    delete job.value;
    delete job.error;
  }
  return jobs;
}

/** Waits until the job ends, `ms` milliseconds have passed, or the run is aborted. `ms` NaN: does not wait. */
async function finished(job: AsyncJob, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const known = FINISHED.get(job);
  const end = performance.now() + ms;
  for (;;) {
    const left = end - performance.now();
    if (job.status !== "pending" || isExpired(job) || !(left > 0) || signal?.aborted) return;
    await firstOf(known, known === undefined ? Math.min(left, LOOK_EVERY_MS) : left, signal);
  }
}

/** Waits for `done`, the time, or the abort, whichever comes first, and removes its timer and listener. */
async function firstOf(done: Promise<void> | undefined, ms: number, signal: AbortSignal | undefined): Promise<void> {
  let wake: () => void = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const timer = setTimeout(wake, ms);
  signal?.addEventListener("abort", wake, { once: true });
  await (done === undefined ? woken : Promise.race([done, woken]));
  clearTimeout(timer);
  signal?.removeEventListener("abort", wake);
}
