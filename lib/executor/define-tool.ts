/** Tools whose arguments are typed by their schema, those that take long among them. */

import { isGiven } from "../base/property.ts";
import { stateMap } from "./artifacts.ts";
import {
  type InferArguments,
  type InferInput,
  type ParameterSchema,
  plainSchema,
  type SafeParseSchema,
} from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import { errorText, given } from "./tool-pipeline.ts";
import { type GivenTool, resultText, type ToolDef, type ToolResult } from "./tool-types.ts";

/** The argument of `defineTool`: a tool whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>>
  extends Omit<GivenTool, "parameters" | "execute" | "inputExamples"> {
  /** The schema of the arguments, of which the model sees a JSON schema. */
  parameters: Schema;
  /** Runs the tool with arguments that fit. What is thrown, `undefined` and `null` are failures. */
  execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
  /** Added to the description that the model reads. */
  inputExamples?: readonly (Args | InferInput<Schema>)[];
}

/** A zod schema says its output itself. A generic function over zod schemas needs this, and not a conditional type. */
export type ZodLike = SafeParseSchema & { readonly _output: unknown };

/**
 * Makes a tool whose `execute` is typed by its schema: zod 3, zod 4, a Standard Schema, or anything with `safeParse`.
 *
 * @example
 * const search = defineTool({
 *   name: "search",
 *   description: "Searches the web",
 *   parameters: z.object({ q: z.string() }),
 *   execute: async ({ q }) => `results for ${q}`, // q: string
 * });
 */
export function defineTool<Schema extends ZodLike>(config: ToolConfig<Schema, Schema["_output"]>): ToolDef;
export function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): ToolDef;
export function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): ToolDef {
  const tool = ownFields(config) as GivenTool as ToolDef;
  const { toModelOutput } = config;
  if (isGiven(toModelOutput)) tool.toModelOutput = async (...args) => toModelOutput.apply(tool, args);
  return tool;
}

const FIELDS = [
  "name",
  "description",
  "parameters",
  "execute",
  "rawJsonSchema",
  "cache",
  "sandbox",
  "requiresApproval",
  "strict",
  "inputExamples",
  "toModelOutput",
  "loopDetection",
] satisfies (keyof ToolDef)[];

/** A copy with own fields, also for the methods and getters that a class instance inherits. */
function ownFields<Config extends object>(config: Config): Config {
  const inherited = FIELDS.filter((name) => name in config && !Object.hasOwn(config, name));
  return { ...config, ...Object.fromEntries(inherited.map((name) => [name, config[name as keyof Config]])) };
}

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
const isFinalAnswer = (result: unknown): boolean => !String(result).startsWith('{"status":"pending"');

async function run(job: AsyncJob, work: () => Promise<string | ToolResult>): Promise<void> {
  try {
    job.value = await work();
    job.status = "resolved";
  } catch (error) {
    job.error = errorText(error);
    job.status = "rejected";
  }
}

const isExpired = ({ startedAt, ttlMs }: AsyncJob): boolean => Date.now() - startedAt > ttlMs;

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
function firstOf(done: Promise<void> | undefined, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal?.addEventListener("abort", wake);
    void done?.then(wake);
  });
}
