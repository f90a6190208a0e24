/** Models that repeat themselves in what they write, with LlamaIndex. */
import {
  type ChatMessage,
  type ChatResponseChunk,
  ToolCallLLM,
  type ToolCallLLMMessageOptions,
} from "@llamaindex/core/llms";
import { createMemory } from "@llamaindex/core/memory";
import { type AgentWorkflow, agent, agentStreamEvent, FunctionAgent, multiAgent } from "@llamaindex/workflow";
import { detectors, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { type LlamaIndexGuardOptions, withLoopGuard } from "loopguard/llamaindex";
import { expect, test } from "vitest";
import { CHANT, CHANT_MAX, prose } from "./chant.ts";
import { llamaTools } from "./llamaindex-driver.ts";
import { type Generation, HINTS, textLoops } from "./text-loops.ts";

const { textRepeat } = detectors;

/** Writes `generations`, the last one again and again. */
class Writer extends ToolCallLLM {
  readonly supportToolCall = true;
  readonly metadata = {
    model: "writer",
    temperature: 0,
    topP: 1,
    contextWindow: 100_000,
    tokenizer: undefined,
    structuredOutput: false,
  };
  readonly prompts: ChatMessage[][] = [];
  /** By response: whether it was closed before its end. */
  readonly closed: boolean[] = [];
  readonly #generations: Generation[];

  constructor(...generations: Generation[]) {
    super();
    this.#generations = generations;
  }

  override async chat({ messages }: { messages: ChatMessage[] }): Promise<never> {
    return this.#chunks(messages) as never;
  }

  async *#chunks(messages: ChatMessage[]): AsyncGenerator<ChatResponseChunk> {
    const at = this.prompts.push(messages) - 1;
    const { words, call } = this.#generations[Math.min(at, this.#generations.length - 1)] as Generation;
    this.closed[at] = true;
    const sentences = words === "chant" ? Array<string>(Math.ceil(CHANT_MAX / CHANT.length)).fill(CHANT) : words;
    for (const delta of sentences) yield { delta, raw: null };
    this.closed[at] = false;
    const toolCall = [{ id: `call_${at}`, name: "search", input: { q: `${at}` } }];
    if (call) yield { delta: "", raw: null, options: { toolCall } };
  }
}

function agentOf(llm: Writer, guard?: LoopGuard | LoopGuardOptions, options?: LlamaIndexGuardOptions): AgentWorkflow {
  return withLoopGuard(agent({ llm, tools: llamaTools({ search: () => "found" }) }), guard, options);
}

/** A run: the text as it came. */
async function streamed(workflow: AgentWorkflow): Promise<string> {
  let text = "";
  for await (const event of workflow.runStream("Go.")) if (agentStreamEvent.include(event)) text += event.data.delta;
  return text;
}

textLoops(
  (...generations) => {
    const llm = new Writer(...generations);
    const wholeOf = async (guard?: LoopGuardOptions, onAbort: "throw" | "stop" = "throw") => {
      const result = await agentOf(llm, guard, { onAbort }).run("Go.");
      return { text: String(result.data.result), result };
    };
    return {
      prompts: () => llm.prompts,
      closed: llm.closed,
      stream: async (guard, onAbort) =>
        onAbort === "stop" ? wholeOf(guard, onAbort) : { text: await streamed(agentOf(llm, guard)), result: undefined },
      whole: wholeOf,
    };
  },
  { stopped: (text) => expect(text).toContain("aborting to prevent a loop"), reasoning: false },
);

test("an abort of a response with calls leaves no call without a result in the memory", async () => {
  const memory = createMemory();
  const llm = new Writer({ words: [CHANT.repeat(4)], call: true });
  const own = agent({ llm, tools: llamaTools({ search: () => "found" }), memory });
  const workflow = withLoopGuard(own, { detectors: [textRepeat({ atOnce: true, ladder: { abort: 1 } })] });
  await expect(workflow.run("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect(llm.prompts).toHaveLength(3);
  const options = (await memory.get()).map((message) => message.options as ToolCallLLMMessageOptions | undefined);
  const called = options.flatMap((of) => (of !== undefined && "toolCall" in of ? of.toolCall.map(({ id }) => id) : []));
  const answered = options.flatMap((of) => (of !== undefined && "toolResult" in of ? [of.toolResult.id] : []));
  // The third response is cut before its call comes.
  expect([called, answered]).toEqual([["call_0", "call_1"], called]);
});

test("two runs of one agent at once are two runs", async () => {
  const llm = new Writer({ words: "chant" });
  const workflow = agentOf(llm, HINTS);
  const ends = await Promise.allSettled([workflow.run("Go."), workflow.run("Go.")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(llm.prompts).toHaveLength(6);
});

test("an agent in two workflows, and a model of two agents, are watched in each", async () => {
  const llm = new Writer({ words: "chant" });
  const [one, two] = ["one", "two"].map((name) => new FunctionAgent({ name, llm, tools: [] })) as [
    FunctionAgent,
    FunctionAgent,
  ];
  for (const rootAgent of [one, one, two]) {
    const workflow = withLoopGuard(multiAgent({ agents: [rootAgent], rootAgent }), HINTS);
    await expect(workflow.run("Go.")).rejects.toBeInstanceOf(ToolLoopError);
  }
  expect(llm.prompts).toHaveLength(9);
});

test("with a guard that is closed while the model writes the text goes on", async () => {
  const guard = new LoopGuard(HINTS);
  const words = Array<string>(20).fill(CHANT);
  let text = "";
  for await (const event of agentOf(new Writer({ words }), guard).runStream("Go.")) {
    if (agentStreamEvent.include(event)) text += event.data.delta;
    guard.close();
  }
  expect(text).toBe(words.join(""));
});

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose();
  const llm = new Writer({ words });
  expect(await streamed(agentOf(llm))).toBe(words.join(""));
  const alone = new Writer({ words });
  await streamed(agent({ llm: alone, tools: [] }));
  expect(llm.prompts).toEqual(alone.prompts);
});
