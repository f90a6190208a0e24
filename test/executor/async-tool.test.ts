import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createPollResultTool, defineAsyncTool } from "../../lib/executor/async-tool.ts";
import type { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { deferred, makeCall, recorded } from "./helpers.ts";

const poll = createPollResultTool();

async function start(execute: () => Promise<string>, ctx: RunContext, ttlSeconds?: number): Promise<string> {
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

test("an error, thrown late or at once", async () => {
  const { ctx } = recorded();
  const late = await start(() => Promise.reject(new Error("disk full")), ctx);
  const atOnce = await start(() => {
    throw new Error("no disk");
  }, ctx);
  expect(await ask(ctx, late, 1_000)).toEqual({ status: "error", handle: late, error: "disk full" });
  expect(await ask(ctx, atOnce, 1_000)).toEqual({ status: "error", handle: atOnce, error: "no disk" });
});

test("an unknown handle", async () => {
  expect(await ask(recorded().ctx, "ah:nope")).toEqual({ status: "not-found", handle: "ah:nope" });
});

test("a result expires, and is forgotten", async () => {
  const { ctx } = recorded();
  const handle = await start(async () => "x", ctx, 0.01);
  expect(await ask(ctx, handle, 1_000)).toMatchObject({ status: "done" });
  await new Promise((done) => setTimeout(done, 20));
  expect(await ask(ctx, handle)).toEqual({ status: "expired", handle });
  const [job] = (ctx.sessionState["__asyncHandles"] as Map<string, object>).values();
  expect(job).not.toHaveProperty("result");
});

test("waiting ends with the result, not with the time", async () => {
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

test("no wait is longer than 30 seconds", async () => {
  vi.useFakeTimers();
  try {
    const { ctx } = recorded();
    const handle = await start(() => new Promise(() => {}), ctx);
    const answer = ask(ctx, handle, 999_999);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toMatchObject({ status: "pending" });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("waiting ends with the abort, and leaves no listener", async () => {
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
  test("validation, and the schema that the model sees", async () => {
    const executor = new ToolExecutor([poll as never]);
    const bad = [{}, { handle: 1 }, { handle: "ah:x", waitMs: -1 }, { handle: "ah:x", waitMs: "1" }];
    const results = await executor.executeAll(
      bad.map((args) => makeCall("pollResult", args)),
      recorded().ctx,
    );
    expect(results.map(({ error }) => error?.slice(0, 27))).toEqual([
      "Invalid arguments: handle: ",
      "Invalid arguments: handle: ",
      "Invalid arguments: waitMs: ",
      "Invalid arguments: waitMs: ",
    ]);
    const [definition] = executor.getToolDefinitions();
    expect(definition).toMatchObject({ name: "pollResult", parameters: { required: ["handle"] } });
  });

  test("asking often is not a loop", async () => {
    const { ctx } = recorded();
    const handle = await start(() => new Promise(() => {}), ctx);
    const executor = new ToolExecutor([poll as never], { loopDetection: { maxRepeats: 2, action: "abort" } });
    for (let i = 0; i < 10; i++) {
      const [result] = await executor.executeAll([makeCall("pollResult", { handle })], ctx);
      expect(result?.error).toBeUndefined();
    }
    executor.loopGuard?.close();
  });
});
