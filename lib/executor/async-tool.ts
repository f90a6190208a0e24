/** Tools that take long: they return a handle at once, and `pollResult` asks for the result later. */
import { ownFields, type ToolConfig } from "./define-tool.ts";
import type { InferArguments, ParameterSchema } from "./parameter-schema.ts";
import { plainSchema } from "./plain-schema.ts";
import type { RunContext } from "./run-context.ts";
import { errorText, given } from "./tool-pipeline.ts";
import { resultText, type ToolDef, type ToolResult } from "./tool-types.ts";

export interface AsyncToolConfig<Schema extends ParameterSchema>
  extends Omit<ToolConfig<Schema>, "cache" | "sandbox" | "toModelOutput"> {
  /** The job is in this process, so no sandbox can hold the tool: say so where the executor has one for all. */
  sandbox?: false;
  /** Seconds from the call on for which its result can be asked for. @default 600 */
  ttlSeconds?: number;
}

/** The name that Agentium has for it. */
export type DefineAsyncToolConfig<Schema extends ParameterSchema> = AsyncToolConfig<Schema>;

/** Not an interface: those do not fit into a `ToolDef[]`. */
export type PollResultArguments = {
  handle: string;
  /** Milliseconds to wait for a result that is not there yet; below 0 is 0. @default 0, at most 30000 */
  waitMs?: number;
};

/** What a handle stands for. The results live in the session state, so they end with the session. */
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
/** How often a job that somebody else began is looked at. */
const LOOK_EVERY_MS = 100;
/** When the jobs that were begun here are no longer pending. Not in the state, which others read and write too. */
const FINISHED = new WeakMap<AsyncJob, Promise<void>>();

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
  const { ttlSeconds, description, execute, ...rest } = ownFields(config);
  return {
    ...rest,
    description:
      `${description}\n\n[Async] Returns a handle ("ah:..."). ` +
      "Call pollResult(handle) to retrieve the actual result when it's ready.",
    async execute(args, ctx) {
      const handle = `ah:${crypto.randomUUID()}`;
      const job: AsyncJob = { status: "pending", startedAt: Date.now(), ttlMs: (ttlSeconds ?? 600) * 1000 };
      const jobs = jobsOf(ctx);
      forgetExpired(jobs);
      jobs.set(handle, job);
      FINISHED.set(
        job,
        run(job, async () => given(await execute(args as InferArguments<Schema>, ctx), `Tool "${rest.name}"`)),
      );
      const note =
        "It runs in the background. Call pollResult with this handle, and waitMs to wait, to get its result.";
      return JSON.stringify({ handle, status: "pending", note });
    },
  };
}

/**
 * The tool `pollResult`. Asking again for a result that is not there yet is not a loop by count, only by time. Every other
 * answer is final: asking for it again and again is a loop like any other.
 *
 * @example
 * new ToolExecutor([report, createPollResultTool()], { loopDetection: true });
 */
export function createPollResultTool(): ToolDef<PollResultArguments> {
  return {
    name: "pollResult",
    description:
      "Gets the result of a background tool by its handle; its status is pending while there is none yet. " +
      `waitMs waits for it, up to ${MAX_WAIT_MS} milliseconds.`,
    ...plainSchema({
      handle: { type: "string", description: "The handle that the background tool returned" },
      waitMs: { type: "number", description: "Milliseconds to wait for the result (default 0)", optional: true },
    }),
    sandbox: false, // the session state is in this process
    loopDetection: { poll: { final: isFinalAnswer } },
    async execute({ handle, waitMs = 0 }, ctx) {
      const jobs = jobsOf(ctx);
      forgetExpired(jobs);
      const job = jobs.get(handle);
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

/** Of an answer above. */
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

/** Forgets what expired jobs gave; that they expired stays known. */
function forgetExpired(jobs: Map<string, AsyncJob>): void {
  for (const job of jobs.values()) {
    if (!isExpired(job)) continue;
    delete job.value;
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

/** Waits until the job is no longer pending, the time is over, or the run is aborted. `ms` NaN: not at all. */
async function finished(job: AsyncJob, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const known = FINISHED.get(job);
  const end = performance.now() + ms;
  for (;;) {
    const left = end - performance.now();
    if (job.status !== "pending" || isExpired(job) || !(left > 0) || signal?.aborted) return;
    await firstOf(known, known === undefined ? Math.min(left, LOOK_EVERY_MS) : left, signal);
  }
}

/** Waits until `done`, the time or the abort, and leaves no timer and no listener behind. */
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
