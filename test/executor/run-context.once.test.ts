import { expect, test } from "vitest";
import { EventBus } from "../../lib/executor/event-bus.ts";
import { RunContext } from "../../lib/executor/run-context.ts";

test("defaults", () => {
  const ctx = new RunContext({ sessionId: "s" });
  expect(ctx.runId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  expect(ctx).toMatchObject({ sessionId: "s", metadata: {}, sessionState: {}, dependencies: {} });
  expect(ctx.eventBus).toBeInstanceOf(EventBus);
  expect(ctx.userId ?? ctx.tenantId ?? ctx.signal).toBeUndefined();
  expect(new RunContext({ sessionId: "s" }).runId).not.toBe(ctx.runId);
});

test("options are kept by reference", () => {
  const options = {
    runId: "r",
    sessionId: "s",
    userId: "u",
    tenantId: "t",
    metadata: { a: 1 },
    eventBus: new EventBus(),
    sessionState: { n: 1 },
    signal: new AbortController().signal,
    dependencies: { db: "postgres://db" },
  };
  const ctx = new RunContext(options);
  for (const [name, value] of Object.entries(options)) expect(ctx[name as keyof RunContext]).toBe(value);
  ctx.setState("n", 2);
  expect(options.sessionState.n).toBe(2);
  expect(ctx.getState<number>("n")).toBe(2);
  expect(ctx.getState("missing")).toBeUndefined();
  ctx.sessionState = { n: 3 };
  expect(ctx.getState<number>("n")).toBe(3);
});
