/** The desk of adapters: what each of them relies on, for a run in memory and for one in a store. */
import { describe, expect, it, vi } from "vitest";
import { desk, refusalText, resultText } from "../../lib/adapter.ts";
import { withLoopGuard } from "../../lib/frameworks/ai-sdk.ts";
import { withLoopGuard as guardQuery } from "../../lib/frameworks/claude.ts";
import { withLoopGuard as guardCopilot } from "../../lib/frameworks/copilot-sdk.ts";
import { toolLoopMiddleware } from "../../lib/frameworks/genkit.ts";
import { withLoopGuard as guardWorkflow } from "../../lib/frameworks/llamaindex.ts";
import { withLoopGuard as mastraConfig, ToolLoopProcessor } from "../../lib/frameworks/mastra.ts";
import { withLoopGuard as guardAgent } from "../../lib/frameworks/openai-agents.ts";
import { toolLoopMiddleware as tanstackMiddleware } from "../../lib/frameworks/tanstack-ai.ts";
import { withLoopGuard as voltAgentOptions } from "../../lib/frameworks/voltagent.ts";
import { detectors, LoopGuard, type LoopGuardOptions, ToolLoopError } from "../../lib/index.ts";
import { isRefusalText } from "../../lib/rules/verdict-texts.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";

const { duplicate, repeat, textRepeat } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const form = { refused: ({ message }: { message: string }) => message };
const call = { name: "search", arguments: { q: "x" } };

it("a tool that ends after its run was closed gives what it gives", async () => {
  const run = desk(new LoopGuard(STUCK)).run();
  const given = [Promise.resolve("found"), Promise.reject(new Error("lost"))].map((tool) =>
    run.call(call, () => tool, form),
  );
  await run.close();
  expect(await Promise.allSettled(given)).toMatchObject([{ value: "found" }, { reason: { message: "lost" } }]);
});

it("by the messages, a text that only begins as a value of the same tool's does is another one", () => {
  const asked = (id: number, q: string, output: object) => [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: `c${id}`, toolName: "run", input: { q } }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId: `c${id}`, toolName: "run", output }] },
  ];
  const logs = [1, 2, 3, 4, 5, 6].flatMap((at) => asked(at, "x", { type: "text", value: `0\n\nlog ${at}` }));
  const run = desk().run();
  run.begin({}, [{ role: "user", content: "go" }, ...asked(0, "y", { type: "json", value: { ok: 1 } }), ...logs]);
  expect([run.recalled, run.ended]).toEqual([undefined, undefined]);
  expect(run.run.before({ name: "run", arguments: { q: "x" } })).toMatchObject({ action: "allow", detection: null });
});

describe.each([
  ["in memory", (options: LoopGuardOptions) => new LoopGuard(options).run({})],
  ["in a store", (options: LoopGuardOptions) => new LoopGuard(options).storedRun("r", memoryStore())],
] as const)("a run %s", (_, runOf) => {
  it("two calls run, the second with a warning, two are refused, and then the run is over", async () => {
    const run = desk(runOf(STUCK)).run();
    const tool = vi.fn(() => "found");
    const results: string[] = [];
    for (let step = 0; step < 5; step++) {
      run.round();
      results.push(await run.call(call, tool, form));
    }
    expect(tool).toHaveBeenCalledTimes(2);
    expect(results[1]).toMatch(/^found\n\nTool 'search' called 2 times/);
    expect(results[2]).toContain("This call was not run");
    const { end } = run.next();
    expect(end).toBeInstanceOf(ToolLoopError);
    // Else the one that ended the run were a result of the tool to who reads the conversation.
    expect(results.map(isRefusalText)).toEqual([false, false, true, true, true]);
    expect(() => run.finish(end as ToolLoopError, { stopped: () => "" })).toThrow(end);
  });

  it("after an abort no call runs, until a user speaks", async () => {
    const run = desk(runOf({ maxRepeats: 1, action: "abort" })).run();
    const tool = vi.fn(() => "found");
    run.round();
    await run.call(call, tool, form);
    run.round();
    await run.call(call, tool, form);
    const other = { name: "write", arguments: {} };
    expect(await run.call(other, tool, form)).toContain("aborting");
    expect(await run.before(other)).toMatchObject({ runs: false, end: { code: "ERR_TOOL_LOOP" } });
    expect(tool).toHaveBeenCalledTimes(1);
    expect(run.turn("Do something else.")).toBe(true);
    run.round();
    expect(await run.call(other, tool, form)).toBe("found");
  });

  it("before and after are paired by id, or without one by what is called", async () => {
    const run = desk(runOf({ ...STUCK, detectors: [repeat({ threshold: 2 })] })).run();
    for (const id of [undefined, "a"] as const) {
      run.round();
      expect(await run.before({ id, ...call })).toEqual({ runs: true, message: undefined });
      const message = await run.after({ id, name: "search", arguments: { q: "x" } }, { result: "found" });
      expect(message === undefined).toBe(id === undefined);
    }
  });

  it("a replay is shown by the form", async () => {
    const run = desk(runOf({ detectors: [duplicate({ replay: true })] })).run();
    const parts = [{ type: "image", data: "aGk=", mimeType: "image/png" }];
    const own = { ...form, replayed: (earlier: unknown) => resultText(earlier) };
    await run.call(call, () => parts as unknown as string, own);
    expect(await run.call(call, () => "again", own)).toBe("[image/png, 4 characters in base64]");
  });

  it("the same id is the same round", async () => {
    const run = desk(runOf(STUCK)).run();
    const message = [];
    for (let sibling = 0; sibling < 3; sibling++) {
      run.round("response 1");
      await run.before({ id: `${sibling}`, ...call });
      message.push(await run.after({ id: `${sibling}`, ...call }, { result: "found" }));
    }
    expect(message).toEqual([undefined, undefined, undefined]);
  });

  it("a call that waits has no outcome", async () => {
    const run = desk(runOf(STUCK)).run();
    const waits = { ...form, outcome: () => undefined };
    for (let step = 0; step < 6; step++) {
      run.round();
      expect(await run.call({ id: `${step}`, ...call }, () => "waits", waits)).toBe("waits");
    }
  });
});

it("what is synchronous stays so with a run in memory", () => {
  const run = desk(STUCK).run();
  expect(run.call(call, () => "found", form)).toBe("found");
  expect(() =>
    run.call(
      call,
      (): string => {
        throw new TypeError("no");
      },
      form,
    ),
  ).toThrow(TypeError);
});

it("nudges that repeat themselves, and notes of ours, are no turns", () => {
  const run = desk(new LoopGuard(STUCK)).run("session");
  expect(run.turn("Please try once more to use a tool that is offered.")).toBe(true);
  expect(run.turn("Please try once more to use a tool that is offered.")).toBe(false);
  const warnings = [run.before(call), run.after(call, { result: 1 }), run.round(), run.before(call)];
  void warnings;
  const note = run.after(call, { result: 1 }) as string;
  expect(note).toContain("called 2 times");
  expect(run.turn(note)).toBe(false);
});

it("a text is cut, and the model asked again with what it is told", async () => {
  const run = desk({ detectors: [textRepeat({ atOnce: true, ladder: { hint: 1 } })] }).run();
  const chant = "Let me check the file again to see what is there. ";
  const asked: string[][] = [];
  const stream = run.stream(
    ["Go."],
    async (request) => {
      asked.push(request);
      const words = asked.length === 1 ? Array<string>(100).fill(chant) : ["It is missing."];
      return words[Symbol.iterator]() as unknown as AsyncIterator<string>;
    },
    {
      read: (text) => ({ kind: "text", id: "1", text }),
      withText: (_, text) => text,
      isCall: () => false,
      again: (request, written, note) => [...request, written, note ?? ""],
      close: (_, __, mark) => [mark],
      finish: () => [],
    },
  );
  let text = "";
  for await (const chunk of stream) text += chunk;
  expect(text).toMatch(/^(Let me check.*\. )+.* \[…\]\n\nIt is missing\.$/);
  expect(text.length).toBeLessThan(100 * chant.length);
  expect(asked[1]?.slice(-1)[0]).toContain("Do not write the same again");
});

it("a request that fails when its first chunk is read has told the model nothing, and the next one does", async () => {
  const run = desk({ detectors: [textRepeat({ atOnce: true })], action: "warn" }).run();
  const responses = [["You are there. ".repeat(200)], new Error("Too many requests"), ["Done."]];
  const asked: string[][] = [];
  async function* ask(request: string[]): AsyncGenerator<string, void> {
    const response = responses[asked.push(request) - 1];
    if (response instanceof Error) throw response;
    yield* response ?? [];
  }
  const respond = async (): Promise<string> => {
    let text = "";
    const form = {
      read: (text: string) => ({ kind: "text" as const, id: "1", text }),
      withText: (_: string, text: string) => text,
      isCall: () => false,
      again: (request: string[], _: string, note = "") => [...request, note],
      close: () => [],
      finish: () => [],
    };
    for await (const chunk of run.stream(["Go."], ask, form)) text += chunk;
    return text;
  };
  await respond();
  await expect(respond()).rejects.toThrow("Too many requests");
  expect(await respond()).toBe("Done.");
  expect(asked[1]).toHaveLength(2);
  expect(asked[2]).toEqual(asked[1]);
});

it("with a store, a response is over when the verdict on its end is known: the next request says it", async () => {
  const store = memoryStore();
  const save: typeof store.save = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return store.save(...given);
  };
  const run = desk(new LoopGuard({ detectors: [textRepeat()] }).storedRun("r", { ...store, save })).run();
  const message = Array.from({ length: 60 }, (_, at) => (Math.imul(at + 7, 0x9e3779b1) >>> 0).toString(36)).join(" ");
  const notes: string[] = [];
  async function* ask(): AsyncGenerator<string, void> {
    yield message;
  }
  for (let response = 0; response < 4; response++) {
    const stream = run.stream([], ask, {
      read: (text) => ({ kind: "text", id: "1", text, end: true }),
      withText: (_, text) => text,
      isCall: () => false,
      again: (request, _, note = "") => (notes.push(`${response} ${note}`), request),
      close: () => [],
      finish: () => [],
    });
    for await (const chunk of stream) expect(chunk).toBe(message);
  }
  expect(notes).toEqual([expect.stringMatching(/^3 The same message came 3 times/)]);
});

describe("a response that breaks off, and is asked for again, is no more of one text", () => {
  const FORM = {
    read: (text: string) => ({ kind: "text" as const, id: "1", text }),
    withText: (_: string, text: string) => text,
    isCall: () => false,
    again: (request: string[]) => request,
    close: () => [],
    finish: () => [],
  };
  let seed = 1;
  const letter = (): string => String.fromCharCode(97 + ((seed = (seed * 48271) % 0x7fffffff) % 26));
  const words = Array.from({ length: 80 }, () => `${Array.from({ length: 9 }, letter).join("")} `);

  type Reading = ReturnType<ReturnType<ReturnType<typeof desk>["run"]>["stream"]>;
  const LEAVES: [how: string, read: (stream: Reading) => Promise<unknown>][] = [
    [
      "the model fails",
      async (stream) => {
        const all = async (): Promise<void> => {
          for await (const _ of stream);
        };
        await expect(all()).rejects.toThrow("Connection lost");
      },
    ],
    [
      "the user leaves",
      async (stream) => {
        let chunks = 0;
        for await (const _ of stream) if (++chunks === 79) break;
      },
    ],
    [
      "the user cancels it",
      async (stream) => {
        const reader = stream.readable().getReader();
        for (let chunks = 0; chunks < 79; chunks++) await reader.read();
        await reader.cancel();
      },
    ],
  ];
  it.each(LEAVES)("%s", async (_, read) => {
    const detections: unknown[] = [];
    const onDetection = (found: unknown): unknown => detections.push(found);
    const run = desk({ detectors: [textRepeat({ atOnce: true })], action: "hint", onDetection }).run();
    async function* ask(): AsyncGenerator<string, void> {
      yield* words;
      throw new Error("Connection lost");
    }
    for (let attempt = 0; attempt < 8; attempt++) await read(run.stream([], ask, FORM));
    expect(detections).toEqual([]);
  });

  it("in a host that reads them itself, too", () => {
    const run = desk({ detectors: [textRepeat({ atOnce: true })], action: "hint" }).run();
    for (let attempt = 0; attempt < 8; attempt++) {
      for (const text of words) expect(run.text.readLong(text, "text", "1").step).toBe("continue");
      run.failed();
    }
  });
});

it.each([
  ["the desk", (onAbort: never) => desk({}, { onAbort })],
  ["AI SDK", (onAbort: never) => withLoopGuard({ tools: {} }, {}, { onAbort })],
  ["Claude", (onAbort: never) => guardQuery(async function* () {}, {}, { onAbort })],
  ["Copilot SDK", (onAbort: never) => guardCopilot({} as never, {}, { onAbort })],
  ["OpenAI Agents", (onAbort: never) => guardAgent({ getAllTools: () => [] }, {}, { onAbort })],
  [
    "LlamaIndex",
    (onAbort: never) =>
      guardWorkflow({ getAgents: () => [], addAgent: () => {}, runStream: () => {} }, {}, { onAbort }),
  ],
  ["TanStack AI", (onAbort: never) => tanstackMiddleware({}, { onAbort })],
  ["Genkit", (onAbort: never) => toolLoopMiddleware({}, { onAbort })],
  ["Mastra", (onAbort: never) => mastraConfig({}, {}, { onAbort })],
  ["Mastra's processor", (onAbort: never) => new ToolLoopProcessor({}, { onAbort })],
  ["VoltAgent", (onAbort: never) => voltAgentOptions({}, {}, { onAbort })],
])("%s refuses an onAbort that is none, and options with a typo", (_, make) => {
  for (const wrong of ["stopp", "", true, 1, {}])
    expect(() => make(wrong as never)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  for (const right of ["stop", "throw", undefined]) expect(() => make(right as never)).not.toThrow();
});

it("a run that was given in place of a guard stays open when an agent is done, and an agent that begins anew begins a turn", () => {
  const given = new LoopGuard(STUCK).run({});
  const run = desk(given).run();
  const step = (): boolean => {
    run.round();
    const { runs } = run.before(call) as { runs: boolean };
    if (runs) run.after(call, { result: 1 });
    return runs;
  };
  expect(Array.from({ length: 5 }, step)).toEqual([true, true, false, false, false]);
  void run.close();
  expect([given.stats().calls, step()]).toEqual([5, false]);
  void run.restart();
  expect([step(), given.stats().calls]).toEqual([true, 6]);
});

it("a run given in place of a guard: what begins is a turn, but for an agent in a tool, and where no user spoke last", () => {
  const own = new LoopGuard({ maxRepeats: 1, action: "abort" }).run("chat");
  const run = desk(own, { onAbort: "stop" }).run();
  const stuck = (): void => {
    for (let i = 0; i < 2; i++) run.call(call, () => "found", form);
    expect(run.ended).toBeDefined();
  };
  const first = {};
  expect([run.begin(first), run.begin(first)]).toEqual([true, false]);
  stuck();
  run.begin({}, [
    { role: "user", content: "Go." },
    { role: "assistant", content: "" },
  ]);
  expect(run.ended).toBeDefined();
  run.begin({}, [{ role: "user", content: "Go on." }]);
  expect(run.ended).toBeUndefined();
  const ask = (): string => {
    stuck();
    run.begin();
    return "asked";
  };
  run.call({ name: "ask_agent", arguments: {} }, ask, form);
  expect(run.ended).toBeDefined();
  run.begin();
  expect(run.ended).toBeUndefined();
});

it.each([
  ["with what the agent had said", [{ role: "assistant", content: "Looking." }]],
  ["without the failed answers, which the app drops", []],
])(
  "a conversation goes on while a tool that was given up still works, %s: what the user says next is a turn",
  async (_, answers) => {
    const run = desk(new LoopGuard({ maxRepeats: 1, action: "abort" }).run("chat"), { onAbort: "stop" }).run();
    const go = { role: "user", content: "Go." };
    let ends: unknown[] = [];
    const wait = async (): Promise<unknown> => {
      await null;
      run.begin({}, [go]); // an agent in the tool
      ends = [run.ended];
      return new Promise(() => {});
    };
    void run.call({ name: "wait", arguments: {} }, wait, { refused: ({ message }) => message });
    for (let i = 0; i < 2; i++) run.call(call, () => "found", form);
    await null;
    expect(ends).toEqual([expect.any(ToolLoopError)]);
    run.begin({}, [...answers, { role: "user", content: "Never mind, go on." }]);
    expect(run.ended).toBeUndefined();
  },
);

it("after an abort no agent is handed over to", () => {
  const run = desk({ maxRepeats: 1, action: "abort" }).run();
  expect(run.delegate({ agent: "writer", handoff: true })).toMatchObject({ runs: true });
  for (let i = 0; i < 2; i++) run.call(call, () => "found", form);
  expect(run.delegate({ agent: "writer", handoff: true })).toMatchObject({
    runs: false,
    end: { code: "ERR_TOOL_LOOP" },
  });
});

it("an option with a typo, or what is no object, is refused", () => {
  for (const wrong of [{ onabort: "stop" }, "stop", []])
    expect(() => desk({}, wrong as never)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
});

it("a refusal as a text has the earlier result in it", () => {
  const refusal = { runs: false, ask: false, message: "No.", replay: { content: [{ type: "text", text: "Found." }] } };
  expect(refusalText(refusal as never)).toBe("No.\n\nFound.");
});

it("onAbort among the options of the guard is told where it belongs", () => {
  const place = /"onAbort" must be in the next argument, as in \(\{\}, \{ onAbort \}\), got "stop"/;
  expect(() => withLoopGuard({ tools: {} }, { onAbort: "stop" } as never)).toThrow(place);
  expect(() => desk({ preset: "strict", onAbort: "stop" } as never)).toThrow(place);
});

it("an object that can be awaited is a key, as LiveKit's handle of a speech is; a promise is none", () => {
  const own = desk();
  // biome-ignore lint/suspicious/noThenProperty: that is the point
  const speech = { then: (done: () => void) => done() };
  expect(own.run(speech)).toBe(own.run(speech));
  expect(() => own.run(Promise.resolve("a"))).toThrow("await it first");
});
