/** Models that repeat themselves in what they write, with the OpenAI Agents SDK. */
import { Agent, type Model, type ModelRequest, type ModelResponse, Runner, run, tool, Usage } from "@openai/agents";
import { detectors, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { guardModelProvider, withLoopGuard } from "loopguard/openai-agents";
import { expect, test } from "vitest";
import { z } from "zod";
import { CHANT, CHANT_MAX, TOLD } from "./chant.ts";
import { type Generation, HINTS, textLoops } from "./text-loops.ts";

import "./openai-agents-driver.ts"; // turns tracing off

class Writer implements Model {
  readonly inputs: string[] = [];
  /** By response: the characters given away, and whether it was closed before its end. */
  readonly written: number[] = [];
  readonly closed: boolean[] = [];
  readonly #generations: Generation[];

  constructor(...generations: Generation[]) {
    this.#generations = generations;
  }

  #begin({ input }: ModelRequest): Generation & { at: number } {
    const at = this.inputs.push(JSON.stringify(input)) - 1;
    return { at, ...(this.#generations[Math.min(at, this.#generations.length - 1)] as Generation) };
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const { at, words, call } = this.#begin(request);
    const text = words === "chant" ? CHANT.repeat(CHANT_MAX / CHANT.length) : words.join("");
    this.written[at] = text.length;
    return { usage: new Usage({ inputTokens: 1, outputTokens: 2, totalTokens: 3 }), output: output(at, text, call) };
  }

  async *getStreamedResponse(request: ModelRequest): AsyncGenerator<never> {
    const { at, words, kind = "text", call } = this.#begin(request);
    this.closed[at] = true;
    this.written[at] = 0;
    let text = "";
    yield { type: "response_started" } as never;
    for (let sentence = 0; text.length < CHANT_MAX; sentence++) {
      const delta = words === "chant" ? CHANT : words[sentence];
      if (delta === undefined) break;
      text += delta;
      this.written[at] = text.length;
      const reasoning = { type: "model", event: { type: "response.reasoning_summary_text.delta", delta } };
      yield (kind === "text" ? { type: "output_text_delta", delta } : reasoning) as never;
    }
    this.closed[at] = false;
    const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };
    const said = kind === "text" ? text : "";
    yield { type: "response_done", response: { id: `${at}`, usage, output: output(at, said, call) } } as never;
  }
}

function output(at: number, text: string, call = false): never[] {
  const message = { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
  const asked = {
    type: "function_call",
    callId: `call_${at}`,
    name: "search",
    arguments: '{"q":"x"}',
    status: "completed",
  };
  return [...(text === "" ? [] : [message]), ...(call ? [asked] : [])] as never[];
}

const search = tool({
  name: "search",
  description: "Searches",
  parameters: z.object({ q: z.string() }),
  execute: async () => "found",
});

function agentOf(model: Model, guard?: LoopGuardOptions, onAbort: "throw" | "stop" = "throw"): Agent {
  return withLoopGuard(new Agent({ name: "Agent", model, tools: [search] }), guard, { onAbort });
}

/** A streamed run to its end: the text as it came, and the result. */
async function streamed(agent: Agent, runner: { run: typeof run } = { run }) {
  const result = await runner.run(agent, "Go.", { stream: true });
  let text = "";
  for await (const event of result) {
    if (event.type === "raw_model_stream_event" && event.data.type === "output_text_delta") text += event.data.delta;
  }
  await result.completed;
  return { text, result };
}

textLoops(
  (...generations) => {
    const model = new Writer(...generations);
    const { closed, written } = model;
    const prompts = () => model.inputs.map((input) => [JSON.parse(input)].flat());
    return { prompts, closed, written, stream: (guard, onAbort) => streamed(agentOf(model, guard, onAbort)) };
  },
  {
    ahead: 0,
    stopped: (_, result) =>
      expect((result as { finalOutput: string }).finalOutput).toContain("aborting to prevent a loop"),
  },
);

test("an answer in JSON is the one after the cut", async () => {
  const model = new Writer({ words: "chant" }, { words: ['{"a":1}'] });
  const outputType = z.object({ a: z.number() });
  const agent = withLoopGuard(new Agent({ name: "Agent", model, outputType }));
  const result = await run(agent, "Go.", { stream: true });
  await result.completed;
  expect(result.finalOutput).toEqual({ a: 1 });
  expect(model.closed).toEqual([true, false]);
});

test("a model that is a name is looked at by way of its provider", async () => {
  const model = new Writer({ words: "chant" }, { words: ["It is missing."] });
  const runner = new Runner({ modelProvider: guardModelProvider({ getModel: () => model }) });
  const { result } = await streamed(new Agent({ name: "Agent", model: "some-model" }), runner as never);
  expect(result.finalOutput).toBe("It is missing.");
  expect(() => guardModelProvider({} as never)).toThrow(/ModelProvider/);
});

test("without a stream, a response that repeats itself is followed by another request", async () => {
  const model = new Writer({ words: "chant" }, { words: ["It is missing."] });
  const result = await run(agentOf(model), "Go.");
  expect(result.finalOutput).toBe("It is missing.");
  expect(model.inputs[1]).toContain(TOLD);
  expect(result.state.usage.outputTokens).toBe(4);
  await expect(run(agentOf(new Writer({ words: "chant" }), HINTS), "Go.")).rejects.toBeInstanceOf(ToolLoopError);
});

test("a run that is stopped has used what its responses have used, those that were cut included", async () => {
  const stopped = await run(agentOf(new Writer({ words: "chant" }), HINTS, "stop"), "Go.");
  expect(stopped.finalOutput).toContain("aborting to prevent a loop");
  expect([stopped.state.usage.inputTokens, stopped.state.usage.outputTokens]).toEqual([3, 6]);
});

test("whole responses leave no runs open", async () => {
  const guard = new LoopGuard();
  const model = new Writer(
    { words: ["I look."], call: true },
    { words: ["I look on."], call: true },
    { words: ["Done."] },
  );
  await run(withLoopGuard(new Agent({ name: "a", model, tools: [search] }), guard), "Go.");
  expect(model.inputs).toHaveLength(3);
  expect(guard.stats().runs).toBe(2); // the default run, and that of the calls
});

test("in a whole response, reasoning beside a text is looked at, and is not cut", async () => {
  const rawContent = [{ type: "reasoning_text", text: CHANT.repeat(CHANT_MAX / CHANT.length) }];
  const model = new Writer({ words: ["Done."] });
  const { getResponse } = model;
  model.getResponse = async (request) => {
    const response = await getResponse.call(model, request);
    return { ...response, output: [{ type: "reasoning", content: [], rawContent } as never, ...response.output] };
  };
  const found: unknown[] = [];
  const result = await run(agentOf(model, { onDetection: ({ details }) => found.push(details) }), "Go.");
  expect(result.finalOutput).toBe("Done.");
  expect(found).toContainEqual(expect.objectContaining({ stream: "reasoning" }));
  expect(model.inputs).toHaveLength(1);
  const aborts = { detectors: [detectors.textRepeat({ atOnce: true, ladder: { abort: 1 } })] };
  await expect(run(agentOf(model, aborts), "Go.")).rejects.toBeInstanceOf(ToolLoopError);
});

test("in a whole response, an abort in the text beside calls ends the run before they run", async () => {
  const writer = new Writer({ words: "chant", call: true });
  const aborts = { detectors: [detectors.textRepeat({ atOnce: true, ladder: { abort: 1 } })] };
  await expect(run(agentOf(writer, aborts), "Go.")).rejects.toBeInstanceOf(ToolLoopError);
  expect(writer.inputs).toHaveLength(1);
});
