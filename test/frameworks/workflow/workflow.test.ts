/** Workflow: that replays judge nothing again, and what of a run is in its event log. */
import { budget, type LoopGuardOptions, repeat } from "loopguard";
import { judgeRound, type Round, withLoopGuard } from "loopguard/workflow";
import { describe, expect, test } from "vitest";
import type { Scenario } from "../conformance.ts";
import { runWorkflow } from "./workflow-driver.ts";

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const call = (id: string) => ({ id, name: "search", arguments: '{"q":"x"}' });

describe("in a workflow", () => {
  test("each call is judged once, though the workflow is replayed after each step", async () => {
    const judged: string[] = [];
    let step = 0;
    const script: Scenario["script"] = () =>
      ++step < 3 ? { calls: [{ id: `c${step}`, name: "search", arguments: { q: `${step}` } }] } : { text: "Done." };
    const action = (): "warn" => "warn";
    const guard: LoopGuardOptions = {
      detectors: [repeat({ threshold: 2 })],
      action,
      onDetection: () => judged.push("x"),
    };
    expect(await runWorkflow({ script, tools: { search: () => "none" }, guard })).toBe("Done.");
    expect(judged).toEqual([]);
    step = 0;
    const same: Scenario["script"] = () =>
      ++step < 4 ? { calls: [{ id: `d${step}`, name: "search", arguments: { q: "x" } }] } : { text: "Done." };
    expect(await runWorkflow({ script: same, tools: { search: () => "none" }, guard })).toBe("Done.");
    expect(judged).toHaveLength(2);
  });
});

describe("judgeRound", () => {
  /** As the steps of a run do it: each gets the state from the one before. */
  function rounds(options: LoopGuardOptions) {
    let snapshot: Uint8Array | undefined;
    return (round: Round) => {
      const judged = judgeRound({ ...round, snapshot }, options);
      snapshot = judged.snapshot;
      return judged;
    };
  }

  test("gives the same answer when its step is run again", () => {
    const judge = rounds(STUCK);
    judge({ begin: true, calls: [call("1")] });
    const { snapshot } = judge({ outcomes: [{ call: call("1"), result: "none" }] });
    const again = (): unknown => judgeRound({ snapshot, begin: true, calls: [call("2")] }, STUCK).verdicts;
    expect(again()).toEqual(again());
  });

  test("warns after a call, refuses and ends", () => {
    const judge = rounds(STUCK);
    const actions: string[] = [];
    for (let step = 1; step <= 5; step++) {
      const [before] = judge({ begin: true, calls: [call(`${step}`)] }).verdicts;
      actions.push(before?.action ?? "");
      if (before?.run)
        actions.push(judge({ outcomes: [{ call: call(`${step}`), result: "none" }] }).verdicts[0]?.action ?? "");
    }
    expect(actions).toEqual(["allow", "allow", "allow", "warn", "hint", "hint", "abort"]);
    expect(judge({}).tripped).toBeNull(); // the workflow keeps it
  });

  test("takes what was used, and a snapshot that is none", () => {
    const detectors = [budget({ tokens: 10 })];
    const damaged = new Uint8Array([1, 2, 3]);
    const { tripped } = judgeRound(
      { snapshot: damaged, usage: { inputTokens: 20 }, calls: [call("1")] },
      { detectors },
    );
    expect(tripped?.detector).toBe("budget");
  });
});

test("if the judging step fails, the tools run", async () => {
  const execute = async (): Promise<string> => "none";
  const options = withLoopGuard({ tools: { search: { execute } } }, () => Promise.reject(new Error("no such step")));
  const about = { toolCallId: "1", messages: [{ role: "user" }] } as never;
  expect(await (options.tools.search.execute as (...args: unknown[]) => unknown)({}, about)).toBe("none");
});
