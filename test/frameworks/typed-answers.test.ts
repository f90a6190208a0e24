/** The last answer of a run that is to be JSON: that of the model, or the error, since a text of ours would be none. */
import * as ai6 from "ai6";
import * as ai7 from "ai7";
import { findToolLoopError } from "loopguard";
import { withLoopGuard } from "loopguard/mastra";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AI6, AI7, guarded, readStream } from "./ai-sdk-driver.ts";
import { agentOf, mock } from "./mastra-driver.ts";

let ids = 0;
const search = () => ({ calls: [{ id: `call_${++ids}`, name: "search", arguments: { q: "x" } }] });
const schema = z.object({ found: z.string() });

/** A model that is stuck; once it has no tools, it says `last`. */
const stuck =
  (last: string) =>
  (_: unknown, tools: readonly string[] = []) =>
    tools.length > 0 ? search() : { text: last };

describe.each([
  [AI6, ai6.Output.object({ schema })],
  [AI7, ai7.Output.object({ schema })],
])("$name", ({ sdk, mock: modelOf }, output) => {
  const settingsOf = (last: string) => {
    const execute = async () => "nothing";
    const tools = { search: sdk.tool({ description: "s", inputSchema: z.object({ q: z.string() }), execute }) };
    const settings = { model: modelOf(stuck(last)), tools, prompt: "Go.", output, stopWhen: sdk.stepCountIs(20) };
    return guarded({ ...settings, onError: () => {} }, undefined, { onAbort: "answer" });
  };

  test("a model that says nothing", async () => {
    const error = await sdk.generateText(settingsOf("")).catch((reason: unknown) => reason);
    expect(findToolLoopError(error)?.detection.toolName).toBe("search");
    const thrown = await readStream(sdk.streamText(settingsOf(""))).catch((reason: unknown) => reason);
    expect(findToolLoopError(thrown)?.detection.toolName).toBe("search");
  });

  test("a model that answers", async () => {
    const result = await sdk.generateText(settingsOf('{"found":"x"}'));
    expect((result as { output?: unknown }).output).toEqual({ found: "x" });
    expect(findToolLoopError(result.steps)).toBeDefined();
  });
});

describe("mastra", () => {
  const run = async (last: string) => {
    const { createTool } = await import("@mastra/core/tools");
    const inputSchema = z.object({ q: z.string() });
    const own = createTool({ id: "search", description: "s", inputSchema, execute: async () => "nothing" });
    const config = { id: "agent", name: "agent", instructions: "i", model: mock(stuck(last)), tools: { search: own } };
    const agent = agentOf(withLoopGuard(config, undefined, { onAbort: "answer" }) as never);
    return agent.generate("Go.", { maxSteps: 20, structuredOutput: { schema } }).catch((reason: unknown) => reason);
  };

  test("a model that says nothing", async () => {
    expect(findToolLoopError(await run(""))?.detection.toolName).toBe("search");
  });

  test("a model that answers", async () => {
    const result = await run('{"found":"x"}');
    expect((result as { object?: unknown }).object).toEqual({ found: "x" });
    expect(findToolLoopError(result)).toBeDefined();
  });
});
