/**
 * Spans of the AI SDK: `ai.toolCall`, and the provider's calls `ai.generateText.doGenerate` and
 * `ai.streamText.doStream`.
 */
import { wordOf } from "../../field-values.ts";
import { listOf } from "./attributes.ts";
import type { Dialect } from "./dialect.ts";
import { readMessages } from "./read-messages.ts";

export const aiSdk: Dialect = {
  names: {
    tool: ["ai.toolCall.name"],
    id: ["ai.toolCall.id"],
    arguments: ["ai.toolCall.args", "ai.toolCall.input"],
    result: ["ai.toolCall.result", "ai.toolCall.output"],
    conversation: ["ai.telemetry.metadata.sessionId"],
    input: ["ai.usage.promptTokens", "ai.usage.inputTokens"],
    cached: ["ai.usage.cachedInputTokens", "ai.usage.inputTokenDetails.cacheReadTokens"],
    output: ["ai.usage.completionTokens", "ai.usage.outputTokens"],
  },
  kindOf({ "ai.operationId": operation }) {
    if (operation === "ai.toolCall") return "tool";
    return /\.do(Generate|Stream)$/.test(wordOf(operation)) ? "model" : undefined;
  },
  /** Calls from messages: a tool that the client runs has no span. */
  messagesOf(attributes) {
    const calls = listOf(attributes["ai.response.toolCalls"]).map((call) => ({ ...call, type: "tool-call" }));
    const said = [
      { type: "reasoning", text: attributes["ai.response.reasoning"] },
      { type: "text", text: attributes["ai.response.text"] },
    ];
    return readMessages(listOf(attributes["ai.prompt.messages"]), [
      { role: "assistant", content: [...said, ...calls] },
    ]);
  },
};
