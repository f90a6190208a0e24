/** Loops by hand: the host asks for each step by itself, with the messages of all steps before. */
import { detectors, LoopGuard, type LoopGuardOptions } from "loopguard";
import { guardTools } from "loopguard/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AI6, AI7, guarded, resultsIn, type Sdk, type StreamResult, VERSIONS, type Version } from "./ai-sdk-driver.ts";

const inputSchema = z.object({ q: z.string() });
const USER = { role: "user", content: "Search." };
interface Message {
  role: string;
  content: unknown;
}
interface Step {
  /** Of ai 7: those of a call that was approved are not in the response. */
  responseMessages?: PromiseLike<Message[]> | Message[];
  response: PromiseLike<{ messages: Message[] }> | { messages: Message[] };
}
type Ask = (settings: object) => Promise<Message[]>;

/** A model that calls `search` in each response, or answers where `asked` gives nothing; and what was done. */
function agentOf(version: Version, result: (ran: number) => unknown, asked: (step: number) => string | undefined) {
  const state = { ran: 0, requests: [] as string[] };
  const execute = async (): Promise<unknown> => result(++state.ran);
  const search = { description: "Searches", inputSchema, execute };
  const tools = { search: version.sdk.tool(search) };
  const model = version.mock((prompt) => {
    const step = state.requests.push(JSON.stringify(prompt));
    const q = asked(step);
    if (q === undefined) return { text: "Done." };
    return { calls: [{ id: `call_${step}`, name: "search", arguments: { q } }] };
  });
  const settings = { model, tools, stopWhen: version.sdk.stepCountIs(1), onError: () => {} };
  return { state, search, tools, model, settings };
}

function waysOf(sdk: Sdk): Record<"generateText" | "streamText", Ask> {
  return {
    async generateText(settings) {
      const { response, responseMessages } = (await sdk.generateText(settings)) as unknown as Step;
      return responseMessages ?? (await response).messages;
    },
    async streamText(settings) {
      const result = sdk.streamText(settings) as StreamResult & Step;
      for await (const part of result.fullStream) if (part.type === "error") throw part.error;
      return result.responseMessages ?? (await result.response).messages;
    },
  };
}

/** Asks for steps until one throws; gives the code of that error. */
async function byHand(ask: (messages: Message[]) => Promise<Message[]>, messages: Message[] = [USER]): Promise<string> {
  try {
    for (let step = 0; step < 20; step++) messages.push(...(await ask([...messages])));
    return "never";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const RESULTS: [string, unknown][] = [
  ["a text", "found"],
  ["an object", { found: "much" }],
  ["a list", ["a"]],
  ["a number", 7],
  ["true", true],
  ["null", null],
  ["nothing", undefined],
  ["an empty text", ""],
  ["an object that says nothing", { ok: true }],
  ["an empty list", []],
  ["JSON as a text", '{"ok":true}'],
  ["true as a text", "true"],
];

describe.each(VERSIONS)("$name", (version) => {
  const { sdk } = version;
  const ways = waysOf(sdk);
  const agent = (
    result: (ran: number) => unknown = () => "found",
    asked: (step: number) => string | undefined = () => "x",
  ) => agentOf(version, result, asked);

  describe.each(["generateText", "streamText"] as const)("%s", (way) => {
    const ask = ways[way];
    const GUARDS: [string, LoopGuardOptions | undefined][] = [
      ["the preset", undefined],
      ["warnings", { detectors: [detectors.repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } }],
      ["a message of the user's", { message: "Stop that.", maxRepeats: 2, ladder: { hint: 1, abort: 3 } }],
      ["an abort at once", { maxRepeats: 3, action: "abort" }],
    ];
    describe.each(GUARDS)("%s", (_, options) => {
      test.each(RESULTS)(
        "the model reads what it does in a loop of the SDK, and the same call is the last: %s",
        async (_, result) => {
          const inside = agent(() => result);
          const whole = { ...inside.settings, stopWhen: sdk.stepCountIs(20), messages: [USER] };
          await expect(ask(guarded(whole, options))).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
          const outside = agent(() => result);
          const guard = new LoopGuard(options);
          const end = await byHand((messages) => ask(guarded({ ...outside.settings, messages }, guard)));
          expect(end).toBe("ERR_TOOL_LOOP");
          expect(outside.state).toEqual(inside.state);
        },
      );
    });

    test("a cycle of two calls is found", async () => {
      const { settings, state } = agent(
        () => "found",
        (step) => "xy"[step % 2],
      );
      expect(await byHand((messages) => ask(guarded({ ...settings, messages })))).toBe("ERR_TOOL_LOOP");
      expect(state.ran).toBeLessThan(8);
    });

    test("tools that are guarded for each step stop to run", async () => {
      const { settings, tools, state } = agent();
      const guard = new LoopGuard();
      await byHand((messages) => ask({ ...settings, tools: guardTools(tools, guard), messages }));
      expect(state.ran).toBe(2);
    });

    test("users of one guard are judged by their own messages", async () => {
      const guard = new LoopGuard();
      const users = [0, 1, 2, 3, 4, 5].map(() => ({ ...agent(), messages: [USER] as Message[] }));
      for (let step = 0; step < 2; step++)
        for (const { settings, messages } of users)
          messages.push(...(await ask(guarded({ ...settings, messages: [...messages] }, guard))));
      expect(users.map(({ state }) => state.ran)).toEqual(users.map(() => 2));
    });

    test("what makes progress goes on", async () => {
      const { settings, state } = agent(
        (ran) => `part ${ran}`,
        (step) => `part ${step}`,
      );
      expect(await byHand((messages) => ask(guarded({ ...settings, messages })))).toBe("never");
      expect(state.ran).toBe(20);
    });

    test("a chat of 30 turns with the same call in each is what it is without a guard", async () => {
      const chat = async (guard: LoopGuard | undefined): Promise<object> => {
        const { settings, state } = agent(
          () => "found",
          (step) => (step % 2 === 1 ? "x" : undefined),
        );
        const messages: Message[] = [];
        for (let turn = 0; turn < 30; turn++) {
          messages.push({ role: "user", content: `What is new at ${turn}?` });
          for (let step = 0; step < 2; step++) {
            const own = { ...settings, messages: [...messages] };
            messages.push(...(await ask(guard === undefined ? own : guarded(own, guard))));
          }
        }
        return { state, messages };
      };
      expect(await chat(new LoopGuard())).toEqual(await chat(undefined));
    });

    test("after an abort a message of the user begins anew", async () => {
      const { settings, state } = agent();
      const messages: Message[] = [USER];
      const next = (given: Message[]) => ask(guarded({ ...settings, messages: given }));
      await byHand(next, messages);
      messages.push({ role: "user", content: "Look for it once more." });
      await next([...messages]);
      expect(state.ran).toBe(3);
    });

    test("a run that is passed is not told of the messages", async () => {
      const { settings, state } = agent();
      const run = new LoopGuard().run("chat");
      await byHand((messages) => ask(guarded({ ...settings, messages }, run)));
      expect(state.ran).toBe(2);
      expect(run.stats()).toMatchObject({ calls: 7, refused: 5 });
    });
  });
});

/** A page with `useChat`: it has the messages of the interface, and sends all of them for each step. */
describe.each([AI6, AI7])("$name: useChat, which sends again after the result of a tool", (version) => {
  const { sdk } = version;
  const convert = (sdk as unknown as { convertToModelMessages(messages: object[]): Promise<object[]> })
    .convertToModelMessages;
  const part = (step: number, output: unknown) => ({
    type: "tool-search",
    toolCallId: `call_${step}`,
    state: "output-available",
    input: { q: "x" },
    output,
  });
  async function chat(
    guard: LoopGuardOptions,
    tools: (own: object) => object,
    ran: (messages: Message[]) => unknown,
  ): Promise<object> {
    const { settings, search, state } = agentOf(
      version,
      () => "found",
      () => "x",
    );
    const parts: object[] = [];
    const end = await byHand(async () => {
      const user = { id: "1", role: "user", parts: [{ type: "text", text: "Search." }] };
      const messages = await convert([
        user,
        ...(parts.length > 0 ? [{ id: "2", role: "assistant", parts: [...parts] }] : []),
      ]);
      const said = await waysOf(sdk).streamText(guarded({ ...settings, tools: tools(search), messages }, guard));
      parts.push({ type: "step-start" }, part(state.requests.length, ran(said)));
      return [];
    });
    const told = state.requests.findIndex((request) => request.includes("Step back"));
    return { end, requests: state.requests.length, ran: state.ran, told };
  }

  test("a tool of the server's is refused, and ends the chat", async () => {
    const outputOf = (said: Message[]) => resultsIn(said)[0];
    const tools = (search: object) => ({ search: sdk.tool(search) });
    expect(await chat({}, tools, outputOf)).toEqual({ end: "ERR_TOOL_LOOP", requests: 7, ran: 2, told: -1 });
  });

  test("a tool of the page's is told of with its result, and ends the chat, though only the messages tell of it", async () => {
    const tools = ({ execute: _, ...search }: { execute?: unknown }) => ({ search: sdk.tool(search) });
    const end = { end: "ERR_TOOL_LOOP", requests: 7, ran: 0 };
    expect(await chat({}, tools, () => "found")).toEqual({ ...end, told: 3 });
    expect(await chat({}, tools, () => ({ found: "much" }))).toEqual({ ...end, told: 3 });
    expect(await chat({ maxRepeats: 3 }, tools, () => "found")).toEqual({ ...end, told: -1 });
    let ran = 0;
    const healthy = { end: "never", requests: 20, ran: 0, told: -1 };
    expect(await chat({}, tools, () => `part ${++ran}`)).toEqual(healthy);
  });
});

const WARNS: LoopGuardOptions = { detectors: [detectors.noProgress()], ladder: { warn: 1, abort: 6 } };

/** Of two calls in each response one is the same each time: only with its result is the model told so. */
test.each([AI6, AI7])("$name: a call of the page's beside another", async (version) => {
  const { sdk } = version;
  let prompt: { content: { toolCallId?: string; output?: unknown }[] }[] = [];
  let step = 0;
  const model = version.mock((given) => {
    prompt = given as typeof prompt;
    const calls = ["x", `part ${++step}`].map((q, at) => ({ id: `c${step}_${at}`, name: "search", arguments: { q } }));
    return { calls };
  });
  const tools = { search: sdk.tool({ description: "Searches", inputSchema }) };
  const settings = { model, tools, stopWhen: sdk.stepCountIs(1) };
  const told: (string | undefined)[] = [];
  await byHand(async (messages) => {
    const said = await waysOf(sdk).generateText(guarded({ ...settings, messages }, WARNS));
    const results = prompt
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ output }) => output);
    told.push(...results.filter((part) => JSON.stringify(part).includes("Step back")).map((part) => part.toolCallId));
    const calls = said.flatMap(({ content }) => content as { toolCallId: string; input: { q: string } }[]);
    const content = calls.map(({ toolCallId, input }) => {
      const value = input.q === "x" ? "found" : input.q;
      return { type: "tool-result", toolCallId, toolName: "search", output: { type: "text", value } };
    });
    return [...said, { role: "tool", content }];
  });
  expect(told.length).toBeGreaterThan(0);
  expect(told.every((id) => id?.endsWith("_0"))).toBe(true);
});

/** The call of each request runs in the next one, since a human has to allow it. */
describe.each([AI6, AI7])("$name: calls that a human approves", (version) => {
  const { sdk } = version;
  test("are judged with what came before, and count once", async () => {
    const { settings, search, state } = agentOf(
      version,
      () => "found",
      () => "x",
    );
    const tools = { search: sdk.tool({ ...search, needsApproval: true }) };
    const guard = new LoopGuard({ maxRepeats: 3, ladder: { hint: 1, abort: 3 } });
    const end = await byHand(async (messages) => {
      const said = await waysOf(sdk).generateText(guarded({ ...settings, tools, messages }, guard));
      const asked = said.flatMap(({ content }) => content as { type: string; approvalId: string }[]);
      const approvals = asked.filter(({ type }) => type === "tool-approval-request");
      const yes = approvals.map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, approved: true }));
      return [...said, { role: "tool", content: yes }];
    });
    expect(end).toBe("ERR_TOOL_LOOP");
    expect(state.ran).toBe(3);
    expect(guard.stats()).toMatchObject({ refused: 3 });
  });
});
