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
  const rows: LoopOutcome = { result: "3 rows" };

  it.each([0, 0.05, 1, 3, 5, 8, 15, 30, 60, 119])("refuses the third of equal calls %d s apart", async (seconds) => {
    const it = agent();
    const heard = await poll(it, 9, seconds * 1000, async () => it.call("read", { path: "a" }, rows));
    expect(actions(heard.slice(0, 4))).toEqual(["allow", "allow", "hint", "hint"]);
    expect(heard[2]?.message).toMatch(
      /^Tool 'read' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since, so it was not run again\./,
    );
    expect(actions(heard)).toContain("abort");
  });

  it.each([10, 45, 180])("refuses the third run of a tool that takes %d s", async (seconds) => {
    const it = agent();
    const heard: Said[] = [];
    for (let i = 0; i < 4; i++) heard.push(await it.call("test", {}, { error: "2 failed" }, seconds * 1000));
    expect(actions(heard)).toEqual(["allow", "allow", "hint", "hint"]);
  });

  const NOT_YET: unknown[] = [
    ...["pending", "in progress", "queued", { status: "running" }, { state: "PENDING" }, "Build is still running"],
    ...["0/3 pods ready", "deployment: not ready yet", "Process running with session ID 7", "Job 17 queued", "45 %"],
    ...[
      { state: "TASK_STATE_SUBMITTED" },
      { status: "RUNNABLE" },
      { building: true, result: null },
      { isBuilding: true },
    ],
    ...[
      { review: "awaiting approval" },
      { status: "under_review" },
      { status: "in_transit" },
      { state: "HARD_REBOOT" },
    ],
    ...[{ status: "OUT_FOR_SIGNATURE" }, { Name: "shutting-down" }, 'statut: "en cours de traitement"', "数据处理中"],
    ...["    Blocking waiting for file lock on build directory", "Der Bericht wird erstellt", "처리 중"],
    ...["CREATE_IN_PROGRESS", { phase: "Pending", pod: "a" }, "NAME READY STATUS\na 0/1 ContainerCreating", "waiting"],
  ];
  it.each(NOT_YET.flatMap((result) => [5, 30, 60].map((seconds) => [result, seconds] as const)))(
    "never refuses %j every %d s for eight minutes",
    async (result, seconds) => {
      const it = agent();
      const everyMs = seconds * 1000;
      const heard = await poll(it, (8 * MINUTE) / everyMs + 1, everyMs, async () =>
        it.call("status", { id: 7 }, { result }),
      );
      expect(heard.filter(isRefused)).toEqual([]);
      // A word when it came 5, 10, 20, ... times without a change, and no other.
      const warned = heard.flatMap(({ action }, i) => (action === "warn" ? [i] : []));
      expect(warned).toEqual([5, 10, 20, 40, 80].filter((i) => i < heard.length));
    },
  );

  it.each([
    ...[
      "Here's the result of running `cat -n` on a",
      "Error running bash command: no such file",
      "5 passing, 1 pending",
    ],
    ...[
      "not running",
      "3/4 tests passed",
      "coverage 87 %",
      "nothing pending",
      "It is active and working.",
      "running fox",
      { state: "TASK_STATE_COMPLETED" },
      { review: "approved" },
      { building: false, result: "SUCCESS" },
      { state: "CHANGES_REQUESTED" },
      '$("#t").DataTable({"processing": true});',
      "java.lang.Thread.State: RUNNABLE\n\tat A.b(A.java:3)",
      "Erreur en cours de traitement",
    ],
  ])("takes %j for a result as any other", async (result) => {
    const it = agent();
    const heard = await poll(it, 4, 10_000, async () => it.call("status", { id: 7 }, { result }));
    expect(actions(heard)).toEqual(["allow", "allow", "hint", "hint"]);
  });

  it("refuses the third of twenty looks in one second, whatever they say", async () => {
    const it = agent();
    const heard = await poll(it, 20, 50, async () => it.call("status", { id: 7 }, pending));
    expect(firstAt(heard, isRefused)).toBe(2);
    expect(actions(heard)).toContain("abort");
  });

  it("judges a tool with poll: false by count", async () => {
    for (const name of ["status", "*"]) {
      const it = agent({ tools: { [name]: { poll: false } } });
      const heard = await poll(it, 4, 10_000, async () => it.call("status", { id: 7 }, pending));
      expect(actions(heard)).toEqual(["allow", "allow", "hint", "hint"]);
    }
  });

  it("stops what is asked for every 10 s for four hours without a change, and says for how long", async () => {
    const it = agent();
    const heard = await poll(it, 4 * 360, 10_000, async () => it.call("status", { id: 7 }, pending));
    const firstWarned = firstAt(heard, ({ action }) => action === "warn");
    expect(firstWarned).toBe(5);
    expect(heard[firstWarned]?.message).toContain("Tool 'status' has given the same result for 50 seconds (5 times)");
    const firstRefused = firstAt(heard, isRefused);
    expect(firstRefused).toBe(180);
    expect(heard[firstRefused]?.message).toContain(
      "for 30 minutes (180 times), and nothing new has happened since, so it was not run again.",
    );
    expect(heard.at(-1)?.action).toBe("abort");
    expect(heard.length).toBeLessThan(190);
    expect(heard.at(-1)?.message).toContain("for 30 minutes (180 times)"); // refused calls do not raise it
  });

  it("lets a poll that changed at last go on", async () => {
    const it = agent();
    await poll(it, 170, 10_000, async () => it.call("status", { id: 7 }, pending));
    it.wait(10_000);
    await it.call("status", { id: 7 }, { result: "running" });
    it.wait(10_000);
    const heard = await poll(it, 170, 10_000, async () => it.call("status", { id: 7 }, { result: "running" }));
    expect(heard.filter(isRefused)).toEqual([]); // the half hour begins anew
  });

  it.each([
    ["a shell's sleep", "bash", { command: "sleep 30" }, { result: "" }],
    ["a sleep before something else", "bash", { command: "sleep 30 && echo waited" }, { result: "waited" }],
    ["a tool that waits", "wait_for_build", {}, { result: "done with waiting" }],
  ])(
    "takes calls for polls where %s lies between them, with a clock and without",
    async (_name, name, args, waited) => {
      for (const options of [{}, { now: () => Number.NaN }]) {
        const it = agent(options);
        const heard: Said[] = [];
        for (let i = 0; i < 40; i++) {
          heard.push(await it.call("job", { id: 7 }, rows));
          heard.push(await it.call(name, args, waited, 30_000));
        }
        expect(heard.filter(isRefused)).toEqual([]);
      }
    },
  );

  it.each(["cat x # sleep 30", "echo 'do not sleep 30'", "git log --grep 'sleep 30'"])(
    "is not switched off by the words of %s",
    async (command) => {
      const it = agent();
      const heard = await poll(it, 4, 20_000, async () => it.call("bash", { command }, rows));
      expect(actions(heard)).toEqual(["allow", "allow", "hint", "hint"]);
    },
  );

  it.each([0, 3000, 20_000])("is not switched off by a sleep that a sandbox skips, %i ms a step", async (ms) => {
    const it = agent();
    const heard: Said[] = [];
    for (let i = 0; i < 4; i++) {
      heard.push(await it.call("bash", { command: "sleep 30" }, { result: "slept" }, 10));
      it.wait(ms);
    }
    expect(heard.some(isRefused)).toBe(true);
  });

  it("lets an agent look again after it was idle", async () => {
    const it = agent();
    for (let i = 0; i < 6; i++) {
      await it.call("read", { path: `${i}` }, { result: `${i}` });
      it.wait(10_000);
    }
    const heard = await poll(it, 4, 3 * MINUTE, async () => it.call("job", { id: 7 }, rows));
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it.each([0, 8000])("does not refuse the answer after five rate limits in a row, %i ms apart", async (ms) => {
    const limited: LoopOutcome = { error: new Error("HTTP 429: Too Many Requests") };
    const it = agent();
    const heard = await poll(it, 5, ms, async () => it.call("fetch", { url: "u" }, limited));
    it.wait(ms);
    heard.push(await it.call("fetch", { url: "u" }, { result: "the page" }));
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it.each(["none for order 429", "zzz 503", "HTTP 503", "status: 429"])("reads the number in %j", async (error) => {
    const it = agent();
    const heard = await poll(it, 8, 8000, async () => it.call("fetch", { url: "u" }, { error }));
    expect(firstAt(heard, isRefused)).toBe(/HTTP|status/.test(error) ? 6 : 2);
  });

  it("takes a function that returns nothing for one with an empty result", async () => {
    const it = agent();
    const heard = await poll(it, 8, 8000, async () => it.call("save", {}, { result: undefined }));
    expect(heard.some(isRefused)).toBe(true);
  });

  it("takes five acknowledgements for healthy", async () => {
    const it = agent();
    const heard = await poll(it, 5, 1000, async () => it.call("scroll_down", {}, { result: "OK" }));
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
