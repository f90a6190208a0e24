/** Loops by hand: the host asks for each step by itself, with the messages of all steps before, which Mastra joins into one. */
import { setTimeout } from "node:timers/promises";
import { createTool } from "@mastra/core/tools";
import { findToolLoopError, LoopGuard } from "loopguard";
import { withLoopGuard } from "loopguard/mastra";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentOf, type Config, configOf, resultsIn, streamed } from "./mastra-driver.ts";

type Messages = { role: string; content: unknown }[];

/** A model that makes the calls that `asked` gives for a step, or answers; a real agent takes 8 s for one. */
function agentWith(result: unknown, asked: (step: number) => string[]) {
  const state = { ran: 0, requests: [] as string[][] };
  const execute = async (): Promise<unknown> => {
    state.ran++;
    return result;
  };
  const search = createTool({ id: "search", description: "s", inputSchema: z.object({ q: z.string() }), execute });
  const script: Parameters<typeof configOf>[0] = ({ raw }) => {
    const step = state.requests.push(resultsIn(raw as Messages));
    const calls = asked(step).map((q, at) => ({ id: `call_${step}_${at}`, name: "search", arguments: { q } }));
    return calls.length > 0 ? { calls } : { text: "Done." };
  };
  const guard = new LoopGuard({ now: () => state.requests.length * 8_000 });
  const agent = agentOf(withLoopGuard(configOf(script, { search }) as Config, guard));
  return { agent, state };
}

/** Asks for steps until the model answers or a run has ended by a loop; gives the code of that error. */
async function byHand(
  { agent }: ReturnType<typeof agentWith>,
  messages: Messages = [{ role: "user", content: "Go." }],
) {
  for (let step = 0; step < 20; step++) {
    const result = await agent.generate(messages as never, { maxSteps: 1 });
    const error = findToolLoopError(result);
    if (error !== undefined) return error.code;
    if (result.finishReason === "stop") return "answered";
    messages.push(...(result.response.messages as Messages));
  }
  return "never";
}

test.each([
  ["a text", "found", false],
  ["an object", { found: "much" }, false],
  ["a number", 7, false],
  ["true", true, true],
  ["null", null, true],
  ["an empty text", "", true],
  ["an object that says nothing", { ok: true }, true],
])(
  "the model reads what it does in a loop of Mastra's, and the same call is the last: %s",
  async (_, result, saysNothing) => {
    const inside = agentWith(result, () => ["x"]);
    await expect(streamed(inside.agent)).rejects.toThrow("aborting to prevent a loop");
    const outside = agentWith(result, () => ["x"]);
    expect(await byHand(outside)).toBe("ERR_TOOL_LOOP");
    expect(outside.state).toEqual(inside.state);
    expect(outside.state.ran).toBe(saysNothing ? 6 : 2);
  },
);

test("a tool that gives nothing, after which Mastra asks no more by itself", async () => {
  const own = agentWith(undefined, () => ["x"]);
  expect([await byHand(own), own.state.ran]).toEqual(["ERR_TOOL_LOOP", 6]);
});

test("equal calls of one response are one observation, also where messages are joined", async () => {
  const own = agentWith("found", (step) => (step < 3 ? ["x", "x", "x"] : []));
  expect([await byHand(own), own.state.ran]).toEqual(["answered", 6]);
});

test("the calls of runs at once count once each, where their ids are the same", async () => {
  let now = 0;
  const guard = new LoopGuard({ now: () => now });
  const execute = async (): Promise<unknown> => setTimeout(5, "found");
  const search = createTool({ id: "search", description: "s", inputSchema: z.object({ q: z.string() }), execute });
  const script: Parameters<typeof configOf>[0] = ({ raw }) => {
    const step = resultsIn(raw as Messages).length;
    now += 8_000;
    if (step === 4) return { text: "Done." };
    return { calls: [{ id: `call_${step}`, name: "search", arguments: { q: `${step}` } }] };
  };
  const agent = agentOf(withLoopGuard(configOf(script, { search }) as Config, guard));
  await Promise.all([1, 2, 3].map(() => agent.generate("Go.", { maxSteps: 10 })));
  expect(guard.stats()).toMatchObject({ calls: 3 * 4, warned: 0, loops: { total: 0 } });
});

test("a host that goes on after the end is told again", async () => {
  const own = agentWith("found", () => ["x"]);
  const messages = [{ role: "user", content: "Go." }];
  await byHand(own, messages);
  messages.push({ role: "assistant", content: "Once more." });
  await expect(own.agent.generate(messages as never, { maxSteps: 1 })).resolves.toMatchObject({ tripwire: {} });
  expect(own.state.ran).toBe(2);
});

test("a cycle of two calls is found, one after another and in one response", async () => {
  const pair = agentWith("found", (step) => [["x"], ["y"]][step % 2] as string[]);
  expect([await byHand(pair), pair.state.ran]).toEqual(["ERR_TOOL_LOOP", 5]);
  const parallel = agentWith("found", () => ["x", "y"]);
  expect([await byHand(parallel), parallel.state.ran]).toEqual(["ERR_TOOL_LOOP", 5]);
});

test("where messages say which calls were made together, these are a round", async () => {
  const own = agentWith("found", (step) => (step === 1 ? ["x"] : []));
  const made = [1, 2, 3].map((at) => {
    return { type: "tool-search", toolCallId: `c${at}`, state: "output-available", input: { q: "x" }, output: "found" };
  });
  const said = { id: "m2", role: "assistant", parts: [{ type: "step-start" }, ...made] };
  const messages = [{ id: "m1", role: "user", parts: [{ type: "text", text: "Go." }] }, said];
  await expect(own.agent.generate(messages as never)).resolves.toMatchObject({ text: "Done." });
  expect(own.state.ran).toBe(1);
});

test("what makes progress goes on, and a chat asks the same in each turn", async () => {
  const healthy = agentWith("found", (step) => (step > 15 ? [] : [`part ${step}`]));
  expect([await byHand(healthy), healthy.state.ran]).toEqual(["answered", 15]);
  expect(healthy.state.requests.join()).not.toContain("Step back");
  const chat = agentWith("found", (step) => (step % 2 === 1 ? ["x"] : []));
  const messages: Messages = [];
  for (let turn = 0; turn < 8; turn++) {
    messages.push({ role: "user", content: `What is new at ${turn}?` });
    expect(await byHand(chat, messages)).toBe("answered");
  }
  expect(chat.state.ran).toBe(8);
});
