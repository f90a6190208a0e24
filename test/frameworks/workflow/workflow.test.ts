/** Workflow: that replays judge nothing again, and what of a run is in its event log. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { detectors, type LoopGuardOptions } from "loopguard";
import { judgeRound, type Round, withLoopGuard } from "loopguard/workflow";
import { describe, expect, test } from "vitest";
import type { Scenario, ScriptedResponse } from "../conformance.ts";
import { runWorkflow } from "./workflow-driver.ts";

const { budget, repeat } = detectors;

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
    expect(judged).toHaveLength(3); // after the second, and before and after the third
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
    const said: string[] = [];
    for (let step = 1; step <= 5; step++) {
      const [before] = judge({ begin: true, calls: [call(`${step}`)] }).verdicts;
      said.push(`${before?.allowed} ${before?.message}`);
      if (before?.allowed === true)
        said.push(judge({ outcomes: [{ call: call(`${step}`), result: "none" }] }).verdicts[0]?.message ?? "");
    }
    const refused = expect.stringMatching(/^false .*This call was not run/);
    const ended = "false Tool 'search' called 2 times with identical arguments - aborting to prevent a loop";
    expect(said).toEqual(["true ", "", "true ", expect.stringContaining("called 2 times"), refused, refused, ended]);
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

/** Tools of an agent whose judging step is called directly; each call is a response of its own. */
function agentOf(judge: (round: Round) => Promise<ReturnType<typeof judgeRound>>) {
  const ran: string[] = [];
  const tool = (name: string) => ({ execute: async () => `${name} ${ran.push(name)}` });
  const { tools } = withLoopGuard({ tools: { search: tool("search"), write: tool("write") } }, judge);
  const messages: object[] = [{ role: "user" }];
  const respond = (...names: ("search" | "write")[]): Promise<unknown[]> => {
    messages.push({ role: "assistant" });
    const about = names.map((name) => ({ toolCallId: `${name} ${messages.length}`, messages }));
    const executes = names.map((name) => tools[name].execute as (...args: unknown[]) => Promise<unknown>);
    return Promise.all(executes.map((execute, at) => execute({ q: "x" }, about[at])));
  };
  return { ran, respond };
}

test.each([
  ["answers", { text: "I found nothing." }],
  ["calls all the same", { calls: [{ id: "last", name: "search", arguments: { q: "x" } }] }],
] satisfies [string, ScriptedResponse][])(
  "with onAbort: answer the model is asked once more, without tools: it %s",
  async (_, last) => {
    const offered: (readonly string[] | undefined)[] = [];
    const ended = runWorkflow({
      guard: {},
      onAbort: "answer",
      tools: { search: () => "It is 420." },
      script({ tools }) {
        offered.push(tools);
        const again = { calls: [{ id: `c${offered.length}`, name: "search", arguments: { q: "x" } }] };
        return tools?.length === 0 ? last : again;
      },
    });
    if ("calls" in last) await expect(ended).rejects.toMatchObject({ toolName: "search" });
    else expect(await ended).toMatchObject({ text: last.text, stopped: { code: "ERR_TOOL_LOOP", toolName: "search" } });
    expect(offered.slice(0, -1).every((tools) => tools === undefined)).toBe(true);
    expect(offered.at(-1)).toEqual([]);
  },
);

test.each(["throw", "stop", "answer"] as const)(
  "an abort in the last step that the host allows is told: %s",
  async (onAbort) => {
    let step = 0;
    const ended = runWorkflow(
      {
        guard: STUCK,
        onAbort,
        tools: { search: () => "It is 420." },
        script: () => ({ calls: [{ id: `c${++step}`, name: "search", arguments: { q: "x" } }] }),
      },
      5,
    );
    const end = { code: "ERR_TOOL_LOOP", toolName: "search" };
    if (onAbort === "throw") await expect(ended).rejects.toMatchObject(end);
    else expect(await ended).toMatchObject({ [onAbort === "stop" ? "result" : "stopped"]: end });
    expect(step).toBe(5);
  },
);

test("if the judging step fails, the tools run, and an error is published", async () => {
  const heard: unknown[] = [];
  const listen = (message: unknown): number => heard.push(message);
  subscribe("loopguard:error", listen);
  const { respond } = agentOf(() => Promise.reject(new Error("no such step")));
  expect(await respond("search")).toEqual(["search 1"]);
  unsubscribe("loopguard:error", listen);
  expect(heard).toMatchObject([{ error: { message: "no such step" } }, { error: { message: "no such step" } }]);
});

test("once a call has ended the run, neither its siblings run nor any other call", async () => {
  const { ran, respond } = agentOf(async (round) => judgeRound(round, STUCK));
  for (let step = 1; step < 5; step++) await respond("search");
  expect(ran).toEqual(["search", "search"]);
  for (const names of [["search", "write"], ["write"]] as const)
    for (const text of await respond(...names)) expect(text).toContain("aborting to prevent a loop");
  expect(ran).toEqual(["search", "search"]);
});
