/** What is left of an agent of LangChain that was stopped: a thread that goes on, and an answer that says why it ended. */
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, modelCallLimitMiddleware, providerStrategy, toolStrategy } from "langchain";
import { findToolLoopError, toolLoopMiddleware } from "loopguard/langchain";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ScriptedRequest } from "./conformance.ts";
import { input, modelOf, OPTIONS } from "./langchain-driver.ts";

const search = tool(() => "nothing", { name: "search", description: "s", schema: z.object({ q: z.string() }) });
let ids = 0;
const call = (name: string, args: Record<string, unknown>) => ({
  calls: [{ id: `call_${++ids}`, name, arguments: args }],
});

/** The calls of a request that have no answer, which a provider refuses. */
function unanswered({ raw }: ScriptedRequest): number {
  const messages = raw as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
  const answered = new Set(messages.map(({ tool_call_id }) => tool_call_id));
  return messages.flatMap(({ tool_calls = [] }) => tool_calls).filter(({ id }) => !answered.has(id)).length;
}

test.each(["throw", "stop", "answer"] as const)(
  "%s: the thread goes on, since every call has an answer",
  async (onAbort) => {
    let isStuck = true;
    const open: number[] = [];
    const model = modelOf((request) => {
      open.push(unanswered(request));
      return isStuck ? call("search", { q: "x" }) : { text: "Here I am." };
    });
    const middleware = [toolLoopMiddleware(undefined, { onAbort })];
    const agent = createAgent({ model, tools: [search], middleware, checkpointer: new MemorySaver() });
    const thread = { ...OPTIONS, configurable: { thread_id: "1" } };

    const end: unknown = await agent.invoke(input, thread).catch((error: unknown) => error);
    expect(findToolLoopError(end)).toBeDefined();
    expect(end instanceof Error).toBe(onAbort === "throw");
    isStuck = false;
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Are you there?" }] }, thread);
    expect(messages.at(-1)?.content).toBe("Here I am.");
    expect(new Set(open)).toEqual(new Set([0]));
  },
);

test.each(["throw", "stop"] as const)(
  "%s: what other middleware ends before the next request has the error",
  async (onAbort) => {
    let requests = 0;
    const model = modelOf(() => {
      requests++;
      return call("search", { q: "x" });
    });
    const ask = (runLimit: number) => {
      requests = 0;
      const limits = modelCallLimitMiddleware({ runLimit, exitBehavior: "end" });
      const middleware = [toolLoopMiddleware(undefined, { onAbort }), limits];
      return createAgent({ model, tools: [search], middleware }).invoke(input, OPTIONS);
    };
    await ask(30).catch(() => undefined);
    const result = await ask(requests); // the limit's last call is the one that is aborted
    expect(result.messages.at(-1)?.content).toMatch(/^Model call limits exceeded/);
    expect(findToolLoopError(result)?.detection.toolName).toBe("search");
  },
);

test("an abort in the last step that `recursionLimit` allows is told, and not only that there is no further one", async () => {
  const names: string[] = [];
  for (const recursionLimit of [13, 14, 15]) {
    const model = modelOf(() => call("search", { q: "x" })); // the 7th call, in step 14, is the one that is aborted
    const agent = createAgent({ model, tools: [search], middleware: [toolLoopMiddleware()] });
    const error: unknown = await agent.invoke(input, { recursionLimit }).catch((thrown: unknown) => thrown);
    names.push((findToolLoopError(error) ?? (error as Error)).name);
  }
  expect(names).toEqual(["GraphRecursionError", "ToolLoopError", "ToolLoopError"]);
});

const schema = z.object({ found: z.string() });

test.each([
  ["toolStrategy", toolStrategy(schema)],
  ["providerStrategy", providerStrategy({ schema })],
] as const)("answer: a last response that fits the agent's %s says why, too", async (_, responseFormat) => {
  const model = modelOf(({ tools = [] }) => {
    if (tools.includes("search")) return call("search", { q: "x" });
    const [typed] = tools;
    return typed === undefined ? { text: '{"found":"x"}' } : call(typed, { found: "x" });
  });
  const middleware = [toolLoopMiddleware(undefined, { onAbort: "answer" })];
  const agent = createAgent({ model, tools: [search], middleware, responseFormat: responseFormat as never });
  const result = await agent.invoke(input, OPTIONS);
  expect((result as { structuredResponse?: unknown }).structuredResponse).toEqual({ found: "x" });
  expect(findToolLoopError(result)?.detection.toolName).toBe("search");
});
