/** Models that repeat themselves in what they write, with LangChain and LangGraph. */
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { tool } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { guardModel, type TextLoopMiddlewareOptions, textLoopMiddleware } from "loopguard/langchain";
import { expect, test } from "vitest";
import { z } from "zod";
import { CHANT, CHANT_MAX, CUT, prose, TOLD } from "./chant.ts";

const { textRepeat } = detectors;

interface Generation {
  words: readonly string[] | "chant";
  call?: boolean;
}

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

const HINTS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };
const search = tool(async () => "found", {
  name: "search",
  description: "Searches",
  schema: z.object({ q: z.string() }),
});
const input = { messages: [{ role: "user", content: "Go." }] };

function agentOf(model: Writer, guard?: LoopGuardOptions, options?: TextLoopMiddlewareOptions) {
  return createAgent({ model, tools: [search], middleware: [textLoopMiddleware(guard, options)] });
}

/** A run of which the tokens are streamed: the text as it came. */
async function streamed(agent: ReturnType<typeof agentOf>): Promise<string> {
  let text = "";
  for await (const [message] of await agent.stream(input, { streamMode: "messages" }))
    if ((message as BaseMessage).getType() === "ai") text += (message as BaseMessage).text;
  return text;
}

test("a chant is cut, and the model is told and goes on in the same message", async () => {
  const model = new Writer({ words: "chant" }, { words: ["It is missing."] });
  const text = await streamed(agentOf(model));
  const before = text.indexOf(" […]");
  expect([before < CUT, before % CHANT.length, text.slice(before)]).toEqual([true, 0, " […]\n\nIt is missing."]);
  // One chunk more was asked for, so that listeners have heard of the one before.
  expect(model.written[0]).toBe(before + CHANT.length);
  expect(model.closed).toEqual([true, false]);
  expect(model.prompts[1]?.at(-1)?.text).toContain(TOLD);
  expect(model.prompts[1]?.at(-2)?.text).toContain(CHANT);
});

test("at the end of the ladder the run rejects with the error", async () => {
  const model = new Writer({ words: "chant" });
  const error = await streamed(agentOf(model, HINTS)).catch((thrown: unknown) => thrown);
  expect(findToolLoopError(error)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
  expect(model.closed).toEqual([true, true, true]);
});

test("with onAbort: stop the reason is the last message", async () => {
  const model = new Writer({ words: "chant" });
  const result = await agentOf(model, HINTS, { onAbort: "stop" }).invoke(input);
  expect(result.messages.at(-1)?.text).toContain("aborting to prevent a loop");
  expect(findToolLoopError(result)?.detection.detector).toBe("text_repeat");
  expect(model.prompts).toHaveLength(3);
});

test("without a stream, a response that repeats itself is followed by another request", async () => {
  const model = new Writer({ words: "chant" }, { words: ["It is missing."] });
  const { messages } = await agentOf(model).invoke(input);
  expect(messages.at(-1)?.text).toMatch(/ \[…\]\n\nIt is missing\.$/);
  expect(messages.at(-1)?.text.length).toBeLessThan(CUT + 200);
  expect(model.prompts[1]?.at(-1)?.text).toContain(TOLD);
});

test("the strikes count over the requests of a turn", async () => {
  const chant = { words: "chant" as const };
  const model = new Writer(chant, { words: [], call: true }, chant, { words: [], call: true }, chant);
  await expect(streamed(agentOf(model, HINTS))).rejects.toThrow(/aborting/);
  expect(model.closed).toEqual([true, false, true, false, true]);
});

test("warn: the text goes on, and the model is told with its next request", async () => {
  const model = new Writer({ words: Array(20).fill(CHANT), call: true }, { words: ["Done."] });
  await streamed(agentOf(model, WARNS));
  expect(model.closed).toEqual([false, false]);
  expect(model.prompts[1]?.at(-1)?.text).toContain("You are repeating yourself");
});

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

test("what is not asked again is not cut", async () => {
  const words = Array<string>(20).fill(CHANT);
  const guard: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1 } })] };
  const model = new Writer({ words });
  const parts = (await streamed(agentOf(model, guard))).split(" […]\n\n");
  expect([model.prompts.length, parts.length, parts.at(-1)]).toEqual([9, 9, words.join("")]);
  expect(model.closed).toEqual([...Array(8).fill(true), false]);
  const whole = new Writer({ words });
  const text = (await agentOf(whole, guard).invoke(input)).messages.at(-1)?.text.split(" […]\n\n");
  expect([whole.prompts.length, text?.length, text?.at(-1)]).toEqual([9, 9, words.join("")]);
});

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose();
  const model = new Writer({ words });
  expect(await streamed(agentOf(model))).toBe(words.join(""));
  expect((await agentOf(model).invoke(input)).messages.at(-1)?.text).toBe(words.join(""));
  expect(model.prompts.map((prompt) => prompt.length)).toEqual([1, 1]);
});
