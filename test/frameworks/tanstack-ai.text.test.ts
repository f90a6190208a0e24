/** Models that repeat themselves in what they write, with TanStack AI. */
import { type AnyTextAdapter, chat, type ModelMessage, maxIterations, type StreamChunk } from "@tanstack/ai";
import { detectors, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { guardAdapter, type TanstackGuardOptions, toolLoopMiddleware } from "loopguard/tanstack-ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { CHANT, CHANT_MAX, prose, TOLD } from "./chant.ts";
import { chunksOf, toolsOf } from "./tanstack-ai-driver.ts";
import { HINTS, type Generation as Told, textLoops } from "./text-loops.ts";

const { textRepeat } = detectors;

interface Generation extends Omit<Told, "kind" | "call"> {
  kind?: "TEXT" | "REASONING";
  /** Before or after the words. */
  call?: "before" | "after";
}

/** An adapter that writes `generations`, the last one again and again, in the way of TanStack's own ones. */
class Writer {
  readonly kind = "text";
  readonly name = "writer";
  readonly model = "writer";
  readonly prompts: (readonly ModelMessage[])[] = [];
  /** By response: whether it was closed before its end. */
  readonly closed: boolean[] = [];
  readonly #generations: Generation[];

  constructor(...generations: Generation[]) {
    this.#generations = generations;
  }

  async *chatStream({ messages }: { messages: ModelMessage[] }): AsyncGenerator<object> {
    const at = this.prompts.push(messages) - 1;
    const { words, kind = "TEXT", call } = this.#generations[Math.min(at, this.#generations.length - 1)] as Generation;
    const sentences = words === "chant" ? Array<string>(Math.ceil(CHANT_MAX / CHANT.length)).fill(CHANT) : words;
    const chunk = (type: string, more: object) => ({ type, timestamp: 0, model: "writer", ...more });
    const messageId = `${kind} ${at}`;
    const toolCallId = `call_${at}`;
    this.closed[at] = true;
    yield chunk("RUN_STARTED", { threadId: "t", runId: "r" });
    const calls = [
      chunk("TOOL_CALL_START", { toolCallId, toolCallName: "search", parentMessageId: messageId }),
      chunk("TOOL_CALL_ARGS", { toolCallId, delta: `{"q":"${at}"}` }),
      chunk("TOOL_CALL_END", { toolCallId }),
    ];
    if (call === "before") yield* calls;
    let content = "";
    yield chunk(`${kind}_MESSAGE_START`, { messageId, role: "assistant" });
    for (const delta of sentences) {
      content += delta;
      yield chunk(`${kind}_MESSAGE_CONTENT`, { messageId, delta, content });
    }
    yield chunk(`${kind}_MESSAGE_END`, { messageId });
    if (call === "after") yield* calls;
    const finishReason = call === undefined ? "stop" : "tool_calls";
    yield chunk("RUN_FINISHED", { threadId: "t", runId: "r", finishReason });
    this.closed[at] = false;
  }

  async structuredOutput(): Promise<object> {
    return { data: {}, rawText: "{}" };
  }
}

function optionsOf(writer: Writer, guard?: LoopGuard | LoopGuardOptions, options?: TanstackGuardOptions) {
  return {
    adapter: guardAdapter(writer) as unknown as AnyTextAdapter,
    messages: [{ role: "user" as const, content: "Go." }],
    tools: toolsOf({ search: () => "found" }),
    agentLoopStrategy: maxIterations(20),
    middleware: [toolLoopMiddleware(guard, options)],
    debug: false as const,
  };
}

const streamed = (...args: Parameters<typeof optionsOf>): Promise<StreamChunk[]> => chunksOf(chat(optionsOf(...args)));
const textOf = (chunks: readonly StreamChunk[]): string =>
  chunks.map((chunk) => (chunk.type === "TEXT_MESSAGE_CONTENT" ? chunk.delta : "")).join("");
const typesOf = (chunks: readonly StreamChunk[]): string[] => [...new Set(chunks.map(({ type }): string => type))];

const MISSING: Generation = { words: ["It is ", "missing."] };

textLoops(
  (...generations) => {
    const writer = new Writer(
      ...generations.map(
        ({ words, kind = "text", call = false }): Generation => ({
          words,
          kind: kind === "text" ? "TEXT" : "REASONING",
          ...(call ? { call: "after" as const } : {}),
        }),
      ),
    );
    return {
      prompts: () => writer.prompts.map((prompt) => [...prompt]),
      closed: writer.closed,
      async stream(guard, onAbort = "throw") {
        const chunks = await streamed(writer, guard, { onAbort });
        return { text: textOf(chunks), result: chunks };
      },
      whole: async (guard) => ({
        text: await chat({ ...optionsOf(writer, guard), stream: false }),
        result: undefined,
      }),
    };
  },
  { stopped: (text) => expect(text).toMatch(/ \[…\]$/) },
);

test("the chunks of a message that was cut are of one message", async () => {
  const writer = new Writer({ words: "chant" }, MISSING);
  const chunks = await streamed(writer);
  expect(typesOf(chunks)).toEqual([
    "RUN_STARTED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "RUN_FINISHED",
  ]);
  const ids = chunks.flatMap((chunk) => ("messageId" in chunk ? [chunk.messageId] : []));
  expect(new Set(ids)).toEqual(new Set(["TEXT 0"]));
  expect(chunks.filter(({ type }) => /START|_END|FINISHED/.test(type))).toHaveLength(4);
});

test("with onAbort: stop the stream says once why it ended", async () => {
  const chunks = await streamed(new Writer({ words: "chant" }), HINTS, { onAbort: "stop" });
  expect(chunks.filter(({ type }) => type === "CUSTOM")).toHaveLength(1);
  expect(chunks.slice(-2).map(({ type }) => type)).toContain("RUN_FINISHED");
  expect(chunks.filter(({ type }) => type === "TEXT_MESSAGE_END")).toHaveLength(1);
});

test("messages that are all the same end the chat, too", async () => {
  const words = [CHANT.repeat(4)];
  const writer = new Writer({ words, call: "after" });
  const guard: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { abort: 1 } })] };
  await expect(streamed(writer, guard)).rejects.toBeInstanceOf(ToolLoopError);
  expect(writer.prompts).toHaveLength(3);
});

test("reasoning that repeats itself is cut without a mark", async () => {
  const writer = new Writer({ words: "chant", kind: "REASONING" }, MISSING);
  const chunks = await streamed(writer);
  expect(textOf(chunks)).toBe("It is missing.");
  expect(writer.closed).toEqual([true, false]);
  expect(writer.prompts[1]?.map(({ role }) => role)).toEqual(["user", "user"]);
  expect(typesOf(chunks)).toContain("REASONING_MESSAGE_END");
});

test.each(["after", undefined] as const)(
  "a response without text, call: %s, ends the message that was cut",
  async (call) => {
    class Quiet extends Writer {
      override async *chatStream(options: { messages: ModelMessage[] }): AsyncGenerator<object> {
        const isSecond = this.prompts.length === 1;
        for await (const chunk of super.chatStream(options))
          if (!isSecond || !(chunk as { type: string }).type.startsWith("TEXT_")) yield chunk;
      }
    }
    const second: Generation = { words: [], ...(call === undefined ? {} : { call }) };
    const chunks = await streamed(new Quiet({ words: "chant" }, second, { words: ["Done."] }));
    const types = typesOf(chunks.filter(({ type }) => type !== "TEXT_MESSAGE_CONTENT"));
    const calls = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"];
    expect(types.slice(0, call === undefined ? 4 : 6)).toEqual([
      "RUN_STARTED",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_END",
      ...(call === undefined ? ["RUN_FINISHED"] : calls),
    ]);
    if (call !== undefined)
      expect(chunks.find(({ type }) => type === "TOOL_CALL_START")).toMatchObject({ parentMessageId: "TEXT 0" });
  },
);

test("reasoning that is cut after a text is cut without a mark, too", async () => {
  const chunks = await streamed(new Writer({ words: "chant" }, { words: "chant", kind: "REASONING" }, MISSING), {
    detectors: [textRepeat({ atOnce: true, ladder: { hint: 1 } })],
  });
  expect(textOf(chunks).split(" […]")).toEqual([expect.stringContaining(CHANT), "\n\nIt is missing."]);
});

test("the step of thinking that was cut ends, too", async () => {
  class Thinker extends Writer {
    override async *chatStream(options: { messages: ModelMessage[] }): AsyncGenerator<object> {
      for await (const chunk of super.chatStream(options)) {
        const { type } = chunk as { type: string };
        const step = { timestamp: 0, stepName: "thinking", stepId: `step ${this.prompts.length}` };
        if (type === "REASONING_MESSAGE_START") yield { type: "STEP_STARTED", ...step };
        yield chunk;
        if (type === "REASONING_MESSAGE_END") yield { type: "STEP_FINISHED", ...step };
      }
    }
  }
  const chunks = await streamed(new Thinker({ words: "chant", kind: "REASONING" }, MISSING));
  const steps = chunks.filter(({ type }) => type.startsWith("STEP_"));
  expect(steps).toMatchObject([
    { type: "STEP_STARTED", stepName: "thinking" },
    { type: "STEP_FINISHED", stepName: "thinking" },
  ]);
});

test("calls of a response after a cut belong to the message, and its text is what the model reads later", async () => {
  const writer = new Writer({ words: "chant" }, { words: ["I search."], call: "after" }, { words: ["Done."] });
  const chunks = await streamed(writer);
  const call = chunks.find(({ type }) => type === "TOOL_CALL_START");
  expect(call).toMatchObject({ parentMessageId: "TEXT 0" });
  expect(textOf(chunks)).toMatch(/ \[…\]\n\nI search\.Done\.$/);
  expect(writer.prompts[2]?.find(({ role }) => role === "assistant")?.content).toMatch(/^Let me .*\n\nI search\.$/s);
});

test("a response that has called tools is not cut, and the model is told with its next request", async () => {
  const words = Array<string>(30).fill(CHANT);
  const writer = new Writer({ words, call: "before" }, { words: ["Done."] });
  expect(textOf(await streamed(writer))).toBe(`${words.join("")}Done.`);
  expect(writer.prompts[1]?.at(-1)).toMatchObject({ role: "user", content: expect.stringContaining(TOLD) });
});

test("an abort in it ends the chat once its calls have their results", async () => {
  const writer = new Writer({ words: Array(20).fill(CHANT), call: "before" });
  const guard: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { abort: 1 } })] };
  const chunks = await streamed(writer, guard, { onAbort: "stop" });
  expect(chunks.filter(({ type }) => type === "TOOL_CALL_RESULT")).toHaveLength(1);
  expect(chunks.filter(({ type }) => type === "CUSTOM")).toHaveLength(1);
  expect(writer.prompts).toHaveLength(1);
});

test("two chats at once with one adapter and one guard are two runs", async () => {
  const writer = new Writer({ words: "chant" });
  const options = optionsOf(writer, new LoopGuard(HINTS));
  const ends = await Promise.allSettled([chunksOf(chat(options)), chunksOf(chat(options))]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(writer.prompts).toHaveLength(6);
});

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose();
  const writer = new Writer({ words });
  const chunks = await streamed(writer);
  const alone = new Writer({ words });
  expect(chunks).toEqual(await chunksOf(chat({ ...optionsOf(alone), adapter: alone as unknown as AnyTextAdapter })));
  expect(writer.prompts).toEqual(alone.prompts);
});

test("without the middleware a guarded adapter is as the adapter itself", async () => {
  const writer = new Writer({ words: Array(20).fill(CHANT) });
  const chunks = await chunksOf(chat({ ...optionsOf(writer), middleware: [] }));
  expect(textOf(chunks)).toBe(CHANT.repeat(20));
  expect(guardAdapter(guardAdapter(writer)).name).toBe("writer");
  expect(() => guardAdapter({ name: "none" })).toThrow("a text adapter of @tanstack/ai");
});

test("JSON of a combined structured output is not cut", async () => {
  const data = { text: CHANT.repeat(20) };
  const writer = Object.assign(new Writer({ words: [JSON.stringify(data)] }), {
    supportsCombinedToolsAndSchema: () => true,
  });
  const outputSchema = z.object({ text: z.string() });
  expect(await chat({ ...optionsOf(writer), outputSchema, stream: false })).toEqual(data);
  expect(writer.prompts).toHaveLength(1);
});

test("with a guard that is closed while the model writes the text goes on", async () => {
  const guard = new LoopGuard(HINTS);
  const words = Array<string>(20).fill(CHANT);
  let text = "";
  for await (const chunk of chat(optionsOf(new Writer({ words }), guard))) {
    if (chunk.type === "TEXT_MESSAGE_CONTENT") text += chunk.delta;
    if (text !== "") guard.close();
  }
  expect(text).toBe(words.join(""));
});
