/** Agents that work inside a tool of another one, without a framework: functions, and executors. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { LoopDetection } from "../../lib/base/types.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolDef } from "../../lib/executor/tool-types.ts";
import { guardFunction } from "../../lib/frameworks/guard-function.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { delegation, noNews } from "../../lib/rules/factories.ts";
import { duringCall } from "../../lib/run/agent-work.ts";
import { times } from "./drive.ts";

const LADDER = { hint: 1, abort: 9 };

/** A guard, and what it found. */
function guardWith(detectors = [delegation()]) {
  const found: LoopDetection[] = [];
  return { guard: new LoopGuard({ detectors, ladder: LADDER, onDetection: (one) => void found.push(one) }), found };
}

/** An agent with one tool: it calls that `calls` times, and gives what it was told. */
async function agent(guard: LoopGuard, name: string, tool: ToolDef, args: object[], runId = {}): Promise<string[]> {
  const executor = new ToolExecutor([tool], { loopDetection: guard, agentName: name });
  const told: string[] = [];
  for (const [i, given] of args.entries()) {
    const calls = [{ id: `${name}_${i}`, name: tool.name, arguments: JSON.stringify(given) }];
    const [result] = await executor.executeAll(calls, runId as never);
    told.push(String(result?.result));
  }
  return told;
}

function toolOf(name: string, execute: (args: Record<string, unknown>) => Promise<string>): ToolDef {
  return { name, description: name, parameters: z.looseObject({}), execute } as unknown as ToolDef;
}

describe("an agent in a tool of another one", () => {
  it("has that one as its parent, and the call as its task: the third time without news it is refused", async () => {
    const { guard, found } = guardWith();
    let started = 0;
    const ask = toolOf("ask_researcher", async () => {
      await agent(
        guard,
        "researcher",
        toolOf("search", async () => "No results."),
        [{ q: "x" }],
      );
      return `Attempt ${++started}`;
    });
    const told = await agent(
      guard,
      "planner",
      ask,
      times(6, () => ({ task: "find x" })),
    );
    expect(started).toBe(3);
    expect(told.slice(3)).toEqual(times(3, () => expect.stringContaining("was given the same task 3 times")));
    expect(found[0]).toMatchObject({ toolName: "ask_researcher", details: { kind: "same_task", depth: 0 } });
    guard.close();
  });

  it("is a child also of a function's run", async () => {
    const { guard } = guardWith();
    const depths: number[] = [];
    const parent = guard.run("parent");
    const ask = guardFunction(
      "ask",
      async (_task: string) => {
        await Promise.resolve();
        depths.push(guard.agentRun({}).depth);
      },
      parent,
    );
    await ask("a");
    expect(depths).toEqual([1]);
    expect(guard.agentRun({}).depth).toBe(0);
    guard.close();
  });

  it("of another guard is of no concern to this one, and a run of this guard inside that is", () => {
    const [{ guard: outer }, { guard: inner }] = [guardWith(), guardWith()];
    duringCall(outer.run("a"), { name: "ask" }, () => {
      const other = inner.agentRun("b");
      expect(other.depth).toBe(0);
      duringCall(other, { name: "search" }, () => expect(outer.agentRun("c").depth).toBe(1));
    });
    outer.close();
    inner.close();
  });

  it("in the same run is the same agent", () => {
    const { guard, found } = guardWith();
    const run = guard.run("a");
    duringCall(run, { name: "ask" }, () => expect(guard.agentRun("a")).toBe(run));
    expect(run.depth).toBe(0);
    for (let i = 0; i < 9; i++) expect(run.before({ name: "ask", arguments: {} }).action).toBe("allow");
    expect(found).toEqual([]);
    guard.close();
  });

  it("keeps the parent that its host named", () => {
    const { guard } = guardWith();
    guard.run("child", { parent: guard.run("named", { parent: "top" }) });
    duringCall(guard.run("around"), { name: "ask" }, () => expect(guard.agentRun("child").depth).toBe(2));
    guard.close();
  });

  it("is nobody's child for a guard that looks at no delegations", async () => {
    const guard = new LoopGuard({ detectors: [noNews()] });
    let depth: number | undefined;
    const ask = guardFunction("ask", async () => void (depth = guard.agentRun({}).depth), guard.run("parent"));
    await ask();
    expect(depth).toBe(0);
    guard.close();
  });
});

describe("a call of a tool that starts agents", () => {
  /** The run of an agent whose tool "ask" has started another agent. */
  function known(guard: LoopGuard) {
    const run = guard.run("parent");
    const call = { name: "ask", arguments: { task: "first" } };
    run.before(call);
    duringCall(run, call, () => guard.agentRun({}));
    run.after(call, { result: "found nothing" });
    return run;
  }
  const asked = (run: ReturnType<typeof known>, task: string, result: string) => {
    const call = { name: "ask", arguments: { task } };
    run.beginRound();
    const verdict = run.before(call);
    if (verdict.allowed) run.after(call, { result });
    return verdict.action;
  };

  it("is judged by its task, and what the agent answers is no news", () => {
    const { guard } = guardWith();
    const run = known(guard);
    // The first call, before which nobody knew the tool, counts.
    expect(times(3, (i) => asked(run, "first", `answer ${i}`))).toEqual(["allow", "hint", "hint"]);
    expect(times(5, (i) => asked(run, `other ${i}`, "done"))).toEqual(times(5, () => "allow"));
    guard.close();
  });

  it("that is refused did not run: what `after` says of it counts for nothing", () => {
    const { guard } = guardWith();
    const run = known(guard);
    const call = { id: "c", name: "ask", arguments: { task: "first" } };
    asked(run, "first", "again");
    run.beginRound();
    expect(run.before(call).action).toBe("hint");
    expect(run.after(call, { result: "the refusal" }).action).toBe("allow");
    expect(guard.stats().calls).toBe(2);
    guard.close();
  });

  it("counts once with its siblings, and once if it is judged twice", () => {
    const { guard } = guardWith();
    const run = known(guard);
    for (const action of ["allow", "hint"]) {
      run.beginRound();
      const verdicts = times(4, (i) => run.before({ id: `s${i % 2}`, name: "ask", arguments: { task: "first" } }));
      expect(verdicts.map((verdict) => verdict.action)).toEqual(times(4, () => action));
    }
    guard.close();
  });

  it("counts once if it is judged twice, also for a host that marks no rounds", () => {
    const { guard } = guardWith();
    const run = known(guard);
    const call = { id: "a", name: "ask", arguments: { task: "first" } };
    expect(times(4, () => run.before(call).action)).toEqual(times(4, () => "allow"));
    expect(run.before({ ...call, id: "b" }).action).toBe("hint");
    guard.close();
  });

  it("may be tried again after another failure: how it fails is news, and the same failure is none", () => {
    const attempts = (errors: string[]) => {
      const { guard } = guardWith();
      const run = known(guard);
      const actions = errors.map((error) => {
        const call = { name: "ask", arguments: { task: "first" } };
        run.beginRound();
        const verdict = run.before(call);
        if (verdict.allowed) run.after(call, { error });
        return verdict.action;
      });
      guard.close();
      return actions;
    };
    expect(attempts(["timeout", "quota", "no such host", "refused"])).toEqual(times(4, () => "allow"));
    expect(attempts(["timeout", "timeout", "timeout", "timeout"])).toEqual(["allow", "allow", "allow", "hint"]);
  });

  it("is left alone where its tool is not counted", () => {
    const found: LoopDetection[] = [];
    const guard = new LoopGuard({
      detectors: [delegation()],
      ladder: LADDER,
      tools: { ask: false },
      onDetection: (one) => void found.push(one),
    });
    const run = known(guard);
    expect(times(5, () => asked(run, "first", "x"))).toEqual(times(5, () => "allow"));
    expect(found).toEqual([]);
    guard.close();
  });
});
