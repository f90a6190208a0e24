/** What every adapter exports beside its own. */
import { findToolLoopError } from "loopguard";
import { expect, test } from "vitest";

const INSTALLED =
  "ai-sdk openai-agents langchain mastra strands adk mcp claude genkit tanstack-ai voltagent copilot-sdk";

test.each([...INSTALLED.split(" "), "llamaindex", "workflow", "pi"])(
  "loopguard/%s has findToolLoopError",
  async (name) => {
    const adapter: { findToolLoopError?: unknown } = await import(/* @vite-ignore */ `loopguard/${name}`);
    expect(adapter.findToolLoopError).toBe(findToolLoopError);
  },
);
