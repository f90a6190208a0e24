/** Agents of ADK that transfer to each other. */
import { type Event, LlmAgent } from "@google/adk";
import { detectors, findToolLoopError } from "loopguard";
import { describe, expect, test } from "vitest";
import { all, eventsOf, runnerOf, scripted, toolOf } from "./adk-driver.ts";

const { delegation } = detectors;

describe("agents that transfer to each other", () => {
  const transfers = { detectors: [delegation()], ladder: { hint: 1, abort: 3 } };

  /** A coordinator and its helper; each transfers to the other, and now and then reads if it can. */
  function pair(steps: number, read?: () => string) {
    let step = 0;
    const seen: string[] = [];
    const model = (to: string) =>
      scripted(({ results }) => {
        const last = results.at(-1) ?? "";
        if (last.includes("handed over")) seen.push(last);
        if (++step > steps) return { text: "Done." };
        const reads = read !== undefined && step % 3 === 0;
        const args: Record<string, unknown> = reads ? {} : { agentName: to };
        return { calls: [{ id: `call_${step}`, name: reads ? "read" : "transfer_to_agent", arguments: args }] };
      });
    const tools = read === undefined ? [] : [toolOf("read", read)];
    const helper = new LlmAgent({ name: "helper", description: "Helps", model: model("lead"), tools });
    const lead = new LlmAgent({ name: "lead", model: model("helper"), tools, subAgents: [helper] });
    return { lead, seen };
  }
  const transfersIn = (events: readonly Event[]): string[] =>
    events.flatMap(({ actions }) => actions?.transferToAgent ?? []);

  test("are refused it when nothing new comes, told so, and stopped", async () => {
    const { lead, seen } = pair(30);
    const events = await all(eventsOf(runnerOf(lead, transfers)));
    expect(transfersIn(events)).toEqual(["helper", "lead", "helper", "lead", "helper", "lead", "helper"]);
    expect(seen[0]).toContain("Agents ['helper', 'lead'] have handed over to each other in this order 3 times");
    expect(findToolLoopError(events.at(-1))).toMatchObject({ detection: { detector: "delegation", strikes: 3 } });
  });

  test("are let go on while calls bring news", async () => {
    let page = 0;
    const { lead, seen } = pair(20, () => `page ${++page}`);
    const events = await all(eventsOf(runnerOf(lead, transfers)));
    expect(seen).toEqual([]);
    expect(transfersIn(events)).toHaveLength(14);
    expect(findToolLoopError(events.at(-1))).toBeUndefined();
  });
});
