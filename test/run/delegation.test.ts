/** `delegation`: agents that hand work to each other and get nowhere. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import type { Delegation, LoopDetection, LoopRun, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { delegation, noNews } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { size } from "../effort.ts";
import { guardOf, times } from "./drive.ts";

const HINT = { hint: 1, abort: 4 };
const guardWith = (options = {}, ladder: object = HINT) => guardOf([delegation(options), noNews()], { ladder });
const hand = (run: LoopRun, agent: string, task?: unknown) => run.delegate({ agent, task, handoff: true });
const start = (run: LoopRun, agent: string, task?: unknown) => run.delegate({ agent, task });
const found = ({ detection }: Verdict) => detection?.details ?? null;
const actions = (verdicts: Verdict[]) => verdicts.map(({ action }) => action);
function call(run: LoopRun, name: string, result: string): void {
  run.beginRound();
  run.before({ name, arguments: {} });
  run.after({ name, arguments: {} }, { result });
}

describe("handoffs", () => {
  it("of two agents to each other are found when nothing new came, and climb the ladder", () => {
    using guard = guardWith();
    const run = guard.run("session", { agent: "triage" });
    // After a refusal the agent is still the same, and tries again.
    const heard = times(9, (i) => hand(run, i < 6 && i % 2 === 0 ? "billing" : "triage"));
    expect(actions(heard)).toEqual([...times(5, () => "allow"), "hint", "hint", "hint", "abort"]);
    expect(heard[5]?.detection).toMatchObject({
      detector: "delegation",
      toolName: "triage",
      evidence: "weak",
      strikes: 1,
      repeats: 3,
      cycleLength: 2,
      pattern: ["billing", "triage"],
      runId: "session",
      message:
        "Agents ['billing', 'triage'] have handed over to each other in this order 3 times, and nothing new has happened since.",
      details: { kind: "handoff", depth: 0, lineage: ["billing"], count: 3 },
    });
    expect(heard[5]?.message).toContain("The agent was not started.");
    expect(heard[7]?.message).toContain("This is the last refusal");
    expect(run.tripped).toBe(heard[8]?.detection);
    expect(guard.stats()).toMatchObject({ calls: 0, loops: { total: 1, byDetector: { delegation: 1 } } });
  });

  it("may turn elsewhere after a refusal", () => {
    using guard = guardWith();
    const run = guard.run();
    for (const agent of ["b", "a", "b", "a", "b"]) hand(run, agent);
    expect(hand(run, "a").action).toBe("hint");
    expect(hand(run, "c").action).toBe("allow");
    expect(hand(run, "a").action).toBe("allow");
  });

  it("of three agents are one loop, wherever the round begins", () => {
    using guard = guardWith({}, { warn: 1 });
    const heard = times(12, (i) => hand(guard.run(), "abc"[i % 3] as string));
    expect(heard.map(({ detection }) => detection?.strikes ?? 0)).toEqual([...times(8, () => 0), 1, 2, 3, 4]);
    expect(heard.at(-1)?.detection).toMatchObject({ repeats: 4, pattern: ["a", "b", "c"] });
  });

  it("are work as long as calls bring news", () => {
    using guard = guardWith();
    const run = guard.run();
    const heard = times(40, (i) => {
      if (i % 5 === 4) call(run, "read", `page ${i}`);
      return hand(run, i % 2 === 0 ? "writer" : "critic");
    });
    expect(heard.map(found).filter(Boolean)).toEqual([]);
  });

  it("are no work when calls say what they said before", () => {
    using guard = guardWith();
    const run = guard.run();
    const heard = times(7, (i) => {
      const verdict = hand(run, i % 2 === 0 ? "writer" : "critic");
      call(run, "read", "the same page");
      return verdict;
    });
    expect(heard.map(found).map((details) => details?.["kind"] ?? null)).toEqual([
      ...times(6, () => null), // the first call was news
      "handoff",
    ]);
  });

  it("begin anew when a user speaks, and with a reset", () => {
    using guard = guardWith();
    const run = guard.run();
    for (const anew of [() => run.beginTurn(), () => run.reset()]) {
      for (const agent of ["b", "a", "b", "a", "b"]) expect(hand(run, agent).action).toBe("allow");
      anew();
    }
    expect(hand(run, "a").action).toBe("allow");
  });

  it("with other tasks each time are a manager and a worker", () => {
    using guard = guardWith();
    const run = guard.run();
    const heard = times(60, (i) =>
      i % 2 === 0 ? hand(run, "worker", `step ${i}`) : hand(run, "manager", `done ${i}`),
    );
    expect(heard.map(found).filter(Boolean)).toEqual([]);
  });
});

describe("the same task", () => {
  it("given to the same agent is strong evidence, whatever other agents do", () => {
    using guard = guardWith();
    const run = guard.run("main");
    const heard = times(4, (i) => {
      start(run, "helper", `other ${i}`);
      return start(run, "researcher", { topic: "loops" });
    });
    expect(actions(heard)).toEqual(["allow", "allow", "hint", "hint"]);
    expect(heard[2]?.detection).toMatchObject({
      toolName: "researcher",
      evidence: "strong",
      repeats: 3,
      message: "Agent 'researcher' was given the same task 3 times, and nothing new has happened since.",
      details: { kind: "same_task", depth: 0, lineage: ["main"], count: 3 },
    });
    expect(JSON.stringify(heard)).not.toContain("loops");
  });

  it("is not judged where the task is not known", () => {
    using guard = guardWith();
    expect(actions(times(20, () => start(guard.run(), "worker")))).toEqual(times(20, () => "allow"));
  });

  it("counts once for the siblings of one model response, which get one verdict", () => {
    using guard = guardWith();
    const run = guard.run();
    const rounds = times(4, () => {
      run.beginRound();
      return times(5, () => start(run, "voter", "which is best?"));
    });
    expect(rounds.map(([first]) => first?.action)).toEqual(["allow", "allow", "hint", "hint"]);
    for (const siblings of rounds) for (const verdict of siblings) expect(verdict).toBe(siblings[0]);
    expect(rounds[3]?.[0]?.detection?.strikes).toBe(2);
  });

  it("is new work when a run of the tree had news", () => {
    using guard = guardWith();
    const run = guard.run("root");
    const heard = times(20, (i) => {
      const verdict = start(run, "tester", "run the tests");
      const child = guard.run(`child ${i}`, { parent: run, agent: "tester" });
      call(child, "test", i % 2 === 0 ? `${i} failed` : "0 failed");
      child.close();
      return verdict;
    });
    expect(heard.map(found).filter(Boolean)).toEqual([]);
  });

  it("is found when every child only finds what the first one found", () => {
    using guard = guardWith();
    const run = guard.run("root");
    const heard = times(5, (i) => {
      const verdict = start(run, "tester", "run the tests");
      if (verdict.allowed) call(guard.run(`child ${i}`, { parent: run, agent: "tester" }), "test", "1 failed");
      return verdict;
    });
    expect(actions(heard)).toEqual(["allow", "allow", "allow", "hint", "hint"]);
  });

  it("that cannot be packed is not known, and breaks nothing", () => {
    const where: unknown[] = [];
    const listen = (message: unknown) => void where.push((message as { where: string }).where);
    subscribe("loopguard:error", listen);
    try {
      using guard = guardWith();
      const circle: Record<string, unknown> = {};
      circle["self"] = circle;
      expect(actions(times(5, () => start(guard.run(), "worker", circle)))).toEqual(times(5, () => "allow"));
      expect(where).toEqual(times(5, () => "task"));
      const wrong = [undefined, null, {}, { agent: "" }, { agent: 7 }, { agent: "a", handoff: "yes" }];
      for (const to of wrong) expect(guard.delegate(to as unknown as Delegation).action).toBe("allow");
      expect(where.slice(5)).toEqual(wrong.map(() => "delegate"));
    } finally {
      unsubscribe("loopguard:error", listen);
    }
  });
});

describe("depth", () => {
  it("is refused at once, whatever the ladder begins with", () => {
    using guard = guardWith({ depth: 2 }, { warn: 1, hint: 2, abort: 4 });
    const root = guard.run("root", { agent: "planner" });
    expect(start(root, "a").action).toBe("allow");
    const a = guard.run("a", { parent: root });
    expect(start(a, "b").action).toBe("allow");
    const b = guard.run("b", { parent: "a", agent: "coder" });
    expect([root.depth, a.depth, b.depth]).toEqual([0, 1, 2]);
    const heard = times(4, (i) => start(b, "c", `task ${i}`));
    expect(actions(heard)).toEqual(["hint", "hint", "hint", "abort"]);
    expect(heard[0]?.detection).toMatchObject({
      toolName: "c",
      message: "Agent 'c' would work 3 agents deep, and 2 are allowed.",
      details: { kind: "depth", depth: 3, lineage: ["planner", "a", "coder"], count: 3 },
    });
    expect(hand(b, "c").action).toBe("allow"); // a handoff goes no deeper
  });

  it("of a very deep run is told with its last names", () => {
    using guard = guardWith({ depth: 40 });
    let run = guard.run("0");
    for (let i = 1; i <= 40; i++) run = guard.run(String(i), { parent: run });
    expect(start(run, "x").detection?.details).toMatchObject({ depth: 41, lineage: times(16, (i) => String(25 + i)) });
  });

  it("only warns in shadow, and a function decides last", () => {
    const told: LoopDetection[] = [];
    using shadow = guardOf(delegation({ depth: 1 }), { ladder: HINT, shadow: true, onDetection: (d) => told.push(d) });
    expect(start(shadow.run("b", { parent: "a" }), "c")).toMatchObject({ action: "allow", detection: { strikes: 1 } });
    expect(told).toHaveLength(1);
    using own = new LoopGuard({ detectors: [delegation({ depth: 1, action: () => "allow" })] });
    expect(start(own.run("b", { parent: "a" }), "c")).toMatchObject({ action: "allow", detection: { toolName: "c" } });
  });
});

describe("agents that start each other", () => {
  /** Each agent starts the next one of the list, in a run of its own, with the same task each time. */
  function nested(guard: LoopGuard, agents: readonly string[], between: (run: LoopRun, i: number) => void = () => {}) {
    let run = guard.run("root", { agent: "writer" });
    return agents.map((agent, i) => {
      const verdict = start(run, agent, `as ${agent}`);
      run = guard.run(String(i), { parent: run, agent });
      between(run, i);
      return verdict;
    });
  }

  it("inside each other are a circle, which each run by itself sees once", () => {
    using guard = guardWith({ depth: 20 });
    const heard = nested(guard, ["critic", "writer", "critic", "writer", "critic", "writer"]);
    expect(actions(heard)).toEqual(["allow", "allow", "allow", "allow", "hint", "hint"]);
    expect(heard[4]?.detection).toMatchObject({
      detector: "delegation",
      toolName: "critic",
      evidence: "strong",
      repeats: 3,
      cycleLength: 2,
      pattern: ["critic", "writer"],
      message:
        "Agents ['critic', 'writer'] have started each other with the same tasks 3 times, one inside the other, and nothing new has happened since.",
      details: { kind: "circle", depth: 4, lineage: ["writer", "critic", "writer", "critic", "writer"], count: 3 },
    });
  });

  it("are no circle when something new came in between", () => {
    using guard = guardWith({ depth: 20 });
    const agents = times(12, (i) => (i % 2 === 0 ? "critic" : "writer"));
    const heard = nested(guard, agents, (run, i) => call(run, "read", `page ${i}`));
    expect(heard.map(found).filter(Boolean)).toEqual([]);
  });

  it("with other tasks each time are no circle", () => {
    using guard = guardWith({ depth: 20 });
    let run = guard.run("root");
    const heard = times(12, (i) => {
      const agent = i % 2 === 0 ? "critic" : "writer";
      const verdict = start(run, agent, `part ${i}`);
      run = guard.run(String(i), { parent: run, agent });
      return verdict;
    });
    expect(heard.map(found).filter(Boolean)).toEqual([]);
  });

  it("are an agent that starts itself, if they are one", () => {
    using guard = guardWith({ depth: 20 });
    const heard = nested(guard, ["splitter", "splitter", "splitter"]);
    expect(actions(heard)).toEqual(["allow", "allow", "hint"]);
    expect(heard[2]?.detection).toMatchObject({
      pattern: ["splitter"],
      message:
        "Agent 'splitter' has started itself with the same task 3 times, one inside the other, and nothing new has happened since.",
    });
  });
});

it("of a restored run is counted anew, and its strikes go on where they were", () => {
  using guard = guardWith();
  const go = (run: LoopRun) => times(6, (i) => hand(run, i % 2 === 0 ? "b" : "a"));
  expect(actions(go(guard.run("s")))).toEqual([...times(5, () => "allow"), "hint"]);
  using restored = LoopGuard.restore(guard.snapshot(), {
    detectors: [delegation(), noNews()],
    ladder: HINT,
  });
  const heard = go(restored.run("s"));
  expect(actions(heard)).toEqual([...times(5, () => "allow"), "hint"]);
  expect(heard[5]?.detection?.strikes).toBe(2);
});

describe("a run with a parent", () => {
  it("is an option error where the parent is no run of this guard", () => {
    using guard = guardWith();
    using other = guardWith();
    for (const parent of [other.run("a"), {}, 7, "", null, new Proxy({}, {})])
      expect(() => guard.run("b", { parent: parent as never })).toThrow(
        expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message: expect.stringContaining('Option "parent"') }),
      );
    expect(() => guard.run("b", { agent: "" })).toThrow('Option "agent"');
    expect(() => guard.run("b", { parnt: "a" } as never)).toThrow('did you mean "parent"?');
    expect(() => guard.run("b", 7 as never)).toThrow("an object with parent and agent");
  });

  it("stays where it is, until another parent is given", () => {
    using guard = guardWith();
    const child = guard.run("child", { parent: guard.run("a", { parent: "top" }) });
    expect(guard.run("child")).toBe(child);
    expect(child.depth).toBe(2);
    expect(guard.run("child", { parent: "top" })).toBe(child);
    expect(child.depth).toBe(1);
  });

  it("is never its own ancestor", () => {
    using guard = guardWith();
    const refused = (key: string, parent: string | LoopRun, got: string) =>
      expect(() => guard.run(key, { parent, agent: "x" })).toThrow(
        expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message: expect.stringContaining(`got ${got}`) }),
      );
    refused("a", "a", '"a" (string)');
    const c = guard.run("c", { parent: guard.run("b", { parent: "a" }) });
    for (const parent of ["b", "c"]) refused("a", parent, `"${parent}" (string)`);
    guard.run("b", { parent: "top" }); // c is below a still, and below b
    for (const key of ["a", "b"]) refused(key, c, '"c" (string)');
    guard.run("a", { parent: "b" });
    expect(["top", "b", "a", "c"].map((key) => guard.run(key).depth)).toEqual([0, 1, 2, 2]);
  });

  it("costs nothing where nobody looks at delegations", () => {
    using guard = new LoopGuard();
    const run = guard.run("a", { parent: "b" });
    expect(actions(times(20, () => hand(run, "b", "t")))).toEqual(times(20, () => "allow"));
    expect(run.depth).toBe(1);
  });

  it("in a store has depth and the same task, and its strikes are in the store", async () => {
    const store = memoryStore();
    using guard = guardWith({ depth: 1 });
    const root = guard.storedRun("root", store);
    const heard = [];
    for (let i = 0; i < 3; i++) {
      heard.push(await root.delegate({ agent: "tester", task: "test" }));
      const child = guard.storedRun(`child ${i}`, { store, parent: root, agent: "tester" });
      await child.before({ name: "test" });
      await child.after({ name: "test" }, { result: "1 failed" });
    }
    heard.push(await root.delegate({ agent: "tester", task: "test" }));
    expect(actions(heard)).toEqual(["allow", "allow", "allow", "hint"]);
    const child = guard.storedRun("child 0", { store, parent: "root" });
    expect(child.depth).toBe(1);
    expect((await child.delegate({ agent: "x" })).detection?.details).toMatchObject({ kind: "depth", depth: 2 });
    using second = guardWith({ depth: 1 });
    const same = second.storedRun("child 0", { store, parent: second.storedRun("root", store) });
    expect((await same.delegate({ agent: "x" })).detection?.strikes).toBe(2);
    expect(() => second.storedRun("b", { store, parent: root })).toThrow("a run of this guard, or the key of one");
  });
});

it("finds nothing in a fan-out to many children with tasks of their own, whose results are not kept", () => {
  using guard = new LoopGuard({ detectors: [delegation()], maxRuns: 64 });
  const root = guard.run("root");
  for (let i = 0; i < size(20_000); i++) {
    expect(start(root, "worker", `file ${i}`).action).toBe("allow");
    const child = guard.run(`worker ${i}`, { parent: root, agent: "worker" });
    call(child, "read", `text ${i}`);
    if (i % 2 === 0) child.close();
  }
  expect(guard.stats().runs).toBeLessThanOrEqual(65);
});
