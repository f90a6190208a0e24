import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createPollResultTool, defineAsyncTool } from "../../lib/executor/define-tool.ts";
import type { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolResult } from "../../lib/executor/tool-types.ts";
import { deferred, makeCall, recorded } from "./helpers.ts";

const poll = createPollResultTool();

async function start(
  execute: () => Promise<string | ToolResult>,
  ctx: RunContext,
  ttlSeconds?: number,
): Promise<string> {
  const config = { name: "report", description: "", parameters: z.object({}), execute };
  const tool = defineAsyncTool(ttlSeconds === undefined ? config : { ...config, ttlSeconds });
  const started = JSON.parse((await tool.execute({}, ctx)) as string);
  expect(started).toEqual({
    handle: expect.stringMatching(/^ah:[0-9a-f-]{36}$/),
    status: "pending",
    note: expect.any(String),
  });
  return started.handle;
}

const ask = async (ctx: RunContext, handle: string, waitMs?: number) =>
  JSON.parse((await poll.execute(waitMs === undefined ? { handle } : { handle, waitMs }, ctx)) as string);

test("pending, then done", async () => {
  const { ctx } = recorded();
  const work = deferred<string>();
  const handle = await start(() => work.promise, ctx);
  expect(await ask(ctx, handle)).toEqual({ status: "pending", handle });
  work.resolve("42 pages");
  expect(await ask(ctx, handle, 1_000)).toEqual({ status: "done", handle, result: "42 pages" });
  expect(await ask(ctx, handle)).toEqual({ status: "done", handle, result: "42 pages" });
});

test("an error, thrown late or synchronously", async () => {
  const { ctx } = recorded();
  const late = await start(() => Promise.reject(new Error("disk full")), ctx);
  const atOnce = await start(() => {
    throw new Error("no disk");
  }, ctx);
  expect(await ask(ctx, late, 1_000)).toEqual({ status: "error", handle: late, error: "disk full" });
  expect(await ask(ctx, atOnce, 1_000)).toEqual({ status: "error", handle: atOnce, error: "no disk" });
});

test.each([undefined, null])("a tool that returns %s has failed", async (nothing) => {
  const { ctx } = recorded();
  const handle = await start(async () => nothing as never, ctx);
  const error = `Tool "report" returned ${nothing}; it must return a text, or an object with a text as content`;
  expect(await ask(ctx, handle, 1_000)).toEqual({ status: "error", handle, error });
});

test("an unknown handle", async () => {
  expect(await ask(recorded().ctx, "ah:nope")).toEqual({ status: "not-found", handle: "ah:nope" });
});

test("of a result with other fields, only the text is returned", async () => {
  const { ctx } = recorded();
  const handle = await start(
    async () => ({ content: "see the image", artifacts: [{ type: "image", data: "AAAA" }] }),
    ctx,
  );
  expect(await ask(ctx, handle, 1_000)).toEqual({ status: "done", handle, result: "see the image" });
});

test("the description mentions the handle", () => {
  const tool = defineAsyncTool({ name: "t", description: "Slow", parameters: z.object({}), execute: async () => "" });
  expect(tool.description).toMatch(/^Slow\n\n\[Async\] Returns a handle \("ah:\.\.\."\)\. .*pollResult\(handle\)/);
});

test("methods of a class belong to the tool, and ttlSeconds: null means the default", async () => {
  class Report {
    name = "report";
    description = "";
    parameters = z.object({});
    ttlSeconds = null as never;
    requiresApproval() {
      return true;
    }
    async execute() {
      return "42 pages";
    }
  }
  const { ctx } = recorded();
  const tool = defineAsyncTool(new Report());
  expect(tool.requiresApproval).toBe(Report.prototype.requiresApproval);
  const { handle } = JSON.parse((await tool.execute({}, ctx)) as string);
  expect(await ask(ctx, handle, 1_000)).toEqual({ status: "done", handle, result: "42 pages" });
});

describe("time to live", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  test("counts from the start; of an expired job, only its expiry is remembered", async () => {
    const { ctx } = recorded();
    const work = deferred<string>();
    const handle = await start(() => work.promise, ctx, 10);
    vi.advanceTimersByTime(9_000);
    work.resolve("x");
    expect(await ask(ctx, handle, 1)).toMatchObject({ status: "done" });
    vi.advanceTimersByTime(1_000);
    expect(await ask(ctx, handle)).toMatchObject({ status: "done" });
    vi.advanceTimersByTime(1);
    for (let i = 0; i < 2; i++) expect(await ask(ctx, handle)).toEqual({ status: "expired", handle });
    const [job] = (ctx.sessionState["__asyncHandles"] as Map<string, object>).values();
    expect(job).toEqual({ status: "resolved", startedAt: 1_000_000, ttlMs: 10_000 });
  });

  test("a job in progress expires, too, and pollResult does not wait for it", async () => {
    const { ctx } = recorded();
    const handle = await start(() => new Promise(() => {}), ctx, 10);
    vi.advanceTimersByTime(10_001);
    expect(await ask(ctx, handle, 30_000)).toEqual({ status: "expired", handle });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is ten minutes by default", async () => {
    const { ctx } = recorded();
    const handle = await start(async () => "x", ctx);
    await ask(ctx, handle, 1);
    vi.advanceTimersByTime(600_000);
    expect(await ask(ctx, handle)).toMatchObject({ status: "done" });
    vi.advanceTimersByTime(1);
    expect(await ask(ctx, handle)).toMatchObject({ status: "expired" });
  });
});

describe("the state, which other programs read and write, too", () => {
  const begun = (more: object) => ({ startedAt: Date.now(), ttlMs: 60_000, ...more });

  test("handles of other programs are answered", async () => {
    const jobs = new Map<string, object>([
      ["ah:1", begun({ status: "pending" })],
      ["ah:2", begun({ status: "resolved", value: { content: "two" } })],
      ["ah:3", begun({ status: "rejected", error: "no" })],
      ["ah:4", { status: "resolved", value: "late", startedAt: Date.now() - 2, ttlMs: 1 }],
    ]);
    const { ctx } = recorded({ sessionState: { __asyncHandles: jobs } });
    expect(await ask(ctx, "ah:1", 1)).toEqual({ status: "pending", handle: "ah:1" });
    expect(await ask(ctx, "ah:2")).toEqual({ status: "done", handle: "ah:2", result: "two" });
    expect(await ask(ctx, "ah:3")).toEqual({ status: "error", handle: "ah:3", error: "no" });
    expect(await ask(ctx, "ah:4")).toEqual({ status: "expired", handle: "ah:4" });
    setTimeout(
      () => jobs.set("ah:1", Object.assign(jobs.get("ah:1") as object, { status: "resolved", value: "one" })),
      5,
    );
    expect(await ask(ctx, "ah:1", 20_000)).toEqual({ status: "done", handle: "ah:1", result: "one" });
  });

  test("our handles have the form that others expect", async () => {
    const { ctx } = recorded();
    const done = await start(async () => ({ content: "x" }), ctx, 5);
    const failed = await start(() => Promise.reject(new Error("no")), ctx, 5);
    await ask(ctx, failed, 1_000);
    const facts = { startedAt: expect.any(Number), ttlMs: 5_000 };
    expect(Object.fromEntries(ctx.sessionState["__asyncHandles"] as Map<string, object>)).toEqual({
      [done]: { status: "resolved", value: { content: "x" }, ...facts },
      [failed]: { status: "rejected", error: "no", ...facts },
    });
  });
});

test("waiting ends with the result, before the time is over", async () => {
  const { ctx } = recorded();
  const work = deferred<string>();
  const handle = await start(() => work.promise, ctx);
  const startedAt = performance.now();
  setTimeout(() => work.resolve("soon"), 10);
  expect(await ask(ctx, handle, 30_000)).toMatchObject({ status: "done" });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("waiting ends with the time", async () => {
  const { ctx } = recorded();
  const handle = await start(() => new Promise(() => {}), ctx);
  expect(await ask(ctx, handle, 5)).toEqual({ status: "pending", handle });
});

test.each([-5, Number.NaN, Number.NEGATIVE_INFINITY])("waitMs %d does not wait", async (waitMs) => {
  const { ctx } = recorded();
  const handle = await start(() => new Promise(() => {}), ctx);
  vi.useFakeTimers();
  try {
    expect(await ask(ctx, handle, waitMs)).toEqual({ status: "pending", handle });
  } finally {
    vi.useRealTimers();
  }
});

test.each([999_999, Number.POSITIVE_INFINITY])("waitMs %d waits for 30 seconds", async (waitMs) => {
  vi.useFakeTimers();
  try {
    const { ctx } = recorded();
    const handle = await start(() => new Promise(() => {}), ctx);
    const answer = ask(ctx, handle, waitMs);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toMatchObject({ status: "pending" });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("waiting ends with an abort, and leaves no listener", async () => {
  const controller = new AbortController();
  const { ctx } = recorded({ signal: controller.signal });
  const remove = vi.spyOn(controller.signal, "removeEventListener");
  const handle = await start(() => new Promise(() => {}), ctx);
  const answer = ask(ctx, handle, 30_000);
  controller.abort();
  expect(await answer).toMatchObject({ status: "pending" });
  expect(remove).toHaveBeenCalledTimes(1);
  expect(await ask(ctx, handle, 30_000)).toMatchObject({ status: "pending" });
});

describe("in the executor", () => {
  test("validation, and the definition for the model", async () => {
    const executor = new ToolExecutor([poll as never]);
    const bad = [{}, { handle: 1 }, { handle: "ah:x", waitMs: "1" }];
    const results = await executor.executeAll(
      bad.map((args) => makeCall("pollResult", args)),
      recorded().ctx,
    );
    expect(results.map(({ error }) => error)).toEqual([
      "Invalid arguments: handle: Required",
      "Invalid arguments: handle: Expected string, received number",
      "Invalid arguments: waitMs: Expected number, received string",
    ]);
    const [definition] = executor.getToolDefinitions();
    expect(definition).toMatchObject({ name: "pollResult", parameters: { required: ["handle"] } });
  });
});

/** Polls until the first refusal, or so often: how many polls ran, and the last message. */
async function pollOn(executor: ToolExecutor, ctx: RunContext, handle: string, most: number) {
  for (let polls = 0; polls < most; polls++) {
    const [result] = await executor.executeAll([makeCall("pollResult", { handle })], ctx);
    if (result?.error === "loop-detected") return { polls, text: result.result as string };
  }
  return { polls: most, text: "" };
}

describe("under loop detection", () => {
  const ended = {
    "not-found": async () => "ah:nope",
    done: (ctx: RunContext) => start(async () => "42 pages", ctx),
    error: (ctx: RunContext) => start(() => Promise.reject(new Error("request timed out")), ctx),
    expired: (ctx: RunContext) => start(async () => "x", ctx, -1),
  };

  for (const everyMs of [0, 10_000])
    test.each(Object.keys(ended) as (keyof typeof ended)[])(
      `%s is refused the third time, a poll every ${everyMs} ms`,
      async (status) => {
        let now = 0;
        const executor = new ToolExecutor([poll as never], { loopDetection: { now: () => (now += everyMs) } });
        const { ctx } = recorded();
        const handle = await ended[status](ctx);
        await new Promise((done) => setImmediate(done));
        expect((await ask(ctx, handle)).status).toBe(status);
        const { polls, text } = await pollOn(executor, ctx, handle, 20_000);
        expect(polls).toBe(2);
        expect(text).toMatch(/'pollResult' was called again .* it gave the same result 2 times/);
        await expect(pollOn(executor, ctx, handle, 1)).resolves.toMatchObject({ polls: 0 });
        let refusals = 2;
        while (
          refusals < 100 &&
          (await pollOn(executor, ctx, handle, 1).then(
            () => true,
            () => false,
          ))
        )
          refusals++;
        expect(refusals).toBe(4); // and the next one ends the run
        executor.loopGuard?.close();
      },
    );

  test("polling a pending handle is not a loop, and its result arrives", async () => {
    const executor = new ToolExecutor([poll as never], { loopDetection: true });
    const { ctx } = recorded();
    const work = deferred<string>();
    const handle = await start(() => work.promise, ctx);
    expect(await pollOn(executor, ctx, handle, 500)).toMatchObject({ polls: 500 });
    work.resolve("42 pages");
    await work.promise;
    const [result] = await executor.executeAll([makeCall("pollResult", { handle })], ctx);
    expect(JSON.parse(result?.result as string)).toEqual({ status: "done", handle, result: "42 pages" });
    expect((await pollOn(executor, ctx, handle, 100)).polls).toBeLessThanOrEqual(2);
    executor.loopGuard?.close();
  });

  test("the detector count: pending polls do not count, final ones do", async () => {
    const { ctx } = recorded();
    const handle = await start(() => new Promise(() => {}), ctx);
    const executor = new ToolExecutor([poll as never], { loopDetection: { maxRepeats: 2, action: "hint" } });
    expect(await pollOn(executor, ctx, handle, 10)).toMatchObject({ polls: 10 });
    expect(await pollOn(executor, ctx, "ah:nope", 10)).toMatchObject({ polls: 2 });
    executor.loopGuard?.close();
  });
});
