/** test/vectors/executor.json: the shorthand { maxRepeats, action }, events included. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { EventBus } from "../../lib/executor/event-bus.ts";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolCall, ToolCallResult, ToolDef } from "../../lib/executor/tool-types.ts";
import { ToolLoopError } from "../../lib/report/tool-loop-error.ts";

interface Step {
  calls: ToolCall[];
  results?: ToolCallResult[];
  thrown?: { name: string; toolName: string; repeats: number; message: string };
  events?: [name: string, payload: Record<string, unknown>][];
}
interface Case {
  loopDetection: { maxRepeats: number; action: "abort" | "hint" } | null;
  concurrency: number;
  steps: Step[];
}

const cases = JSON.parse(readFileSync(new URL("../vectors/executor.json", import.meta.url), "utf8")) as Case[];

const anyObject = z.object({}).passthrough();
const tool = (name: string, execute: ToolDef["execute"], parameters: ToolDef["parameters"] = anyObject): ToolDef => ({
  name,
  description: name,
  parameters,
  execute,
});
const tools = [
  tool("fetchData", async () => "fetched"),
  tool("fetch::Data", async () => "f2"),
  tool("fetch", async () => ({ content: "obj" })),
  tool("poll", async () => "pending"),
  tool("boom", async () => {
    throw new Error("kaboom");
  }),
  tool("bad", async () => "never", z.object({ must: z.string() })),
];

describe("executor.json", () => {
  test("has its 120 cases", () => expect(cases).toHaveLength(120));

  test.each(cases.map((vector, i) => [i, vector] as const))("case %i", async (_, vector) => {
    const { loopDetection, concurrency } = vector;
    const executor = new ToolExecutor(tools, { concurrency, ...(loopDetection && { loopDetection }) });
    for (const step of vector.steps) {
      const actual = await runStep(executor, step.calls);
      expect(actual.results).toEqual(step.results);
      expect(actual.thrown).toEqual(step.thrown);
      if (step.events !== undefined) expect(actual.events).toEqual(step.events);
    }
    executor.loopGuard?.close();
  });
});

async function runStep(executor: ToolExecutor, calls: ToolCall[]) {
  const eventBus = new EventBus();
  const events: unknown[] = [];
  for (const name of ["tool.call", "tool.result"] as const)
    eventBus.on(name, (payload) => events.push([name, schemaTextCut(payload)]));
  const ctx = new RunContext({ runId: "run-1", sessionId: "s", eventBus });
  try {
    return { results: (await executor.executeAll(calls, ctx)).map(schemaTextCut), events };
  } catch (error) {
    if (!(error instanceof ToolLoopError)) throw error;
    const { name, toolName, repeats, message } = error;
    return { thrown: { name, toolName, repeats, message }, events };
  }
}

/** Schema texts belong to the schema library; the vectors keep only their beginning. */
function schemaTextCut<T extends object>(payload: T): T {
  const cut = (value: unknown) =>
    typeof value === "string" && value.startsWith("Invalid arguments: ") ? "Invalid arguments" : value;
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, cut(value)])) as T;
}
