/** Agents of LiveKit, without a room and without a voice, for the conformance suite and for tests of their own. */
import { initializeLogger, llm, voice } from "@livekit/agents";
import { LoopGuard } from "loopguard";
import { guardTools, throwOnToolLoop, withLoopGuard } from "loopguard/livekit";
import { z } from "zod";
import type { Driver, Scenario, ScriptedResponse } from "../conformance.ts";

initializeLogger({ pretty: false, level: "silent" });

type Items = llm.ChatContext["items"];
type Respond = (items: Items, tools: string[]) => ScriptedResponse;
type ChatOptions = Parameters<llm.LLM["chat"]>[0];

const CONNECTION = { maxRetry: 0, retryIntervalMs: 1, timeoutMs: 10_000 };

/** A model whose responses come from `respond`. The framework's own fake one answers a text with always the same. */
export class ScriptedLLM extends llm.LLM {
  readonly #respond: Respond;

  constructor(respond: Respond) {
    super();
    this.#respond = respond;
  }

  label(): string {
    return "scripted";
  }

  chat({ chatCtx, toolCtx, connOptions = CONNECTION }: ChatOptions): llm.LLMStream {
    const stream = { chatCtx, connOptions, ...(toolCtx === undefined ? {} : { toolCtx }) };
    return new ScriptedStream(this, stream, this.#respond);
  }
}

class ScriptedStream extends llm.LLMStream {
  readonly #respond: Respond;

  constructor(model: llm.LLM, options: ConstructorParameters<typeof llm.LLMStream>[1], respond: Respond) {
    super(model, options);
    this.#respond = respond;
  }

  protected async run(): Promise<void> {
    const {
      calls = [],
      text = "",
      usage = { inputTokens: 1, outputTokens: 1 },
    } = this.#respond(
      this.chatCtx.items,
      (this.toolCtx?.flatten() ?? []).map(({ id }) => id),
    );
    const toolCalls = calls.map(({ id, name, arguments: args }) =>
      llm.FunctionCall.create({ callId: id, name, args: typeof args === "string" ? args : JSON.stringify(args) }),
    );
    const content = text === "" ? {} : { content: text };
    this.queue.put({ id: "1", delta: { role: "assistant", ...content, toolCalls } });
    const { inputTokens: promptTokens, outputTokens: completionTokens } = usage;
    const totalTokens = promptTokens + completionTokens;
    this.queue.put({ id: "1", usage: { completionTokens, promptTokens, promptCachedTokens: 0, totalTokens } });
  }
}

/** A result is JSON, an error a text. */
export function resultsIn(items: Items): string[] {
  const outputs = items.filter((item) => item.type === "function_call_output");
  return outputs.map(({ output, isError }) => {
    const value: unknown = isError || output === "" ? output : JSON.parse(output);
    return typeof value === "string" ? value : output;
  });
}

/** Without the ids that the framework draws. */
export const withoutIds = (items: Items): unknown =>
  items.map((item) => JSON.parse(JSON.stringify({ ...item, id: "", createdAt: 0, groupId: "" })) as unknown);

export const scripted = (script: Scenario["script"]): ScriptedLLM =>
  new ScriptedLLM((items, tools) => script({ results: resultsIn(items), raw: withoutIds(items), tools }));

export function liveTools(tools: Scenario["tools"]): llm.FunctionTool[] {
  const parameters = z.object({ q: z.string() });
  return Object.entries(tools).map(
    ([name, run]) => llm.tool({ name, description: name, parameters, execute: async (args) => run(args) }) as never,
  );
}

/** One turn of an agent in a session of its own. */
export async function turn(
  model: llm.LLM,
  tools: ConstructorParameters<typeof voice.Agent>[0]["tools"],
  guarded: (agent: voice.Agent) => voice.Agent = (agent) => agent,
): Promise<voice.SpeechHandle[]> {
  const session = new voice.AgentSession({ llm: model, maxToolSteps: 20, turnDetection: "manual" });
  await session.start({
    agent: guarded(new voice.Agent({ instructions: "Be brief.", ...(tools === undefined ? {} : { tools }) })),
  });
  const speech = session.generateReply({ userInput: "Go." });
  await speech.waitForPlayout();
  void session.close(); // takes half a second
  return [speech]; // in a list, because it can be awaited itself
}

export const driver: Driver = {
  name: "livekit",
  makeAgent({ script, tools, guard, onAbort }) {
    const own = liveTools(tools);
    const shared =
      guard === "off" || (guard !== undefined && ("run" in guard || "before" in guard)) ? guard : new LoopGuard(guard);
    const answers = onAbort === "answer" ? { onAbort } : {};
    const guarded = shared === "off" ? own : guardTools(own, shared, answers);
    return {
      async generate() {
        const [speech] = await turn(scripted(script), guarded, (agent) =>
          shared === "off" ? agent : withLoopGuard(agent, shared),
        );
        if (onAbort === undefined || onAbort === "throw") await throwOnToolLoop(speech as voice.SpeechHandle);
        return [speech];
      },
    };
  },
  concurrentRuns: true,
  stops: true,
  answers: true,
  hasOnAbort: false, // nothing can be thrown into a turn
  // The framework answers these calls itself, before any tool.
  sees: { unknownTool: false, invalidArguments: false, brokenJson: false },
};
