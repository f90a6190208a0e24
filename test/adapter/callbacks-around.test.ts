/** The functions of adapters, wrappers and stores go wrong in every way: calls run as without them, and it is told. */
import { describe, expect, it } from "vitest";
import { guardExecutor } from "../../lib/frameworks/guard-executor.ts";
import { guardFunction } from "../../lib/frameworks/guard-function.ts";
import { guardClient, guardServer, type McpRequestContext } from "../../lib/frameworks/mcp.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { runScope } from "../../lib/guard/run-scope.ts";
import { count, unknownTool } from "../../lib/rules/factories.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import { hearing, MISBEHAVIOURS, settled } from "../guard/callbacks.ts";

const heard = hearing();
const STRICT = { detectors: [count({ maxRepeats: 1 })], action: "hint" as const };
const TIMES = [1, 2, 3];
const CALL = { name: "t", arguments: { q: 1 } };

async function expectTold(...where: string[]): Promise<void> {
  await settled();
  expect(heard.unhandled).toEqual([]);
  expect(heard.errors.map((told) => told.where)).toEqual(where);
}

/** Of a key: an object is one by its identity, whatever it throws. */
const isNoKey = (way: string) => !/revoked proxy|then throws/.test(way);

describe.each(Object.entries(MISBEHAVIOURS))("a function that %s", (way, misbehave) => {
  it("argumentsOf and run of guardFunction: the call runs unjudged, or as a run of its own", async () => {
    for (const option of ["argumentsOf", "run"]) {
      heard.errors = [];
      const f = guardFunction("f", (_: object) => "ran", STRICT, { [option]: misbehave });
      const isOneRun = option === "run" && way === "gives a revoked proxy";
      const got = TIMES.map(() => f({ q: 1 }));
      if (!isOneRun && (option === "run" || isNoKey(way) || way.includes("revoked"))) expect(got).not.toContain("loop");
      expect(got[0]).toBe("ran");
      const isRead = /throws|rejects|promise|revoked/.test(way);
      if (option === "run" ? isNoKey(way) : isRead) {
        expect(got).toEqual(["ran", "ran", "ran"]);
        await expectTold(option);
      }
    }
  });

  it("runKey of guardClient and guardServer: as without it where it throws", async () => {
    const answer = { content: [{ type: "text", text: "ran" }] };
    const guard = new LoopGuard({ ...STRICT, detectors: [count({ maxRepeats: 100 })] });
    const client = guardClient({ callTool: async (_: unknown) => answer }, guard, { runKey: misbehave as never });
    for (const _ of TIMES) expect(await client.callTool(CALL)).toBe(answer);
    await expectTold(...(isNoKey(way) ? ["runKey"] : []));

    heard.errors = [];
    const handlers = new Map([["tools/call", async (_: object, __: McpRequestContext): Promise<unknown> => answer]]);
    guardServer({ setRequestHandler() {}, _requestHandlers: handlers }, guard, { runKey: misbehave as never });
    for (const _ of TIMES) expect(await handlers.get("tools/call")?.({ params: CALL }, {})).toBe(answer);
    await expectTold(...(isNoKey(way) ? ["runKey"] : []));
    guard.close();
  });

  it("a key of runScope: what runs there is a run of its own", async () => {
    if (way.startsWith("throws")) return; // nobody of ours has called it
    const f = guardFunction("f", (_: object) => "ran", STRICT);
    expect(runScope(misbehave() as never, () => f({ q: 1 }))).toBe("ran");
    await expectTold(...(isNoKey(way) ? ["runScope"] : []));
  });

  it("getToolDefinitions of an executor: no name is unknown", async () => {
    const executor = guardExecutor(
      { executeAll: async (calls: object[]) => calls.map(() => "ran"), getToolDefinitions: misbehave },
      { detectors: [unknownTool({ threshold: 1 })] },
    );
    for (const _ of TIMES) expect(await executor.executeAll([CALL])).toEqual(["ran"]);
    await expectTold(...(/throws|reject|revoked/.test(way) ? ["getToolDefinitions"] : []));
  });

  it("the clock of a guard over a server: there is no pause", async () => {
    const guard = new LoopGuard({ now: misbehave as never });
    const handlers = new Map([["tools/call", async (_: object, __: McpRequestContext): Promise<unknown> => "ran"]]);
    guardServer({ setRequestHandler() {}, _requestHandlers: handlers }, guard);
    for (const _ of TIMES) await handlers.get("tools/call")?.({ params: { name: "t" } }, {});
    await expectTold("now");
    guard.close();
  });

  describe("of a store", () => {
    const METHODS = ["load", "save", "delete", "open", "append", "compact", "close"] as const;

    it.each(METHODS)("%s: the run goes on by itself", async (method) => {
      const works: StateStore = {
        load: async () => undefined,
        save: async () => "1",
        delete: async () => {},
      };
      const journal = {
        open: async () => ({ snapshot: undefined, entries: "", incarnation: "i", offset: 0, mark: "m" }),
        append: async () => "gone" as const,
        compact: async () => {},
      };
      const isJournal = method in journal;
      const store = { ...works, ...(isJournal ? journal : {}), [method]: misbehave } as unknown as StateStore;
      using guard = new LoopGuard(STRICT);
      const run = guard.storedRun("r", { store, timeoutMs: 50, retryAfterMs: 0 });
      const actions: string[] = [];
      for (const _ of TIMES) {
        run.beginRound();
        actions.push((await run.before(CALL)).action);
        await run.after(CALL, { result: "r" });
      }
      await run.close();
      await settled();
      expect(heard.unhandled).toEqual([]);
      expect(actions).toEqual(["allow", "hint", "hint"]);
      for (const { where } of heard.errors) expect(where).toBe("store");
      if (method === "load" || method === "save" || method === "open")
        if (way !== "gives a promise") expect(heard.errors.length).toBeGreaterThan(0);
    });
  });
});
