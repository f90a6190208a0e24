/** Messages as older versions, or SDKs in other languages, write them. */
import { describe, expect, it } from "vitest";
import { checkMessages } from "../../lib/guard/check-messages.ts";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { Recorder } from "./recorder.ts";

const TIMES = [0, 1, 2];
const ARGS = { q: "x" };
const TEXT = '{"q":"x"}';
const STORY = TIMES.map((i) => `| ${i}:search(${TEXT}) ${i}="none"`).join(" ");

async function storyOf(messages: unknown): Promise<string | undefined> {
  const recorder = new Recorder();
  await readTraceLines([Buffer.from(JSON.stringify({ messages }))], "trace", recorder);
  expect(recorder.faults).toEqual([]);
  return recorder.runs[0]?.story;
}

const invocation = (i: number, more = {}) => ({
  state: "result",
  toolCallId: `c${i}`,
  toolName: "search",
  args: ARGS,
  result: "none",
  ...more,
});

describe("messages of other versions", () => {
  it.each<[string, unknown[]]>([
    [
      "OpenAI before there were several calls",
      TIMES.flatMap(() => [
        { role: "assistant", content: null, function_call: { name: "search", arguments: TEXT } },
        { role: "function", name: "search", content: "none" },
      ]),
    ],
    [
      "the AI SDK 4 without parts, a message for each step",
      TIMES.map((i) => ({ role: "assistant", content: "", toolInvocations: [invocation(i)] })),
    ],
    [
      "the AI SDK 4 without parts, all steps in one message",
      [{ role: "assistant", content: "", toolInvocations: TIMES.map((step) => invocation(step, { step })) }],
    ],
    [
      "LangChain with the calls in additional_kwargs",
      TIMES.flatMap((i) => [
        {
          type: "ai",
          data: {
            content: "",
            additional_kwargs: { tool_calls: [{ id: `c${i}`, function: { name: "search", arguments: TEXT } }] },
          },
        },
        { type: "tool", data: { content: "none", tool_call_id: `c${i}` } },
      ]),
    ],
    [
      "Gemini as Python writes it",
      TIMES.flatMap(() => [
        { role: "model", parts: [{ text: null, function_call: { id: null, name: "search", args: ARGS } }] },
        {
          role: "user",
          parts: [{ text: null, function_response: { id: null, name: "search", response: "none" } }],
        },
      ]),
    ],
  ])("%s", async (_, messages) => {
    expect(await storyOf(messages)).toBe(STORY);
  });

  it("a user speaks between invocations", async () => {
    const user = { role: "user", content: "again", toolInvocations: [] };
    const assistant = (i: number) => ({ role: "assistant", content: "", toolInvocations: [invocation(i)] });
    expect(await storyOf([assistant(0), user, assistant(1)])).toContain(" U ");
  });
});

describe("an object that cannot be made a text", () => {
  const NO_TEXT = { toString: 1, valueOf: 1 };

  it.each<[string, unknown]>([
    ["the type of a part", { role: "assistant", content: [{ type: NO_TEXT }] }],
    ["the type of a part of the interface", { role: "assistant", parts: [{ type: NO_TEXT }, { type: "x" }] }],
    ["the class of a message", { type: "constructor", id: [NO_TEXT], kwargs: {} }],
    ["a class that every object has", { type: "constructor", id: ["toString"], kwargs: {} }],
  ])("%s", async (_, message) => {
    expect(checkMessages([message as object]).action).toBe("allow");
    expect(await storyOf([message, { role: "user", content: "Hello" }])).toBeDefined();
  });
});
