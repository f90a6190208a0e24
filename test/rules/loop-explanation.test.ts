/** What the host reads of an error that ends a run, and that nobody else does. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { guardFunction, LoopGuard, ToolLoopError } from "../../lib/index.ts";
import { noNews, repeat } from "../../lib/rules/factories.ts";
import { makeCall, makeTool } from "../executor/helpers.ts";

const STUCK = { detectors: [noNews()], ladder: { hint: 1, abort: 3 } };
const SECRET = "s3cret-argument";
const FOUND = "s3cret-result";

function thrown(call: () => unknown): ToolLoopError {
  for (let times = 0; times < 20; times++)
    try {
      call();
    } catch (error) {
      return error as ToolLoopError;
    }
  throw new Error("nothing was thrown");
}

describe("the explanation of an error", () => {
  it("says what was called, what came back, how often it was refused, and how to go on", () => {
    const search = guardFunction("search", (_: object) => `${FOUND} ${"and more ".repeat(20)}`, STUCK);
    const q = SECRET + "x".repeat(500);
    const error = thrown(() => search({ q }));
    const [message, call, last, refused, next] = error.explanation.split("\n");
    expect(message).toBe(error.message);
    expect(call).toMatch(/^The call: search\(\{"q":"s3cret-argumentx+\.\.\.\)$/);
    expect(call?.length).toBeLessThan(110);
    expect(last).toMatch(/^What came back last: "s3cret-result and more .*\.\.\."$/);
    expect(last?.length).toBeLessThan(110);
    expect(refused).toBe("Calls refused before, in this run: 3");
    expect(next).toContain("findToolLoopError(error)");
    expect(error.call).toEqual({ name: "search", arguments: { q } });
  });

  it("is printed by console.error", () => {
    const search = guardFunction("search", (_: object) => FOUND, STUCK);
    const text = inspect(thrown(() => search({ q: SECRET })));
    expect(text).toMatch(/^ToolLoopError: Tool 'search' .*\n +at /);
    expect(text).toContain(`The call: search({"q":"${SECRET}"})`);
  });

  it("says of an outcome that ended the run what it was", () => {
    const failing = guardFunction(
      "read",
      (_: string): string => {
        throw new RangeError(`no ${FOUND}`);
      },
      { detectors: [repeat({ threshold: 2 })], action: "abort" },
    );
    expect(() => failing(SECRET)).toThrow(RangeError);
    const error = thrown(() => failing(SECRET));
    expect(error.explanation).toContain(`What came back last: the error "no ${FOUND}"`);
    expect(error.call?.arguments).toEqual([SECRET]);
  });

  it("is there for an executor, and for an error that nobody explained", async () => {
    const executor = new ToolExecutor([makeTool("search", async () => FOUND)], { loopDetection: STUCK });
    const ctx = new RunContext({ sessionId: "s" });
    const ask = async () => {
      for (let i = 0; i < 20; i++) await executor.executeAll([makeCall("search", { q: SECRET })], ctx);
    };
    const error = await ask().catch((reason: unknown) => reason as ToolLoopError);
    expect(error).toBeInstanceOf(ToolLoopError);
    expect(error?.explanation).toContain(`The call: search({"q":"${SECRET}"})`);
    expect(error?.explanation).toContain("Calls refused before, in this run: 3");
    const bare = new ToolLoopError("search", 4);
    expect(bare.call).toBeUndefined();
    expect(bare.explanation.split("\n")).toEqual([bare.message, expect.stringContaining("To go on")]);
  });
});

it("no argument and no result is in the message, the stack, JSON, events or a snapshot", () => {
  const heard: unknown[] = [];
  const listen = (message: unknown) => void heard.push(message);
  subscribe("loopguard:detection", listen);
  const guard = new LoopGuard({ ...STUCK, onDetection: (...given) => void heard.push(given) });
  const search = guardFunction("search", (_: object) => FOUND, guard);
  const error = thrown(() => search({ q: SECRET }));
  unsubscribe("loopguard:detection", listen);
  const texts = [error.message, error.stack, JSON.stringify(error), JSON.stringify(heard)];
  texts.push(Buffer.from(guard.snapshot()).toString("latin1"), Object.keys(error).join());
  for (const text of texts) expect(text).not.toMatch(/s3cret/);
  expect(Object.keys(error)).not.toContain("call");
});
