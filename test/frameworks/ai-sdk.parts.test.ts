/** The parts of the AI SDK's adapter, and a run that is kept from call to call. */
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { guardTools, stopOnToolLoop, throwOnToolLoop } from "loopguard/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { guarded, readStream, repeating, type StreamResult, VERSIONS } from "./ai-sdk-driver.ts";

const { repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const inputSchema = z.object({ q: z.string() });

describe.each(VERSIONS)("$name", (version) => {
  const { sdk } = version;
  const search = (execute: unknown): { search: object } => ({
    search: sdk.tool({ description: "Searches", inputSchema, execute }),
  });

  describe("a run in place of a guard", () => {
    test("keeps its state from call to call, and a user's message begins a new turn", async () => {
      const guard = new LoopGuard(STUCK);
      const run = guard.run("chat");
      let runs = 0;
      const tools = search(async () => {
        runs++;
        return "found";
      });
      const once = async (messages: object[]): Promise<string> => {
        const { model, last } = repeating(version, 1);
        await sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(5), messages }, run));
        return last().at(-1) ?? "";
      };
      const user = { role: "user", content: "Search." };
      const asked = {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "a", toolName: "search", input: { q: "a" } }],
      };
      const output = { type: "text", value: "b" };
      const answered = {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "a", toolName: "search", output }],
      };
      const goingOn = [user, asked, answered];
      expect(await once([user])).toBe("found");
      expect(await once(goingOn)).toContain("called 2 times");
      expect(await once([...goingOn, { role: "assistant", content: "Well?" }, user])).toBe("found");
      expect(await once(goingOn)).toContain("called 2 times");
      expect(await once(goingOn)).toContain("was not run");
      expect(runs).toBe(4);
    });

    test("a repeated nudge does not begin a turn", async () => {
      const run = new LoopGuard(STUCK).run("chat");
      const tools = search(async () => "found");
      const messages: object[] = [{ role: "user", content: "Search." }];
      const shown: string[] = [];
      for (let i = 0; i < 3; i++) {
        const { model, last } = repeating(version, 1);
        await sdk.generateText(guarded({ model, tools, stopWhen: sdk.stepCountIs(5), messages: [...messages] }, run));
        shown.push(last().at(-1) ?? "");
        messages.push(
          { role: "assistant", content: "Well?" },
          { role: "user", content: "Your answer had no tool call, try again." },
        );
      }
      expect(shown.map((text) => text.includes("called 2 times"))).toEqual([false, false, true]);
    });

    test("an agent in a tool does not begin a turn", async () => {
      const run = new LoopGuard(STUCK).run("chat");
      const { model, prompts } = repeating(version, 20);
      const researcher = guarded({ model: version.mock(() => ({ text: "found" })), prompt: "Look for x." }, run);
      const ask = async () => (await sdk.generateText(researcher)).text;
      const settings = { model, tools: search(ask), stopWhen: sdk.stepCountIs(20), prompt: "Go." };
      await expect(sdk.generateText(guarded(settings, run))).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
      expect(prompts).toHaveLength(5);
    });
  });

  describe("the parts", () => {
    const parts = () => {
      const run = new LoopGuard(STUCK).run({});
      const { model, prompts } = repeating(version, 10);
      let runs = 0;
      const tools = guardTools(
        search(async () => {
          runs++;
          return "found";
        }),
        run,
      );
      return {
        run,
        settings: { model, tools, prompt: "Go.", onError: () => {} },
        counts: () => [runs, prompts.length],
      };
    };

    test("guardTools and stopOnToolLoop", async () => {
      const { run, settings, counts } = parts();
      const result = await sdk.generateText({ ...settings, stopWhen: [sdk.stepCountIs(20), stopOnToolLoop(run)] });
      expect(counts()).toEqual([2, 5]);
      expect(findToolLoopError(result.steps)?.repeats).toBe(5);
      expect(run.tripped?.repeats).toBe(5);
    });

    test("guardTools and throwOnToolLoop", async () => {
      const { run, settings, counts } = parts();
      const running = sdk.generateText({
        ...settings,
        stopWhen: sdk.stepCountIs(20),
        prepareStep: throwOnToolLoop(run),
      });
      await expect(running).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
      expect(counts()).toEqual([2, 5]);
    });

    test("guardTools and throwOnToolLoop, streamed", async () => {
      const { run, settings, counts } = parts();
      const result: StreamResult = sdk.streamText({
        ...settings,
        stopWhen: sdk.stepCountIs(20),
        prepareStep: throwOnToolLoop(run),
      });
      await expect(readStream(result)).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
      expect(counts()).toEqual([2, 5]);
    });

    test("invalid calls end the run with each of the parts", async () => {
      for (const part of [stopOnToolLoop, throwOnToolLoop]) {
        const run = new LoopGuard({ detectors: [unknownTool({ threshold: 2 })], action: "abort" }).run({});
        const { model, prompts } = repeating(version, 10, (step) => (step === 1 ? {} : { name: "serach" }));
        const tools = guardTools(
          search(async () => "found"),
          run,
        );
        const end = sdk.stepCountIs(20);
        const more =
          part === stopOnToolLoop ? { stopWhen: [end, part(run)] } : { stopWhen: end, prepareStep: part(run) };
        await sdk.generateText({ model, tools, prompt: "Go.", ...more }).catch(findToolLoopError);
        expect(run.tripped?.detector).toBe("unknown_tool");
        expect(prompts).toHaveLength(3);
      }
    });

    test("a longer list of messages is a new step", async () => {
      const run = new LoopGuard(STUCK).run({});
      const { search: tool } = guardTools({ search: { execute: async (_: object, _options: object) => "found" } }, run);
      const messages: unknown[] = [{}];
      const call = (toolCallId: string) => tool.execute({ q: "x" }, { toolCallId, messages });
      expect([await call("a"), await call("b")]).toEqual(["found", "found"]);
      messages.push({});
      expect(await call("c")).toContain("called 2 times");
    });

    test("a tool that the program calls directly is guarded, too", async () => {
      const run = new LoopGuard({ maxRepeats: 1, action: "hint" }).run({});
      const { search: tool } = guardTools({ search: { execute: async (_: object) => "found" } }, run);
      expect(await tool.execute({ q: "x" })).toBe("found");
      expect(await tool.execute({ q: "x" })).toContain("[loop-detected]");
    });
  });
});
