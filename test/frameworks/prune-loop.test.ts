/** `pruneLoop` on messages of the packages themselves. */
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  ToolMessage,
} from "@langchain/core/messages";
import { type ModelMessage, modelMessageSchema } from "ai6";
import { pruneLoop } from "loopguard";
import { expect, test } from "vitest";

const SIX = [0, 1, 2, 3, 4, 5];
const LINE = /called 4 times more, with the same result/;

test("LangChain: instances stay instances, with the line in what they serialize", () => {
  const messages: BaseMessage[] = [
    new HumanMessage("Go."),
    ...SIX.flatMap((id) => [
      new AIMessage({ content: "", tool_calls: [{ id: `${id}`, name: "search", args: {}, type: "tool_call" }] }),
      new ToolMessage({ content: "none", tool_call_id: `${id}`, name: "search" }),
    ]),
  ];
  const pruned = pruneLoop(messages, { toolName: "search" });
  expect(pruned.removed).toBe(4);
  const last = pruned.messages.at(-1);
  expect(last).toBeInstanceOf(ToolMessage);
  expect(last?.text).toMatch(LINE);
  expect(JSON.stringify(last)).toMatch(LINE);
  const stored = pruneLoop(mapChatMessagesToStoredMessages(messages), { toolName: "search" });
  expect(mapStoredMessagesToChatMessages(stored.messages).at(-1)?.text).toMatch(LINE);
  expect(pruneLoop(JSON.parse(JSON.stringify(messages)), { toolName: "search" }).removed).toBe(4);
});

test("AI SDK: every message is one of its schema", () => {
  for (const output of [
    { type: "json" as const, value: [] },
    { type: "json" as const, value: { found: 0 } },
    { type: "error-text" as const, value: "none" },
    { type: "content" as const, value: [{ type: "text" as const, text: "none" }] },
  ]) {
    const messages: ModelMessage[] = SIX.flatMap((id): ModelMessage[] => [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: `${id}`, toolName: "search", input: {} }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: `${id}`, toolName: "search", output }] },
    ]);
    const pruned = pruneLoop(messages, { toolName: "search" });
    expect(pruned.removed).toBe(4);
    for (const message of pruned.messages) expect(modelMessageSchema.safeParse(message).success).toBe(true);
    expect(JSON.stringify(pruned.messages.at(-1))).toMatch(LINE);
  }
});
