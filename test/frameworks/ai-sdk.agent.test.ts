/** `ToolLoopAgent` of ai 6 and 7, and calls that a human approves. */
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { AI6, AI7, guarded, resultsIn } from "./ai-sdk-driver.ts";

const { repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const inputSchema = z.object({ q: z.string() });

describe.each([AI6, AI7])("$name", ({ sdk, mock }) => {
  const stuck = () => {
    let requests = 0;
    const model = mock(() => ({ calls: [{ id: `call_${++requests}`, name: "search", arguments: { q: "x" } }] }));
    const execute = vi.fn(async () => "found");
    const tools = { search: sdk.tool({ description: "Searches", inputSchema, execute }) };
    return { model, tools, execute, requests: () => requests };
  };

  test("without stopWhen an agent has 20 steps, and an abort with onAbort: stop ends it earlier", async () => {
    const { model, tools, requests } = stuck();
    const agent = new sdk.Agent(guarded({ model, tools }, STUCK, { onAbort: "stop" }));
    const result = await agent.generate({ prompt: "Go." });
    expect(requests()).toBe(5);
    expect(findToolLoopError(result)?.repeats).toBe(5);
    const alone = stuck();
    await new sdk.Agent({ model: alone.model, tools: alone.tools }).generate({ prompt: "Go." });
    expect(alone.requests()).toBe(20);
  });

  test("tools and settings from the user's prepareCall are guarded, too", async () => {
    const { model, tools, requests } = stuck();
    const other = vi.fn(async () => "found elsewhere");
    const prepareCall = vi.fn(({ options: _, ...rest }: Record<string, unknown>) => ({
      ...rest,
      tools: { search: sdk.tool({ description: "Searches elsewhere", inputSchema, execute: other }) },
      stopWhen: sdk.stepCountIs(7),
      prepareStep: () => ({ toolChoice: "required" }),
    }));
    const agent = new sdk.Agent(guarded({ model, tools, prepareCall }, STUCK));
    await expect(agent.generate({ prompt: "Go." })).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
    expect(prepareCall).toHaveBeenCalledTimes(1);
    expect([other.mock.calls.length, requests()]).toEqual([2, 5]);
  });

  test("with a prepareCall that changes only the instructions, nothing is guarded twice", async () => {
    const { model, tools, execute, requests } = stuck();
    const prepareCall = async (options: Record<string, unknown>) => ({ ...options, instructions: "Be brief." });
    const agent = new sdk.Agent(guarded({ model, tools, prepareCall }, STUCK));
    await expect(agent.generate({ prompt: "Go." })).rejects.toMatchObject({ repeats: 5 });
    expect([execute.mock.calls.length, requests()]).toEqual([2, 5]);
  });

  test("settings that prepareCall returns unchanged are not guarded again", async () => {
    const { model, tools } = stuck();
    const settings = guarded({ model, tools, stopWhen: sdk.stepCountIs(3) }, STUCK) as unknown as Record<
      string,
      unknown
    > & {
      prepareCall: (options: object) => Promise<Record<string, unknown>>;
    };
    const prepared = await settings.prepareCall(settings);
    for (const name of ["stopWhen", "prepareStep"]) expect(prepared[name]).toBe(settings[name]);
    expect((prepared["tools"] as typeof tools).search).toBe((settings["tools"] as typeof tools).search);
  });

  test("a prepareCall that replaces ours does not disable the guard", async () => {
    let requests = 0;
    const model = mock(() => ({ calls: [{ id: `call_${++requests}`, name: "serach", arguments: { q: "x" } }] }));
    const guard = { detectors: [unknownTool({ threshold: 2 })], action: "abort" as const };
    const prepareCall = (options: object) => options;
    const agent = new sdk.Agent({ ...guarded({ model, tools: stuck().tools }, guard), prepareCall });
    await expect(agent.generate({ prompt: "Go." })).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
    expect(requests).toBe(2);
  });

  test("the user's callbacks are called as before", async () => {
    const { model, tools } = stuck();
    const onStepFinish = vi.fn();
    const agent = new sdk.Agent(guarded({ model, tools, onStepFinish, stopWhen: sdk.stepCountIs(2) }, STUCK));
    await agent.generate({ prompt: "Go." });
    expect(onStepFinish).toHaveBeenCalledTimes(2);
  });

  test("an agent's tools are accessible", () => {
    const { model, tools } = stuck();
    const agent = new sdk.Agent(guarded({ model, tools }, STUCK)) as unknown as { tools: object };
    expect(agent.tools).toHaveProperty("search.inputSchema", inputSchema);
  });

  describe("a call that a human approved", () => {
    const user = { role: "user", content: "Send it." };
    type Asked = { response: { messages: { content: { type: string; approvalId?: string }[] }[] } };

    /** Asks for a call that needs approval, gives it, and goes on; gives what the model was shown of the call. */
    const approved = async (guard: Parameters<typeof guarded>[1], execute: () => Promise<string>): Promise<string> => {
      let requests = 0;
      let shown = "";
      const model = mock((prompt) => {
        shown = resultsIn(prompt).at(-1) ?? "";
        return ++requests === 1
          ? { calls: [{ id: "call_1", name: "send", arguments: { q: "x" } }] }
          : { text: "Done." };
      });
      const tools = { send: sdk.tool({ description: "Sends", inputSchema, needsApproval: true, execute }) };
      const settings = guarded({ model, tools, stopWhen: sdk.stepCountIs(5) }, guard);
      const { response } = (await sdk.generateText({ ...settings, messages: [user] })) as unknown as Asked;
      const { approvalId } =
        response.messages.flatMap(({ content }) => content).find(({ type }) => type === "tool-approval-request") ?? {};
      const approval = { role: "tool", content: [{ type: "tool-approval-response", approvalId, approved: true }] };
      await sdk.generateText({ ...settings, messages: [user, ...response.messages, approval] });
      return shown;
    };

    test("runs, as a separate run", async () => {
      const execute = vi.fn(async () => "sent");
      const guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
      for (let i = 0; i < 3; i++) expect(await approved(guard, execute)).toBe("sent");
      expect(execute).toHaveBeenCalledTimes(3);
    });

    test.each([
      ["stop", "aborting to prevent a loop"],
      ["throw", undefined],
    ] as const)("that ends a kept run is the last: the model is not asked, onAbort %s", async (onAbort, text) => {
      const requests = vi.fn(() => ({ calls: [{ id: "call_1", name: "send", arguments: { q: "x" } }] }));
      const tools = {
        send: sdk.tool({ description: "Sends", inputSchema, needsApproval: true, execute: () => "sent" }),
      };
      const run = new LoopGuard({ maxRepeats: 1, action: "abort" }).run("chat");
      const stopWhen = sdk.stepCountIs(5);
      const settings = guarded({ model: mock(requests), tools, stopWhen }, run, { onAbort });
      const call = { toolCallId: "call_1", toolName: "send", input: { q: "x" } };
      const messages = (id: string): object[] => [
        {
          role: "assistant",
          content: [
            { type: "tool-call", ...call },
            { type: "tool-approval-request", approvalId: id, toolCallId: "call_1" },
          ],
        },
        { role: "tool", content: [{ type: "tool-approval-response", approvalId: id, approved: true }] },
      ];
      await sdk.generateText({ ...settings, messages: [user, ...messages("1")] });
      const last = sdk.generateText({ ...settings, messages: [user, ...messages("2")] });
      if (text === undefined) await expect(last).rejects.toThrow("aborting to prevent a loop");
      else
        expect([(await last).text.slice(-text.length), findToolLoopError(await last)?.toolName]).toEqual([
          text,
          "send",
        ]);
      expect(requests).toHaveBeenCalledTimes(1);
    });

    test("counts in a run that is kept", async () => {
      const execute = vi.fn(async () => "sent");
      const run = new LoopGuard({ maxRepeats: 1, action: "hint" }).run("chat");
      expect(await approved(run, execute)).toBe("sent");
      expect(await approved(run, execute)).toContain("[loop-detected]");
      expect(execute).toHaveBeenCalledTimes(1);
    });
  });
});
