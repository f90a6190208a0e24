/** `DurableAgent` in real workflows, for the conformance suite and for tests of their own. */
import { detectors, type LoopGuardOptions } from "loopguard";
import { start } from "workflow/api";
import type { Driver, Scenario } from "../conformance.ts";
import { scenarios } from "./scenarios.ts";
import { agentWorkflow } from "./workflows/agent.ts";

const { repeat } = detectors;

/** What the suite shares a guard with. A guard is no data, so a workflow takes the options of one. */
const SHARED: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

let made = 0;

/** Starts a workflow and waits for its end. */
export async function runWorkflow(scenario: Scenario, maxSteps?: number): Promise<unknown> {
  const id = `scenario-${++made}`;
  const isShared = typeof scenario.guard === "object" && "run" in scenario.guard;
  scenarios.set(id, isShared ? { ...scenario, guard: SHARED } : scenario);
  const { onAbort, tools, guard } = scenario;
  const run = await start(agentWorkflow, [id, Object.keys(tools), guard !== "off", onAbort, maxSteps]);
  const ended = await run.returnValue;
  if (ended.loop !== undefined) throw ended.loop;
  if (onAbort === "answer") return ended;
  return onAbort === "stop" ? { result: ended.stopped } : ended.text;
}

export const driver: Driver = {
  name: "workflow",
  makeAgent: (scenario) => ({ generate: () => runWorkflow(scenario) }),
  concurrentRuns: true,
  stops: true,
  hasOnAbort: false, // `stopOnToolLoop` is a condition of `stream`
  replays: false,
  delegates: false,
  // The framework ends a run in which such a call is made.
  sees: { unknownTool: false, invalidArguments: false, brokenJson: false },
};
