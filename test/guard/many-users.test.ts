/** One process that serves many users: the calls of one never count against another. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ToolExecutorConfig } from "../../lib/executor/executor-config.ts";
import { guardExecutor } from "../../lib/executor.ts";
import { detectors, guardFunction, LoopGuard, runScope, type ToolExecutor, ToolLoopError } from "../../lib/index.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { closeGuards, executorWith } from "../executor/guards.ts";
import { makeCall, makeTool, recorded } from "../executor/helpers.ts";

const { repeat } = detectors;

afterEach(closeGuards);

const USERS = Array.from({ length: 12 }, (_, n) => `user-${n}`);
const HOURS = "Open from 9 to 17.";
const SHORTHAND = { maxRepeats: 3, action: "hint" } as const;
const STRICT: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], action: "hint" };
const tool = makeTool("search", async () => HOURS);

/** What a user is told who asks so often, each time as a round of its own. */
async function asks(executor: ToolExecutor, runId: string, times = 1): Promise<string[]> {
  const { ctx } = recorded({ runId });
  const told: string[] = [];
  try {
    for (let i = 0; i < times; i++)
      told.push(String((await executor.executeAll([makeCall("search", { q: "hours" })], ctx))[0]?.result));
  } catch (error) {
    told.push((error as Error).name);
  }
  return told;
}

describe("one ToolExecutor for many users", () => {
  it.each<[string, () => ToolExecutorConfig]>([
    ["the preset", () => ({ loopDetection: true })],
    ["options", () => ({ loopDetection: { detectors: [repeat({ threshold: 3 })], action: "hint" } })],
    ["maxRepeats alone, which is no shorthand of the seed's", () => ({ loopDetection: { maxRepeats: 3 } })],
    ["maxRepeats and a warning", () => ({ loopDetection: { maxRepeats: 3, action: "warn" } })],
    ["a guard of one's own", () => ({ loopDetection: new LoopGuard(SHORTHAND) })],
  ])("%s: twelve who ask the same are told the same; one who goes on is refused alone", async (_, config) => {
    const executor = executorWith([tool], config());
    for (const user of USERS) expect(await asks(executor, user)).toEqual([HOURS]);
    const stuck = await asks(executor, "stuck", 8);
    expect(stuck.every((text) => text === HOURS)).toBe(false);
    for (const user of USERS) expect(await asks(executor, user)).toEqual([HOURS]);
    expect(await asks(executor, "somebody new")).toEqual([HOURS]);
  });

  it("the same, all at once", async () => {
    const executor = executorWith([tool], { loopDetection: true });
    const told = await Promise.all(USERS.flatMap((user) => [asks(executor, user), asks(executor, user)]));
    expect(told.flat().every((text) => text === HOURS)).toBe(true);
  });

  it("the shorthand counts for the executor; an explicit scope always wins", async () => {
    const notAnswered = async (loopDetection: LoopGuardOptions | LoopGuard) => {
      const executor = executorWith([tool], { loopDetection });
      const told = await Promise.all(["a", "b", "c", "d", "e"].map((user) => asks(executor, user)));
      return told.flat().filter((text) => text !== HOURS).length;
    };
    expect(await notAnswered({ ...SHORTHAND })).toBe(2);
    expect(await notAnswered({ ...SHORTHAND, scope: "run" })).toBe(0);
    expect(await notAnswered({ ...STRICT, scope: "instance" })).toBe(4); // the second is warned
    expect(await notAnswered(new LoopGuard({ ...SHORTHAND, scope: "instance" }))).toBe(2);
  });

  it("gives access to each run, which is where a turn begins", async () => {
    const executor = executorWith([tool], { loopDetection: STRICT });
    await asks(executor, "a", 2);
    executor.loopGuard?.run("a").beginTurn();
    expect(await asks(executor, "a")).toEqual([HOURS]);
    expect(executor.loopGuard?.run("a").stats().calls).toBe(3);
  });

  it("keeps as many runs as maxRuns says", async () => {
    const executor = executorWith([tool], { loopDetection: { ...STRICT, maxRuns: 4 } });
    for (const user of USERS) await asks(executor, user);
    expect(executor.loopGuard?.stats().runs).toBe(5);
  });

  it("takes a context that tells no runId for the run", async () => {
    const executor = executorWith([tool], { loopDetection: STRICT });
    const { eventBus } = recorded();
    const bare = { eventBus, runId: 7 } as never;
    const ask = async (ctx: never) => (await executor.executeAll([makeCall("search")], ctx))[0]?.error;
    expect([await ask(bare), await ask(bare), await ask(bare)]).toEqual([undefined, undefined, "loop-detected"]);
    expect(await ask({ eventBus } as never)).toBeUndefined();
  });
});

describe("guardExecutor for many users", () => {
  const runner = { executeAll: async (calls: readonly { id: string }[], _: object) => calls.map(() => HOURS) };

  it("keeps a state for each run, under the shorthand too, unless the guard's scope says otherwise", async () => {
    const refusedOf = async (options: LoopGuardOptions) => {
      const executor = guardExecutor(runner, options);
      const told = await Promise.all(
        USERS.map((runId) => executor.executeAll([{ ...makeCall("search") }], { runId }) as Promise<unknown[]>),
      );
      return told.flat().filter((text) => text !== HOURS).length;
    };
    expect(await refusedOf(SHORTHAND)).toBe(0);
    expect(await refusedOf({ ...SHORTHAND, scope: "instance" })).toBe(9);
  });
});

describe("a function guarded for the whole process", () => {
  const lookUp = async (_: { q: string }) => HOURS;
  const hours = { q: "hours" };

  it("inside runScope, each user has a run, also when their calls come between each other's", async () => {
    const guard = new LoopGuard(STRICT);
    const search = guardFunction("search", lookUp, guard);
    const twice = async (user: string) =>
      runScope(user, async () => {
        const first = await search(hours);
        await new Promise((resolve) => setImmediate(resolve));
        return [first, user === "user-3" ? [await search(hours), await search(hours)] : []].flat();
      });
    const told = await Promise.all(USERS.map(twice));
    told.forEach((texts, n) => {
      if (n === 3) expect(texts.at(-1)).toContain("was not run");
      else expect(texts).toEqual([HOURS]);
    });
    expect(guard.run("user-5").stats().calls).toBe(1);
    expect(guard.run().stats().calls).toBe(0);
  });

  it("a key from the arguments does the same, and wins over a scope", async () => {
    const search = guardFunction("search", async (_: { q: string }, __: { user: string }) => HOURS, STRICT, {
      run: (_, { user }) => user,
    });
    for (let times = 0; times < 2; times++)
      for (const user of USERS) expect(await runScope("all", () => search(hours, { user }))).not.toContain("not run");
    expect(await search(hours, { user: "user-1" })).toContain("not run");
  });

  it("tools of a ToolExecutor and of a guarded executor are in the scope of their run", async () => {
    const guard = new LoopGuard(STRICT);
    const search = guardFunction("search", lookUp, guard);
    const inTool = makeTool("ask", async () => search(hours));
    const executor = executorWith([inTool], {});
    const other = guardExecutor(
      { executeAll: async (calls: readonly object[], _: object) => Promise.all(calls.map(() => search(hours))) },
      { maxRepeats: 100 },
    );
    for (const runId of USERS) {
      const [one] = await executor.executeAll([makeCall("ask")], recorded({ runId }).ctx);
      expect(one?.result).toBe(HOURS);
      expect(await other.executeAll([makeCall("ask")], { runId: `other ${runId}` })).toEqual([HOURS]);
    }
    expect(guard.stats().runs).toBe(25);
    expect(guard.run("user-7").stats().calls).toBe(1);
  });

  it("a loop inside a tool still ends the run that it is in", async () => {
    const search = guardFunction("search", lookUp, { detectors: [repeat({ threshold: 2 })], action: "abort" });
    const executor = executorWith([makeTool("ask", async () => search(hours))], {});
    const ask = (runId: string) => executor.executeAll([makeCall("ask")], recorded({ runId }).ctx);
    await ask("a");
    await expect(ask("a")).rejects.toThrow(ToolLoopError);
    expect((await ask("b"))[0]?.result).toBe(HOURS);
  });

  it("rounds are of one run: calls of two users at a time are not chosen together", async () => {
    const guard = new LoopGuard(STRICT);
    const waiting: (() => void)[] = [];
    const slow = guardFunction(
      "slow",
      (_: string) => new Promise<string>((done) => waiting.push(() => done("x"))),
      guard,
    );
    const first = runScope("a", () => slow("q"));
    const begun = vi.spyOn(guard.run("b"), "beginRound");
    const second = runScope("b", () => slow("q"));
    expect(begun).toHaveBeenCalledTimes(1);
    for (const go of waiting) go();
    expect(await Promise.all([first, second])).toEqual(["x", "x"]);
  });

  it("without a scope or a key there is one run, and a guard of scope instance has no other", async () => {
    const alone = new LoopGuard(STRICT);
    const search = guardFunction("search", lookUp, alone);
    await search(hours);
    expect(alone.run().stats().calls).toBe(1);
    const together = new LoopGuard({ ...STRICT, scope: "instance" });
    const shared = guardFunction("search", lookUp, together);
    for (const user of USERS) await runScope(user, () => shared(hours));
    expect(together.run().stats()).toMatchObject({ calls: 12, refused: 10 });
  });

  it("scopes may be nested, keyed by objects, and give back what the function gives", () => {
    const guard = new LoopGuard(STRICT);
    const search = guardFunction("search", (_: object) => HOURS, guard);
    const session = {};
    expect(
      runScope("outer", () => [search(hours), runScope(session, () => search(hours)), search(hours)]),
    ).toHaveLength(3);
    expect(guard.run(session).stats().calls).toBe(1);
    expect(guard.run("outer").stats().calls).toBe(2);
    expect(() =>
      runScope("x", () => {
        throw new RangeError("own");
      }),
    ).toThrow(RangeError);
  });
});

describe("keys that are none", () => {
  const errors: { where: string }[] = [];
  const listen = (message: unknown) => void errors.push(message as { where: string });
  const listening = <T>(fn: () => T): T => {
    errors.length = 0;
    subscribe("loopguard:error", listen);
    try {
      return fn();
    } finally {
      unsubscribe("loopguard:error", listen);
    }
  };

  it("a wrong key of a scope is told, and what runs there is a run of its own", () => {
    const guard = new LoopGuard(STRICT);
    const search = guardFunction("search", (_: object) => HOURS, guard);
    listening(() => {
      for (const key of [undefined, null, 7] as never[]) expect(runScope(key, () => search({ q: 1 }))).toBe(HOURS);
    });
    expect(errors.map(({ where }) => where)).toEqual(["runScope", "runScope", "runScope"]);
    expect(guard.run().stats().calls).toBe(0);
  });

  it("a function for the key that throws, or gives a wrong one, is told, and the call runs", () => {
    const failing = guardFunction("f", (_: object) => HOURS, STRICT, {
      run: () => {
        throw new Error("no session");
      },
    });
    const wrong = guardFunction("f", (_: object) => HOURS, STRICT, { run: () => 7 as never });
    const absent = guardFunction("f", (_: object) => HOURS, STRICT, { run: () => undefined });
    listening(() => {
      for (let i = 0; i < 4; i++) expect([failing({ q: 1 }), wrong({ q: 1 })]).toEqual([HOURS, HOURS]);
      for (let i = 0; i < 3; i++) absent({ q: 1 });
    });
    expect(new Set(errors.map(({ where }) => where))).toEqual(new Set(["run"]));
    expect(absent({ q: 1 })).toContain("not run");
  });

  it("wrong options are refused at once", () => {
    const option = expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" });
    const f = (_: object) => "x";
    expect(() => guardFunction("f", f, {}, { run: "key" as never })).toThrow(option);
    expect(() => guardFunction("f", f, {}, { runs: () => "key" } as never)).toThrow(option);
    const run = new LoopGuard().run("a");
    expect(() => guardFunction("f", f, run, { run: () => "key" })).toThrow(option);
  });
});
