/** Models that repeat themselves in what they say, with LiveKit Agents. */
import { llm, voice } from "@livekit/agents";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { guardTools, throwOnToolLoop, withLoopGuard } from "loopguard/livekit";
import { expect, test } from "vitest";
import { CHANT, CHANT_MAX, CUT, prose, TOLD } from "../chant.ts";
import { HINTS, textLoops } from "../text-loops.ts";
import { liveTools, withoutIds } from "./livekit-driver.ts";

const { textRepeat } = detectors;

interface Generation {
  words: readonly string[] | "chant";
  /** Before or after the words. */
  call?: "before" | "after";
}

type ChatOptions = Parameters<llm.LLM["chat"]>[0];
const CONNECTION = { maxRetry: 0, retryIntervalMs: 1, timeoutMs: 10_000 };

/** Says `generations`, the last one again and again. */
class Speaker extends llm.LLM {
  readonly prompts: llm.ChatContext["items"][] = [];
  /** By reply: whether it was closed before its end. */
  readonly closed: boolean[] = [];
  readonly #generations: Generation[];

  constructor(...generations: Generation[]) {
    super();
    this.#generations = generations;
  }

  label(): string {
    return "speaker";
  }

  chat({ chatCtx, toolCtx, connOptions = CONNECTION }: ChatOptions): llm.LLMStream {
    const at = this.prompts.push([...chatCtx.items]) - 1;
    const generation = this.#generations[Math.min(at, this.#generations.length - 1)] as Generation;
    const options = { chatCtx, connOptions, ...(toolCtx === undefined ? {} : { toolCtx }) };
    this.closed[at] = true;
    return new Reply(this, options, generation, `call_${at}`, () => {
      this.closed[at] = false;
    });
  }
}

class Reply extends llm.LLMStream {
  readonly #generation: Generation;
  readonly #callId: string;
  readonly #done: () => void;

  constructor(
    model: llm.LLM,
    options: ConstructorParameters<typeof llm.LLMStream>[1],
    generation: Generation,
    callId: string,
    done: () => void,
  ) {
    super(model, options);
    this.#generation = generation;
    this.#callId = callId;
    this.#done = done;
  }

  protected async run(): Promise<void> {
    const { words, call } = this.#generation;
    const sentences = words === "chant" ? Array<string>(Math.ceil(CHANT_MAX / CHANT.length)).fill(CHANT) : words;
    const toolCalls = [llm.FunctionCall.create({ callId: this.#callId, name: "search", args: '{"q":"x"}' })];
    const calls = { id: "1", delta: { role: "assistant" as const, toolCalls } };
    if (call === "before") this.queue.put(calls);
    for (const content of sentences) {
      if (this.abortController.signal.aborted) return;
      this.queue.put({ id: "1", delta: { role: "assistant", content } });
      await new Promise(setImmediate);
    }
    if (call === "after") this.queue.put(calls);
    this.#done();
  }
}

const MISSING: Generation = { words: ["It is missing."] };

async function sessionOf(model: Speaker, agent: (options: object) => voice.Agent): Promise<voice.AgentSession> {
  const session = new voice.AgentSession({ llm: model, maxToolSteps: 20, turnDetection: "manual" });
  const tools = guardTools(liveTools({ search: () => "found" }));
  await session.start({ agent: agent({ instructions: "Be brief.", tools }) });
  return session;
}

const guarded = (model: Speaker, guard?: LoopGuard | LoopGuardOptions): Promise<voice.AgentSession> =>
  sessionOf(model, (options) => withLoopGuard(new voice.Agent(options as never), guard));

/** A turn, and what was said in it. */
async function turn(session: voice.AgentSession): Promise<{ speech: [voice.SpeechHandle]; text: string }> {
  const speech = session.generateReply({ userInput: "Go." });
  await speech.waitForPlayout();
  return { speech: [speech], text: saidIn(speech.chatItems) };
}

const saidIn = (items: readonly llm.ChatItem[]): string =>
  items.map((item) => (item.type === "message" && item.role === "assistant" ? item.textContent : "")).join("");
const textAt = (items: readonly llm.ChatItem[] = [], at: number): string =>
  (items.at(at) as llm.ChatMessage | undefined)?.textContent ?? "";

textLoops(
  (...generations) => {
    const model = new Speaker(
      ...generations.map(({ words, call }) => ({ words, ...(call && { call: "after" as const }) })),
    );
    return {
      prompts: () => model.prompts.map((prompt) => prompt.filter((item) => textAt([item], 0) !== "Be brief.")),
      closed: model.closed,
      async stream(guard, onAbort) {
        const session = await guarded(model, guard);
        const { speech, text } = await turn(session);
        void session.close();
        if (onAbort !== "stop") await throwOnToolLoop(speech[0]);
        return { text, result: speech[0].chatItems.map((item) => (item as llm.ChatMessage).extra) };
      },
    };
  },
  { stopped: (text) => expect(text).toContain(CHANT), reasoning: false, mark: "" },
);

test("at the end of the ladder the agent is silent, throwOnToolLoop throws, and the next turn is a new run", async () => {
  const model = new Speaker({ words: "chant" });
  const session = await guarded(model, HINTS);
  const { speech } = await turn(session);
  const error = findToolLoopError(await throwOnToolLoop(speech[0]).catch((e: unknown) => e));
  expect(error?.detection).toMatchObject({ detector: "text_repeat", strikes: 3 });
  expect(model.closed).toEqual([true, true, true]);
  await turn(session);
  expect(model.prompts).toHaveLength(6);
  const apology = session.generateReply({ instructions: "Say that you are sorry." });
  await apology.waitForPlayout();
  expect(model.prompts.length).toBeGreaterThan(6);
  void session.close();
});

test("after a reply that has called tools the model is told with their results; an abort in it ends the turn once they have their results", async () => {
  const words = Array<string>(40).fill(CHANT);
  const model = new Speaker({ words, call: "before" }, { words: ["Done."] });
  const session = await guarded(model);
  const { text } = await turn(session);
  expect([text.length < CUT, text.endsWith("Done.")]).toEqual([true, true]);
  expect(textAt(model.prompts[1], -1)).toContain(TOLD);
  const ending = new Speaker({ words, call: "before" });
  const other = await guarded(ending, { detectors: [textRepeat({ atOnce: true, ladder: { abort: 1 } })] });
  const { speech } = await turn(other);
  await expect(throwOnToolLoop(speech[0])).rejects.toThrow("loop");
  expect(speech[0].chatItems.map(({ type }) => type)).toContain("function_call_output");
  expect(ending.prompts).toHaveLength(1);
  void session.close();
  void other.close();
});

test("an agent with an llmNode of its own, that gives texts, is guarded as well", async () => {
  class Chanter extends voice.Agent {
    asked = 0;
    override async llmNode(): Promise<ReadableStream<string>> {
      return ReadableStream.from(this.asked++ === 0 ? Array<string>(40).fill(CHANT) : ["Done."]) as never;
    }
  }
  let agent: Chanter | undefined;
  const session = await sessionOf(new Speaker(MISSING), (options) => {
    agent = withLoopGuard(withLoopGuard(new Chanter(options as never)));
    return agent;
  });
  expect((await turn(session)).text).toMatch(/\n\nDone\.$/);
  expect(agent?.asked).toBe(2);
  expect(() => withLoopGuard({})).toThrow("a voice.Agent of @livekit/agents");
  void session.close();
});

test("long healthy prose comes as it was written, and nothing is added", async () => {
  const words = prose(20);
  const [model, alone] = [new Speaker({ words }), new Speaker({ words })];
  const session = await guarded(model);
  const plain = await sessionOf(alone, (options) => new voice.Agent(options as never));
  expect((await turn(session)).text).toBe((await turn(plain)).text);
  expect(model.prompts.map(withoutIds)).toEqual(alone.prompts.map(withoutIds));
  void session.close();
  void plain.close();
});

test.each(["before", "during"])("with a guard that was closed %s a reply it goes on as without one", async (when) => {
  const guard = new LoopGuard(HINTS);
  const words = Array<string>(20).fill(CHANT);
  const session = await guarded(new Speaker({ words }), guard);
  if (when === "before") guard.close();
  else setImmediate(() => guard.close());
  expect((await turn(session)).text).toBe(words.join(""));
  void session.close();
});

test("the run of a session's texts goes with the session", async () => {
  const guard = new LoopGuard();
  let agent: voice.Agent | undefined;
  const session = await sessionOf(new Speaker(MISSING), (options) => {
    agent = withLoopGuard(new voice.Agent(options as never), guard);
    return agent;
  });
  const before = guard.stats().runs;
  await turn(session);
  await turn(session);
  expect(guard.stats().runs).toBe(before + 1);
  await session.close();
  expect(guard.stats().runs).toBe(before);
  // It may be started again.
  await session.start({ agent: agent as never });
  await turn(session);
  expect(guard.stats().runs).toBe(before + 1);
  await session.close();
  expect(guard.stats().runs).toBe(before);
});
