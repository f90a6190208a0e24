/** Runs that a framework began for invocations which are over are not kept, however they ended: a server has thousands. */
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { LoopGuard } from "loopguard";
import { describe, expect, test } from "vitest";
import { driver as adk } from "./adk-driver.ts";
import { AI5, AI6, AI7, agentDriver, functionsDriver } from "./ai-sdk-driver.ts";
import type { Driver } from "./conformance.ts";
import { driver as genkit } from "./genkit/genkit-driver.ts";
import { createAgentDriver, reactAgentDriver, toolNodeDriver } from "./langchain-driver.ts";
import { driver as llamaIndex } from "./llamaindex-driver.ts";
import { driver as mastra } from "./mastra-driver.ts";
import { guardToolsDriver, withLoopGuardDriver } from "./openai-agents-driver.ts";
import { driver as strands } from "./strands-driver.ts";
import { driver as tanstack } from "./tanstack-ai-driver.ts";

setFlagsFromString("--expose_gc");
const collect: () => void = runInNewContext("gc");

const INVOCATIONS = 12;
/** The newest, and the guard's own. */
const LEFT = 3;

const ai = [AI5, AI6, AI7].flatMap((version) => [functionsDriver(version), agentDriver(version)]);
const langchain = [createAgentDriver, reactAgentDriver, toolNodeDriver];
const openai = [guardToolsDriver, withLoopGuardDriver];
const drivers = [...ai, ...langchain, ...openai, adk, genkit, llamaIndex, mastra, strands, tanstack];

async function invoke(driver: Driver, mode: "generate" | "stream", guard: LoopGuard, answers: boolean): Promise<void> {
  let step = 0;
  const agent = driver.makeAgent({
    guard,
    script: () =>
      answers && step >= 2
        ? { text: "Done." }
        : { calls: [{ id: `c${++step}`, name: "search", arguments: { q: answers ? `${step}` : "x" } }] },
    tools: { search: () => "found" },
  });
  await agent[mode]?.().catch(() => {});
}

describe.each(drivers.map((driver): [string, Driver] => [driver.name, driver]))("%s", (_, driver) => {
  describe.each(["generate", "stream"] as const)("%s", (mode) => {
    test.each([
      ["answers", true],
      ["is in a loop", false],
    ])("of agents of whom each %s", async (_, answers) => {
      const guard = new LoopGuard();
      for (let run = 0; run < INVOCATIONS; run++) await invoke(driver, mode, guard, answers);
      for (let tries = 0; tries < 20 && guard.stats().runs > LEFT; tries++) {
        await setTimeout(10);
        collect();
      }
      expect(guard.stats().runs).toBeLessThanOrEqual(LEFT);
    });
  });
});
