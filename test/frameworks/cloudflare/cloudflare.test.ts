/** Think: the conformance suite, and how a turn ends. */
import { detectors, type LoopGuardOptions } from "loopguard";
import { expect, test } from "vitest";
import { conformance, type Scenario } from "../conformance.ts";
import { agentOf, driver, withWorkerd } from "./cloudflare-driver.ts";

const { repeat } = detectors;

withWorkerd();
conformance(driver, "@cloudflare/think");

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

test.each([
  ["stopOnToolLoop", "completed", false],
  ["throwOnToolLoop", "error", true],
])("with %s an aborted turn is '%s'", async (_, status, throws) => {
  let requests = 0;
  const script: Scenario["script"] = () => ({
    calls: [{ id: `call_${++requests}`, name: "search", arguments: { q: "x" } }],
  });
  const turn = agentOf({ script, tools: { search: () => "No results." }, guard: STUCK }, throws);
  expect(await turn()).toMatchObject({ status, error: { code: "ERR_TOOL_LOOP", toolName: "search" } });
  expect(requests).toBe(5);
});
