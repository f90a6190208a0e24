/** `delegation` in random trees of runs, against what looks through all that happened. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { LoopRun, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { delegation } from "../../lib/rules/factories.ts";
import { tries } from "../effort.ts";
import { type Answer, delegationOracle, depthOf, type Tree } from "../oracles/delegation.ts";

function call(run: LoopRun, name: string, result: string): void {
  run.beginRound();
  run.before({ name, arguments: {} });
  run.after({ name, arguments: {} }, { result });
}

/** One thing that happens in a random run of the tree. */
const AGENTS = ["a", "b", "c"];
const happening = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constant("child" as const), run: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("call" as const),
      run: fc.nat(),
      call: fc.constantFrom("read", "write"),
      result: fc.constantFrom("x", "y"),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant("delegate" as const),
      run: fc.nat(),
      agent: fc.constantFrom(...AGENTS),
      task: fc.option(fc.constantFrom("t", "u"), { nil: undefined, freq: 2 }),
      handoff: fc.boolean(),
    }),
  },
  // Handoffs that go round, as random ones seldom do.
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("rounds" as const),
      run: fc.nat(),
      agents: fc.integer({ min: 1, max: 9 }),
    }),
  },
  // Agents that start each other, as random ones seldom do.
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("nest" as const),
      run: fc.nat(),
      agents: fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("begin" as const), run: fc.nat() }) },
);

it("agrees with what looks through all that happened, in random trees of runs", () => {
  const found = new Set<string>();
  const property = fc.property(
    fc.array(happening, { maxLength: 40 }),
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 2, max: 4 }),
    (happenings, limit, threshold) => {
      using guard = new LoopGuard({
        detectors: [delegation({ depth: limit, threshold })],
        ladder: { warn: 1, hint: 2, abort: 9 },
        tools: { write: { mutates: true } },
      });
      const tree: Tree = { parents: [undefined], happened: [] };
      const runs = [guard.run("0")];
      const ask = (run: number, agent: string, task: string | undefined, handoff: boolean): void => {
        const wanted = delegationOracle(tree, { run, agent, task, handoff }, limit, threshold);
        (runs[run] as LoopRun).beginRound();
        const verdict = (runs[run] as LoopRun).delegate({ agent, task, handoff });
        expect(answerOf(verdict)).toEqual(wanted);
        if (wanted !== undefined) found.add(wanted.kind);
        if (verdict.allowed) tree.happened.push({ type: "delegated", run, agent, task, handoff });
        else tree.happened.push({ type: "refused" });
      };
      const begin = (parent: number, agent: string | undefined): void => {
        tree.parents.push(parent);
        tree.happened.push({ type: "child", run: runs.length, agent });
        runs.push(guard.run(String(runs.length), { parent: runs[parent] as LoopRun, ...(agent && { agent }) }));
        expect(runs.at(-1)?.depth).toBe(depthOf(tree, runs.length - 1));
      };
      for (const one of happenings) {
        const at = one.run % runs.length;
        const run = runs[at] as LoopRun;
        if (one.type === "child") {
          begin(at, undefined);
        } else if (one.type === "nest") {
          one.agents.forEach((agent, i) => {
            const inner = i === 0 ? at : runs.length - 1;
            ask(inner, agent, "t", false);
            begin(inner, agent);
          });
        } else if (one.type === "call") {
          call(run, one.call, one.result);
          tree.happened.push({
            type: "call",
            run: at,
            call: one.call,
            result: one.result,
            mutates: one.call === "write",
          });
        } else if (one.type === "delegate") {
          ask(at, one.agent, one.task, one.handoff);
        } else if (one.type === "rounds") {
          for (let i = 0; i < one.agents * (threshold + 1); i++) ask(at, `r${i % one.agents}`, undefined, true);
        } else {
          run.beginTurn();
          tree.happened.push({ type: "begin", run: at });
        }
      }
    },
  );
  fc.assert(property, { numRuns: tries(1000) });
  // A few random trees may not have all of them.
  if (tries(1000) < 300) expect(found.size).toBeGreaterThan(0);
  else expect([...found].sort()).toEqual(["circle", "depth", "handoff", "same_task"]);
});

function answerOf({ detection }: Verdict): Answer | undefined {
  if (detection === null) return undefined;
  const { kind, depth } = detection.details as unknown as Answer;
  return { kind, count: detection.repeats, depth, pattern: detection.pattern };
}
