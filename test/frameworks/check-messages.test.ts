/** `checkMessages` on messages that the frameworks themselves make. */
import { AIMessage, HumanMessage, mapChatMessagesToStoredMessages, ToolMessage } from "@langchain/core/messages";
import * as sdk from "ai6";
import { checkMessages, detectors, type LoopGuardOptions } from "loopguard";
import { expect, test } from "vitest";
import { z } from "zod";
import { AI6, repeating } from "./ai-sdk-driver.ts";

const { repeat } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const execute = async (): Promise<string> => "none";
const tools = { search: sdk.tool({ description: "Searches", inputSchema: z.object({ q: z.string() }), execute }) };
const settings = (steps: number) => ({
  model: repeating(AI6, 10).model as sdk.LanguageModel,
  tools,
  prompt: "Go.",
  stopWhen: sdk.stepCountIs(steps),
});
const EXPECTED = { action: "warn", detection: { detector: "repeat", repeats: 2 }, calls: [{ pending: false }] };

test("reads response.messages of the AI SDK", async () => {
  const { response } = await sdk.generateText(settings(2));
  expect(checkMessages(response.messages, STUCK)).toMatchObject(EXPECTED);
  expect(checkMessages(response.messages.slice(0, 2), STUCK).action).toBe("allow");
});

test("reads UI messages of the AI SDK", async () => {
  let message: sdk.UIMessage | undefined;
  const stream = sdk.streamText(settings(2)).toUIMessageStream();
  for await (const state of sdk.readUIMessageStream({ stream })) message = state;
  expect(message?.parts.map(({ type }) => type)).toContain("tool-search");
  expect(checkMessages([message], STUCK)).toMatchObject(EXPECTED);
  const user = { id: "3", role: "user", parts: [{ type: "text", text: "Well?" }] };
  expect(checkMessages([message, user], STUCK)).toMatchObject({ action: "allow", calls: [] });
});

test("reads messages of LangChain: instances, stored, serialized", () => {
  const step = (id: string) => [
    new AIMessage({ content: "", tool_calls: [{ id, name: "search", args: { q: "x" } }] }),
    new ToolMessage({ content: "none", tool_call_id: id, name: "search" }),
  ];
  const messages = [new HumanMessage("Go."), ...step("1"), ...step("2")];
  for (const form of [
    messages,
    mapChatMessagesToStoredMessages(messages),
    JSON.parse(JSON.stringify(messages)) as unknown[],
  ]) {
    expect(checkMessages(form, STUCK)).toMatchObject(EXPECTED);
    expect(checkMessages(form.slice(0, -1), STUCK)).toMatchObject({ action: "allow", calls: [{ pending: true }] });
    expect(checkMessages([...form, form[0]], STUCK)).toMatchObject({ action: "allow", calls: [] });
  }
});
