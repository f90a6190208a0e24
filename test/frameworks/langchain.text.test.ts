/** Models that repeat themselves in what they write, with LangChain and LangGraph. */
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { tool } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { detectors, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { guardModel, type TextLoopMiddlewareOptions, textLoopMiddleware } from "loopguard/langchain";
import { expect, test } from "vitest";
import { z } from "zod";
import { CHANT, CHANT_MAX } from "./chant.ts";
import { type Generation, HINTS, textLoops } from "./text-loops.ts";

class Writer extends BaseChatModel {
  readonly prompts: BaseMessage[][] = [];
  /** By response: the characters given away, and whether it was closed before its end. */
  readonly written: number[] = [];
  readonly closed: boolean[] = [];
  readonly generations: Generation[];

  constructor(...generations: Generation[]) {
    super({});
    this.generations = generations;
  }

  _llmType(): string {
    return "writer";
  }

  override bindTools(): never {
    return this.withConfig({}) as never;
  }

  begin(messages: BaseMessage[]): Generation & { at: number; calls: { name: string; args: object; id: string }[] } {
    const at = this.prompts.push(messages) - 1;
    const generation = this.generations[Math.min(at, this.generations.length - 1)] as Generation;
    return {
      at,
      ...generation,
      calls: generation.call ? [{ name: "search", args: { q: "x" }, id: `call_${at}` }] : [],
    };
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const { words, calls } = this.begin(messages);
    const text = words === "chant" ? CHANT.repeat(CHANT_MAX / CHANT.length) : words.join("");
    return { generations: [{ text, message: new AIMessage({ content: text, tool_calls: calls as never }) }] };
  }

  override async *_streamResponseChunks(messages: BaseMessage[], _: unknown, manager?: never) {
    const { at, words, calls } = this.begin(messages);
    this.closed[at] = true;
    this.written[at] = 0;
    for (let sentence = 0; (this.written[at] as number) < CHANT_MAX; sentence++) {
      const content = words === "chant" ? CHANT : words[sentence];
      if (content === undefined) break;
      this.written[at] = (this.written[at] as number) + content.length;
      const chunk = new ChatGenerationChunk({ text: content, message: new AIMessageChunk({ content }) });
      yield chunk;
      await (manager as { handleLLMNewToken?: (...args: unknown[]) => unknown } | undefined)?.handleLLMNewToken?.(
        content,
        undefined,
        undefined,
        undefined,
        undefined,
        { chunk },
      );
    }
    this.closed[at] = false;
    if (calls.length === 0) return;
    const tool_call_chunks = calls.map(({ name, id }) => ({ name, id, args: '{"q":"x"}', index: 0 }));
    yield new ChatGenerationChunk({ text: "", message: new AIMessageChunk({ content: "", tool_call_chunks }) });
  }
}

const search = tool(async () => "found", {
  name: "search",
  description: "Searches",
  schema: z.object({ q: z.string() }),
});
const input = { messages: [{ role: "user", content: "Go." }] };

function agentOf(model: Writer, guard?: LoopGuardOptions, options?: TextLoopMiddlewareOptions) {
  return createAgent({ model, tools: [search], middleware: [textLoopMiddleware(guard, options)] });
}

async function wholeOf(agent: ReturnType<typeof agentOf>): Promise<{ text: string; result: unknown }> {
  const result = await agent.invoke(input);
  return { text: result.messages.at(-1)?.text ?? "", result };
}

/** A run of which the tokens are streamed: the text as it came. */
async function streamed(agent: ReturnType<typeof agentOf>): Promise<string> {
  let text = "";
  for await (const [message] of await agent.stream(input, { streamMode: "messages" }))
    if ((message as BaseMessage).getType() === "ai") text += (message as BaseMessage).text;
  return text;
}

textLoops(
  (...generations) => {
    const model = new Writer(...generations);
    const { closed, written } = model;
    return {
      prompts: () => model.prompts.map((prompt) => prompt.map(({ text, type }) => ({ text, type }))),
      closed,
      written,
      async stream(guard, onAbort = "throw") {
        const agent = agentOf(model, guard, { onAbort });
        if (onAbort === "stop") return wholeOf(agent);
        return { text: await streamed(agent), result: undefined };
      },
      whole: (guard) => wholeOf(agentOf(model, guard)),
    };
  },
  { stopped: (text) => expect(text).toContain("aborting to prevent a loop"), reasoning: false },
);

test("a model of a graph of one's own", async () => {
  const writer = new Writer({ words: "chant" }, { words: ["It is missing."] });
  const model = guardModel(writer, new LoopGuard().run({}));
  let text = "";
  for await (const chunk of await model.stream("Go.")) text += chunk.text;
  expect(text).toMatch(/ \[…\]\n\nIt is missing\.$/);
  expect(writer.closed).toEqual([true, false]);
  const stuck = guardModel(new Writer({ words: "chant" }), new LoopGuard(HINTS).run({}));
  await expect(stuck.invoke("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect(() => guardModel({}, new LoopGuard().run({}))).toThrow(/chat model/);
});

test("in a whole response, reasoning beside a text is looked at, and is not cut", async () => {
  const model = new Writer({ words: ["Done."] });
  const generate = model._generate.bind(model);
  model._generate = async (messages) => {
    const result = await generate(messages);
    const reasoning_content = CHANT.repeat(CHANT_MAX / CHANT.length);
    const message = new AIMessage({ content: "Done.", additional_kwargs: { reasoning_content } });
    return { generations: [{ ...result.generations[0], text: "Done.", message }] };
  };
  const found: unknown[] = [];
  const { text } = await wholeOf(agentOf(model, { onDetection: ({ details }) => found.push(details) }));
  expect(text).toBe("Done.");
  expect(found).toContainEqual(expect.objectContaining({ stream: "reasoning" }));
  expect(model.prompts).toHaveLength(1);
  const aborts = { detectors: [detectors.textRepeat({ atOnce: true, ladder: { abort: 1 } })] };
  await expect(wholeOf(agentOf(model, aborts))).rejects.toThrow("aborting to prevent a loop");
});

test("in a whole response, an abort in the text beside calls ends the run before they run", async () => {
  const writer = new Writer({ words: "chant", call: true });
  const aborts = { detectors: [detectors.textRepeat({ atOnce: true, ladder: { abort: 1 } })] };
  await expect(wholeOf(agentOf(writer, aborts))).rejects.toThrow("aborting to prevent a loop");
  expect(writer.prompts).toHaveLength(1);
});
