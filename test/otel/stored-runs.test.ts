/** Runs in a store: many calls wait at the same time, each with its own span. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { detectors, LoopGuard, type StateStore } from "../../lib/index.ts";
import { memoryStore } from "../../lib/memory.ts";
import { instrumentLoopGuard, type LoopGuardInstrumentation } from "../../lib/otel.ts";
import { memoryJournal } from "../store/memory-journal.ts";
import { inSpan, type Sdk, startSdk, sum } from "./sdk.ts";

const { count } = detectors;

let sdk: Sdk;
let instrumentation: LoopGuardInstrumentation;
beforeEach(async () => {
  sdk = await startSdk();
  instrumentation = instrumentLoopGuard();
});
afterEach(async () => {
  instrumentation.dispose();
  await sdk[Symbol.asyncDispose]();
});

it.each([
  ["a store that swaps", memoryStore],
  ["a journal", memoryJournal],
] as [string, () => StateStore][])("%s: each detection is on the span of its call", async (_, makeStore) => {
  using guard = new LoopGuard({ detectors: [count({ maxRepeats: 0 })], action: "warn" });
  const run = guard.storedRun("session-7", makeStore());
  instrumentation.observe("stored", run);
  const ids = ["a", "b", "c", "d"];
  const call = (id: string) => ({ id, name: "search", arguments: { query: "hunter2" } });
  await Promise.all(ids.map((id) => inSpan(`execute_tool ${id}`, () => run.before(call(id)))));
  for (const [i, id] of ids.entries()) {
    const [span] = sdk.spans(`execute_tool ${id}`);
    expect(span?.attributes).toMatchObject({
      "gen_ai.tool.call.id": id,
      "gen_ai.conversation.id": "session-7",
      "tool_loop.repeats": i + 1,
    });
    expect(JSON.stringify(span?.attributes)).not.toContain("hunter2");
  }
  const samples = await sdk.scrape();
  expect(sum(samples, "tool_loop_detections_total")).toBe(4);
  expect(sum(samples, "tool_loop_calls_total", { tool_loop_guard: "stored" })).toBe(4);
  await run.close();
});
