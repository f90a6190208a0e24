/** Chats of TanStack AI, for the conformance suite and for tests of their own. */
import {
  type AdapterYieldChunk,
  type AnyTextAdapter,
  chat,
  type ModelMessage,
  maxIterations,
  type ServerTool,
  type StreamChunk,
  toolDefinition,
} from "@tanstack/ai";
import { guardAdapter, toolLoopMiddleware } from "loopguard/tanstack-ai";
import { z } from "zod";
import type { Driver, Scenario, ScriptedResponse } from "./conformance.ts";

type Messages = readonly ModelMessage[];
/** What an adapter is asked. */
interface Asked {
  messages: Messages;
  tools?: { name: string }[];
}

/** An adapter whose responses come from `respond`. */
export function adapterOf(
  respond: (messages: Messages, tools: string[]) => ScriptedResponse,
  usage?: object,
): AnyTextAdapter {
  async function* chatStream({ messages, tools = [] }: Asked): AsyncGenerator<AdapterYieldChunk> {
    const {
      calls = [],
      text = "",
      usage: used,
    } = respond(
      messages,
      tools.map(({ name }) => name),
    );
    const chunk = (type: string, more: object): AdapterYieldChunk =>
      ({ type, timestamp: 0, model: "scripted", ...more }) as unknown as AdapterYieldChunk;
    const run = { threadId: "t", runId: "r" };
    yield chunk("RUN_STARTED", run);
    for (const { id, name, arguments: args } of calls) {
      const delta = typeof args === "string" ? args : JSON.stringify(args);
      yield chunk("TOOL_CALL_START", { toolCallId: id, toolCallName: name, toolName: name });
      yield chunk("TOOL_CALL_ARGS", { toolCallId: id, delta });
      yield chunk("TOOL_CALL_END", { toolCallId: id });
    }
    if (calls.length === 0) {
      yield chunk("TEXT_MESSAGE_START", { messageId: "m", role: "assistant" });
      yield chunk("TEXT_MESSAGE_CONTENT", { messageId: "m", delta: text });
      yield chunk("TEXT_MESSAGE_END", { messageId: "m" });
    }
    const { inputTokens: promptTokens = 0, outputTokens: completionTokens = 0 } = used ?? {};
    const totalTokens = promptTokens + completionTokens;
    const spent = used === undefined ? usage : { promptTokens, completionTokens, totalTokens };
    const finishReason = calls.length > 0 ? "tool_calls" : "stop";
    yield chunk("RUN_FINISHED", { ...run, finishReason, ...(spent === undefined ? {} : { usage: spent }) });
  }
  return {
    kind: "text",
    name: "scripted",
    model: "scripted",
    "~types": {},
    chatStream,
    structuredOutput: async () => ({ data: {}, rawText: "{}" }),
  } as unknown as AnyTextAdapter;
}

/** The texts of all tool messages. */
export function resultsIn(messages: Messages): string[] {
  const results = messages.filter(({ role }) => role === "tool");
  return results.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
}

export function toolsOf(tools: Scenario["tools"]): ServerTool[] {
  const inputSchema = z.object({ q: z.string() });
  return Object.entries(tools).map(
    ([name, run]) =>
      toolDefinition({ name, description: name, inputSchema }).server(async (args) => run(args)) as never,
  );
}

export async function chunksOf(stream: AsyncIterable<StreamChunk>): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

export const driver: Driver = {
  name: "tanstack-ai",
  makeAgent({ script, tools, guard, onAbort }) {
    const adapter = adapterOf((messages, offered) =>
      script({
        tools: offered,
        results: resultsIn(messages),
        raw: messages.map(({ role, content, toolCalls }) => ({ role, content, toolCalls })),
      }),
    );
    const options = {
      adapter: guard === "off" ? adapter : guardAdapter(adapter),
      messages: [{ role: "user" as const, content: "Go." }],
      tools: toolsOf(tools),
      agentLoopStrategy: maxIterations(20),
      middleware: guard === "off" ? [] : [toolLoopMiddleware(guard, { onAbort })],
      debug: false, // it logs every error; the tests check what becomes of them
    };
    return {
      generate: async () => chat({ ...options, stream: false }),
      stream: () => chunksOf(chat(options)),
    };
  },
  concurrentRuns: true,
  // Without a stream there is nothing but the text in which a chat could say why it ended.
  stops: false,
  answers: true,
  sees: { unknownTool: true, invalidArguments: true, brokenJson: true },
};
