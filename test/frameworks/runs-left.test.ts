/** Where a framework tells when an invocation ends, its run is closed: a server does not keep those of all requests. */
import { LoopGuard } from "loopguard";
import { describe, expect, test } from "vitest";
import { driver as adk } from "./adk-driver.ts";
import { AI5, AI6, AI7, agentDriver, functionsDriver, guarded, type StreamResult } from "./ai-sdk-driver.ts";
import type { Driver } from "./conformance.ts";
import { driver as genkit } from "./genkit/genkit-driver.ts";
import { driver as llamaIndex } from "./llamaindex-driver.ts";
import { driver as mastra } from "./mastra-driver.ts";
import { driver as strands } from "./strands-driver.ts";
import { driver as tanstack } from "./tanstack-ai-driver.ts";

const AI = [AI5, AI6, AI7];
const drivers = [
  ...AI.map(functionsDriver),
  ...AI.map(agentDriver),
  adk,
  genkit,
  llamaIndex,
  mastra,
  strands,
  tanstack,
];
/** No callback of ai 5 tells of the end of `generateText`, nor one of Mastra that a run has thrown. */
const isUntold = (name: string, mode: string, answers: boolean) =>
  answers ? name.startsWith("ai 5") && mode === "generate" : name === "mastra";

describe.each(drivers.map((driver): [string, Driver] => [driver.name, driver]))("%s", (name, driver) => {
  describe.each(["generate", "stream"] as const)("%s", (mode) => {
    test.each([
      ["answers", true],
      ["is in a loop", false],
    ])("no run is left of an agent that %s", async (_, answers) => {
      if (isUntold(name, mode, answers)) return;
      const guard = new LoopGuard();
      for (let run = 0; run < 3; run++) {
        let step = 0;
        const call = () => ({ id: `c${run}_${++step}`, name: "search", arguments: { q: answers ? `${step}` : "x" } });
        const agent = driver.makeAgent({
          guard,
          script: () => (answers && step >= 2 ? { text: "Done." } : { calls: [call()] }),
          tools: { search: () => "found" },
        });
        await agent[mode]?.().catch(() => {});
      }
      await new Promise((resolve) => setTimeout(resolve, 20)); // who leaves a stream at an error is told later
      expect(guard.stats().runs).toBe(1);
    });
  });
});

test.each(AI)(
  "$name: the user's callbacks for the end are called, also in a stream that is aborted",
  async (version) => {
    const { sdk } = version;
    const guard = new LoopGuard();
    const told: string[] = [];
    const controller = new AbortController();
    let asked = 0;
    const model = version.mock(() =>
      asked++ % 2 ? { text: "Done." } : { calls: [{ id: "c1", name: "search", arguments: {} }] },
    );
    const search = sdk.tool({
      description: "s",
      inputSchema: sdk.jsonSchema({ type: "object" }),
      execute: () => "found",
    });
    const settings = { model, tools: { search }, stopWhen: sdk.stepCountIs(5), onAbort: () => void told.push("abort") };
    const read = async (more: object): Promise<void> => {
      for await (const part of (sdk.streamText(guarded({ ...settings, prompt: "Go.", ...more }, guard)) as StreamResult)
        .fullStream)
        if (more !== undefined && "abortSignal" in more && part.type === "finish-step") controller.abort();
    };
    await read({ onFinish: () => void told.push("finish") });
    await read({ abortSignal: controller.signal });
    if (version === AI7) await read({ onEnd: () => void told.push("end") });
    expect(told).toEqual(version === AI7 ? ["finish", "abort", "end"] : ["finish", "abort"]);
    expect(guard.stats().runs).toBe(1);
  },
);
