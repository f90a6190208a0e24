/** Waiting is no loop: polls are judged by how fast they come and how long they last, with a clock of the test's own. */
import { afterEach, describe, expect, it } from "vitest";
import type { LoopOutcome } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { AGENTS, type Agent, isRefused, type Said } from "./clocks.ts";

const open: Agent[] = [];
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close();
});

/** The same call again and again, with this long between two. */
async function poll(agent: Agent, count: number, everyMs: number, of: () => Promise<Said>): Promise<Said[]> {
  const heard: Said[] = [];
  for (let i = 0; i < count; i++) {
    if (i > 0) agent.wait(everyMs);
    heard.push(await of());
    if (heard.at(-1)?.action === "abort") break;
  }
  return heard;
}

const actions = (heard: readonly Said[]) => heard.map(({ action }) => action);
const firstAt = (heard: readonly Said[], of: (said: Said) => boolean) => heard.findIndex(of);

const MINUTE = 60_000;

describe.each(AGENTS)("%s", (_, make) => {
  const agent = (...options: Parameters<typeof make>): Agent => {
    const made = make(...options);
    open.push(made);
    return made;
  };
  const pending: LoopOutcome = { result: "pending" };

  it.each([5, 30, 60])("never refuses one status every %i s for eight minutes", async (seconds) => {
    const it = agent();
    const everyMs = seconds * 1000;
    const heard = await poll(it, (8 * MINUTE) / everyMs + 1, everyMs, async () =>
      it.call("status", { id: 7 }, pending),
    );
    expect(heard.filter(isRefused)).toEqual([]);
    // A word when it came 5, 10, 20, ... times without a change, and no other.
    const warned = heard.flatMap(({ action }, i) => (action === "warn" ? [i] : []));
    expect(warned).toEqual([5, 10, 20, 40, 80].filter((i) => i < heard.length));
  });

  it("refuses the third of twenty in one second", async () => {
    const it = agent();
    const heard = await poll(it, 20, 50, async () => it.call("status", { id: 7 }, pending));
    expect(firstAt(heard, isRefused)).toBe(2);
    expect(heard[2]?.message).toMatch(
      /^Tool 'status' gave the same result 2 times, and nothing new has happened since\./,
    );
    expect(actions(heard)).toContain("abort");
  });

  it("refuses the third read of a model that takes three seconds a step", async () => {
    const it = agent();
    const heard = await poll(it, 4, 3000, async () => it.call("read", { path: "a" }, { result: "text" }));
    expect(actions(heard)).toEqual(["allow", "allow", "hint", "hint"]);
  });

  it("stops what is asked for every 10 s for four hours without a change, and says for how long", async () => {
    const it = agent();
    const heard = await poll(it, 4 * 360, 10_000, async () => it.call("status", { id: 7 }, pending));
    const firstWarned = firstAt(heard, ({ action }) => action === "warn");
    expect(firstWarned).toBe(5);
    expect(heard[firstWarned]?.message).toContain("Tool 'status' has given the same result for 50 seconds (5 times)");
    const firstRefused = firstAt(heard, isRefused);
    expect(firstRefused).toBe(60);
    expect(heard[firstRefused]?.message).toContain("for 10 minutes (60 times), and nothing new has happened since.");
    expect(heard.at(-1)?.action).toBe("abort");
    expect(heard.length).toBeLessThan(70);
    expect(heard.at(-1)?.message).toContain("for 10 minutes (60 times)"); // refused calls do not raise it
  });

  it("lets a poll that changed at last go on", async () => {
    const it = agent();
    await poll(it, 45, 10_000, async () => it.call("status", { id: 7 }, pending));
    it.wait(10_000);
    await it.call("status", { id: 7 }, { result: "running" });
    it.wait(10_000);
    const heard = await poll(it, 45, 10_000, async () => it.call("status", { id: 7 }, { result: "running" }));
    expect(heard.filter(isRefused)).toEqual([]); // the ten minutes begin anew
  });

  it.each([
    ["a shell's sleep", "bash", { command: "sleep 30" }, { result: "" }],
    ["a sleep before something else", "bash", { command: "sleep 30 && echo waited" }, { result: "waited" }],
    ["a tool that waits", "wait_for_build", {}, { result: "still building" }],
  ])("takes calls for polls where %s lies between them, without any clock", async (_name, name, args, waited) => {
    const it = agent({ now: () => Number.NaN });
    const heard: Said[] = [];
    for (let i = 0; i < 40; i++) {
      heard.push(await it.call("status", { id: 7 }, pending));
      heard.push(await it.call(name, args, waited));
    }
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it("does not refuse the answer after five rate limits in a row, nor after six that were waited for", async () => {
    const limited: LoopOutcome = { error: new Error("HTTP 429: Too Many Requests") };
    const fast = agent({ now: () => Number.NaN });
    for (let i = 0; i < 5; i++) expect(isRefused(await fast.call("fetch", { url: "u" }, limited))).toBe(false);
    expect(isRefused(await fast.call("fetch", { url: "u" }, { result: "the page" }))).toBe(false);
    const slow = agent();
    const heard = await poll(slow, 6, 5000, async () => slow.call("fetch", { url: "u" }, limited));
    slow.wait(5000);
    heard.push(await slow.call("fetch", { url: "u" }, { result: "the page" }));
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it("takes five acknowledgements for healthy", async () => {
    const it = agent();
    const heard = await poll(it, 5, 1000, async () => it.call("scroll_down", {}, { result: "OK" }));
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it("does not refuse a retry every 5 s while a connection is refused, for three minutes", async () => {
    const it = agent();
    const down: LoopOutcome = { error: new Error("connect ECONNREFUSED 127.0.0.1:5432") };
    const heard = await poll(it, 37, 5000, async () => it.call("fetch", { url: "u" }, down));
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it("does not refuse a poll when the clock is set back", async () => {
    let now = 1_700_000_000_000;
    const it = agent({ now: () => now });
    const heard: Said[] = [];
    for (let i = 0; i < 24; i++) {
      now += 25_000;
      if (i === 5) now -= 3_600_000; // to before the run began
      if (i === 15) now -= 120_000;
      heard.push(await it.call("status", { id: 7 }, pending));
    }
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it("stops a loop of many calls a second in spite of a clock that is set back now and then", async () => {
    let now = 1_700_000_000_000;
    const it = agent({ now: () => now });
    const heard: Said[] = [];
    for (let i = 0; i < 20; i++) {
      now += i % 5 === 4 ? -3_600_000 : 50;
      heard.push(await it.call("status", { id: 7 }, pending));
    }
    expect(heard.some(isRefused)).toBe(true);
  });
});

describe("a clock that is none", () => {
  const clocks: [string, () => unknown][] = [
    ["NaN", () => Number.NaN],
    ["Infinity", () => Infinity],
    ["-Infinity", () => -Infinity],
    ["a string", () => "2026-01-01"],
    ["a BigInt", () => 5n],
    ["a symbol", () => Symbol("now")],
    ["nothing", () => undefined],
    [
      "an object that throws",
      () => ({
        valueOf: () => {
          throw new Error("no");
        },
      }),
    ],
    [
      "an error",
      () => {
        throw new Error("no time");
      },
    ],
    ["5e-324", () => 5e-324],
    [
      "1.8e308 at times",
      (() => {
        let i = 0;
        return () => (i++ % 2 ? Number.MAX_VALUE : -Number.MAX_VALUE);
      })(),
    ],
  ];
  it.each(clocks)("%s: the guard judges by count, and never throws", async (name, now) => {
    using guard = new LoopGuard({ now: now as () => number });
    const heard = Array.from({ length: 12 }, () => {
      guard.beginRound();
      const before = guard.before({ name: "read" });
      if (before.action === "allow" || before.action === "warn") guard.after({ name: "read" }, { result: "x" });
      return before.action;
    });
    // Huge leaps to and fro may be waits.
    if (!name.startsWith("1.8e308")) expect(heard.slice(0, 3)).toEqual(["allow", "allow", "hint"]);
    expect(LoopGuard.restore(guard.snapshot(), { now: now as () => number }).before({ name: "other" }).action).toBe(
      "allow",
    );
  });
});
