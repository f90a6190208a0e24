/** Models that repeat themselves in what they write, with the OpenAI Agents SDK. */
import { Agent, type Model, type ModelRequest, type ModelResponse, Runner, run, tool, Usage } from "@openai/agents";
import { detectors, findToolLoopError, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { guardModelProvider, withLoopGuard } from "loopguard/openai-agents";
import { expect, test } from "vitest";
import { z } from "zod";
import { CHANT, CHANT_MAX, CUT, prose, TOLD } from "./chant.ts";

const { textRepeat } = detectors;

const { textRepeat } = detectors;

import "./openai-agents-driver.ts"; // turns tracing off

/** Sentences; endless ones are of a model that chants. */
interface Generation {
  words: readonly string[] | "chant";
  kind?: "text" | "reasoning";
  call?: boolean;
}

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

const HINTS: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 3 } })] };
const WARNS: LoopGuardOptions = { detectors: [textRepeat({ ladder: { warn: 1 } })] };
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

test("a chant is cut, and the model is told and goes on", async () => {
  const model = new Writer({ words: "chant" }, { words: ["It is missing."] });
  const { text, result } = await streamed(agentOf(model));
  const before = text.indexOf(" […]");
  expect([before < CUT, before % CHANT.length, text.slice(before)]).toEqual([true, 0, " […]\n\nIt is missing."]);
  expect(model.written[0]).toBe(before);
  expect(model.closed).toEqual([true, false]);
  expect(result.finalOutput).toBe("It is missing.");
  expect(JSON.stringify(result.output)).toContain(CHANT);
  expect(model.inputs[1]).toContain(TOLD);
  expect(model.inputs[1]).toContain(CHANT);
});

test("at the end of the ladder the run rejects with the error", async () => {
  const model = new Writer({ words: "chant" });
  const error = await streamed(agentOf(model, HINTS)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolLoopError);
  expect(findToolLoopError(error)?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
  expect(model.closed).toEqual([true, true, true]);
});

test("with onAbort: stop the reason is the final output", async () => {
  const model = new Writer({ words: "chant" });
  const { result } = await streamed(agentOf(model, HINTS, "stop"));
  expect(result.finalOutput).toContain("aborting to prevent a loop");
  expect(findToolLoopError(result)?.detection.detector).toBe("text_repeat");
  expect(model.inputs).toHaveLength(3);
});

test("the strikes of a streamed run count over its requests", async () => {
  const chant = { words: "chant" as const };
  const model = new Writer(chant, { words: [], call: true }, chant, { words: [], call: true }, chant);
  await expect(streamed(agentOf(model, HINTS))).rejects.toBeInstanceOf(ToolLoopError);
  expect(model.closed).toEqual([true, false, true, false, true]);
});

test("reasoning is cut too", async () => {
  const model = new Writer({ words: "chant", kind: "reasoning" }, { words: ["It is missing."] });
  const { text } = await streamed(agentOf(model));
  expect([text, model.closed]).toEqual(["It is missing.", [true, false]]);
  expect(model.inputs[1]).toContain(TOLD);
});

test("warn: the text goes on, and the model is told with its next request", async () => {
  const model = new Writer({ words: Array(20).fill(CHANT), call: true }, { words: ["Done."] });
  const { text } = await streamed(agentOf(model, WARNS));
  expect(text).toBe(`${CHANT.repeat(20)}Done.`);
  expect(model.inputs[1]).toContain("You are repeating yourself");
});

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

test("what is not asked again is not cut", async () => {
  const words = Array<string>(20).fill(CHANT);
  const guard: LoopGuardOptions = { detectors: [textRepeat({ atOnce: true, ladder: { hint: 1 } })] };
  const model = new Writer({ words });
  const { text, result } = await streamed(agentOf(model, guard));
  const parts = text.split(" […]\n\n");
  expect([model.inputs.length, parts.length, parts.at(-1)]).toEqual([9, 9, words.join("")]);
  expect(model.closed).toEqual([...Array(8).fill(true), false]);
  expect(result.finalOutput).toBe(words.join(""));
  const whole = new Writer({ words });
  expect((await run(agentOf(whole, guard), "Go.")).finalOutput).toBe(words.join(""));
  expect(whole.inputs).toHaveLength(9);
});

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose();
  const model = new Writer({ words });
  const { text, result } = await streamed(agentOf(model));
  expect([text, result.finalOutput]).toEqual([words.join(""), words.join("")]);
  expect((await run(agentOf(model), "Go.")).finalOutput).toBe(words.join(""));
  expect(model.inputs).toHaveLength(2);
  expect(model.inputs[0]).not.toContain("assistant");
});
