/** Whatever one call does, its siblings have their results, and `executeAll` rejects only with a tool loop. */
import { EventEmitter } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import type { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolDef } from "../../lib/executor/tool-types.ts";
import { hearing, MISBEHAVIOURS, revoked, settled } from "../guard/callbacks.ts";
import { HOSTILE_CALLS, HOSTILE_VALUES } from "../guard/hostile.ts";
import { closeGuards, executorWith } from "./guards.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

const heard = hearing();
afterEach(closeGuards);
afterEach(async () => {
  await settled();
  expect(heard.unhandled).toEqual([]);
});

let siblings = 0;
const fine = makeTool("fine", async ({ n }) => `fine ${n}`);
const GUARDS: [string, Record<string, unknown>][] = [
  ["without a guard", {}],
  ["with a guard", { loopDetection: true }],
  ["with one that warns", { loopDetection: { detectors: [{ type: "repeat", threshold: 2 }], action: "warn" } }],
  ["with artifacts", { artifacts: { maxToolOutputBytes: 4, previewChars: 2 } }],
];
/** Behind functions, because vitest reads its arguments. */
const rows = (record: Readonly<Record<string, unknown>>) =>
  Object.entries(record).map(([name, value]): [string, () => never] => [name, () => value as never]);

/** `call` between two healthy calls, three times, so that the guard reacts. */
async function among(executor: ToolExecutor, call: object, ctx: RunContext): Promise<string[]> {
  const results: string[] = [];
  for (let i = 0; i < 3; i++) {
    const all = await executor.executeAll(
      [makeCall("fine", { n: siblings++ }), call as never, makeCall("fine", { n: siblings++ })],
      ctx,
    );
    expect(all).toHaveLength(3);
    for (const at of [0, 2])
      expect(all[at]).toMatchObject({ toolName: "fine", result: expect.stringMatching(/^(fine|\{"pointer")/) });
    results.push(String(all[1]?.error ?? "none"));
  }
  return results;
}

describe.each(GUARDS)("%s", (_, config) => {
  it.each(rows(HOSTILE_CALLS))("a call, %s", async (what, give) => {
    const executor = executorWith([fine, makeTool("t", async () => "t")], config);
    await among(executor, give(), recorded().ctx);
    // Only a guard reads ids.
    if (!what.startsWith("an id ") || executor.loopGuard) expect(heard.errors.length).toBeGreaterThan(0);
  });

  it.each(rows(HOSTILE_VALUES))("a tool that returns, throws or receives: %s", async (_, give) => {
    const value: unknown = give();
    const tools: ToolDef[] = [
      fine,
      makeTool("gives", async () => value as string),
      makeTool("wraps", async () => ({ content: value as string })),
      makeTool("cached", async () => value as string, { cache: { ttl: 1000 } }),
      makeTool("shows", async () => "x", { toModelOutput: () => value as string }),
      makeTool("throws", async () => {
        throw value;
      }),
      makeTool("t", async () => "t"),
    ];
    const executor = executorWith(tools, config);
    for (const { name } of tools) await among(executor, makeCall(name), recorded().ctx);
    for (const error of await among(executor, makeCall("throws"), recorded().ctx)) expect(error).not.toBe("none");
    await among(executor, { id: "1", name: "t", arguments: value }, recorded().ctx);
  });

  it("a context that throws when read: the tools run, and the error is published", async () => {
    const seen: unknown[] = [];
    const look = makeTool("t", async (_, ctx) => {
      seen.push(ctx);
      return "t";
    });
    const executor = executorWith([look], config);
    for (const ctx of [revoked<RunContext>(), {} as RunContext]) {
      const [result] = await executor.executeAll([makeCall("t")], ctx);
      expect(result).toMatchObject({ toolName: "t" });
      expect(result).not.toHaveProperty("error");
      expect(seen.pop() === ctx).toBe(true);
      expect(heard.errors.length).toBeGreaterThan(0);
    }
  });

  describe("a listener", () => {
    const ways = Object.entries(MISBEHAVIOURS);

    // An emitter of Node.js drops a listener's rejection, so we cannot see it.
    const others = ways.filter(([way]) => way !== "rejects");
    it.each(others)(
      "of another package's bus that %s: results are complete, and the error is published",
      async (way, misbehave) => {
        const eventBus = new EventEmitter();
        for (const event of ["tool.call", "tool.result", "loop.detected"]) eventBus.on(event, misbehave);
        const { ctx } = recorded({ eventBus: eventBus as never });
        const executor = executorWith([fine], config);
        expect(await among(executor, makeCall("fine", { n: siblings++ }), ctx)).toEqual(["none", "none", "none"]);
        if (way.startsWith("throws"))
          expect(new Set(heard.errors.map(({ where }) => where))).toEqual(new Set(["eventBus"]));
      },
    );

    it.each(ways)("of our bus that %s: results are complete", async (_, misbehave) => {
      const { ctx, eventBus } = recorded();
      eventBus.on("tool.call", misbehave).on("tool.result", misbehave).on("error", misbehave);
      const executor = executorWith([fine], config);
      expect(await among(executor, makeCall("fine", { n: siblings++ }), ctx)).toEqual(["none", "none", "none"]);
    });

    it.each(ways)("a bus whose emit %s: results are complete", async (_, misbehave) => {
      const { ctx } = recorded({ eventBus: { emit: misbehave } as never });
      const executor = executorWith([fine], config);
      expect(await among(executor, makeCall("fine", { n: siblings++ }), ctx)).toEqual(["none", "none", "none"]);
    });
  });
});

describe.each(Object.entries(MISBEHAVIOURS))("a function that %s", (way, misbehave) => {
  const fails =
    way.startsWith("throws") || way.includes("reject") || way.includes("then throws") || way.includes("revoked");

  it("onToolCall: an error fails its call, and no other", async () => {
    const onToolCall = (_: unknown, name: string) => (name === "t" ? misbehave() : undefined) as Promise<void>;
    const executor = new ToolExecutor([fine, makeTool("t", async () => "t")], { onToolCall });
    const errors = await among(executor, makeCall("t"), recorded().ctx);
    expect(errors.every((error) => (error === "none") === !fails)).toBe(true);
  });

  it("onApproval and requiresApproval: an error never lets a call run", async () => {
    let ran = 0;
    const tools = [
      { ...fine, requiresApproval: false },
      makeTool("asks", async () => String(ran++)),
      makeTool("may", async () => String(ran++), { requiresApproval: misbehave as () => boolean }),
    ];
    const executor = new ToolExecutor(tools, { approval: { policy: "all", onApproval: misbehave as never } });
    for (const name of ["asks", "may"])
      for (const error of await among(executor, makeCall(name), recorded().ctx)) expect(error).not.toBe("none");
    expect(ran).toBe(0);
  });

  it("safeParse, validate, execute and toModelOutput: an error fails its call, and no other", async () => {
    const executor = new ToolExecutor([
      fine,
      makeTool("parse", async () => "x", { parameters: { safeParse: misbehave as never } }),
      makeTool("validate", async () => "x", {
        parameters: { "~standard": { version: 1, vendor: "v", validate: misbehave as never } },
      }),
      makeTool("execute", misbehave as never),
      makeTool("shows", async () => "x", { toModelOutput: misbehave as never }),
    ]);
    for (const name of ["parse", "validate", "execute", "shows"]) {
      const errors = await among(executor, makeCall(name), recorded().ctx);
      // The standard does not define a result without "value" and "issues".
      if (name === "parse" || (fails && name !== "validate")) expect([name, ...errors]).not.toContain("none");
    }
  });
});

it("a promise of a schema's result is awaited, also one of another library", async () => {
  const later = <T>(value: T): Promise<T> =>
    Object.create(null, {
      // biome-ignore lint/suspicious/noThenProperty: a promise of another library
      then: { value: (resolve: (value: T) => void) => resolve(value) },
    }) as Promise<T>;
  const executor = new ToolExecutor([
    makeTool("parse", async ({ q }) => `${q}`, {
      parameters: { safeParse: () => later({ success: true, data: { q: 1 } }) as never },
    }),
    makeTool("validate", async ({ q }) => `${q}`, {
      parameters: { "~standard": { version: 1, vendor: "v", validate: () => later({ value: { q: 2 } }) } },
    }),
  ]);
  const results = await executor.executeAll([makeCall("parse"), makeCall("validate")], recorded().ctx);
  expect(results.map(({ result }) => result)).toEqual(["1", "2"]);
});
