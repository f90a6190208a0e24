/** Responses that were streamed, in logs of proxies and in HTTP archives: they are read as the responses that they stand for. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { TEXT_MAX } from "../../lib/traces/limits.ts";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { tries } from "../effort.ts";
import { Recorder } from "./recorder.ts";

async function read(...lines: readonly unknown[]): Promise<Recorder> {
  const recorder = new Recorder();
  await readTraceLines([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))], "log", recorder);
  return recorder;
}

const stories = async (...lines: readonly unknown[]) => (await read(...lines)).runs.map(({ story }) => story);

/** The text of an event stream, as servers write it. */
const stream = (events: readonly object[], end = "\n"): string =>
  events
    .map((event) => `${"type" in event ? `event: ${event.type}${end}` : ""}data: ${JSON.stringify(event)}${end}${end}`)
    .join("");

const asked = { messages: [{ role: "user", content: "Look." }] };
const args = JSON.stringify({ path: 'a "b"', n: 1 });

/** A text in pieces. */
const cut = (text: string, sizes: readonly number[]): string[] => {
  const pieces: string[] = [];
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] as number;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
};

const USAGE = { prompt_tokens: 8, completion_tokens: 2 };

/** For each provider the events of two calls with these pieces of arguments, and the response that is not streamed. */
const PROVIDERS: readonly { name: string; events(pieces: readonly string[]): object[]; whole: object }[] = [
  {
    name: "OpenAI's chat completions",
    events: (pieces) => {
      const chunk = (delta: object, index = 0) => ({
        id: "c",
        object: "chat.completion.chunk",
        choices: [{ index, delta }],
      });
      return [
        chunk({ role: "assistant", content: "" }),
        chunk({ content: "other" }, 1),
        ...["a", "b"].flatMap((id, index) => [
          chunk({ tool_calls: [{ index, id, type: "function", function: { name: "look", arguments: "" } }] }),
          ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
        ]),
        { id: "c", choices: [], usage: USAGE },
      ];
    },
    whole: {
      id: "c",
      choices: [
        {
          message: {
            role: "assistant",
            tool_calls: ["a", "b"].map((id) => ({ id, type: "function", function: { name: "look", arguments: args } })),
          },
        },
      ],
      usage: USAGE,
    },
  },
  {
    name: "OpenAI's responses",
    events: (pieces) => {
      const items = ["a", "b"].map((call_id) => ({ type: "function_call", call_id, name: "look", arguments: args }));
      const response = { id: "r", output: [], usage: null };
      return [
        { type: "response.created", response },
        ...items.flatMap((item, output_index) => [
          { type: "response.output_item.added", output_index, item: { ...item, arguments: "" } },
          ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta", output_index, delta })),
          { type: "response.output_item.done", output_index, item },
        ]),
        { type: "response.completed", response: { ...response, output: items, usage: USAGE } },
      ];
    },
    whole: {
      id: "r",
      output: ["a", "b"].map((call_id) => ({ type: "function_call", call_id, name: "look", arguments: args })),
      usage: USAGE,
    },
  },
  {
    name: "Anthropic's messages",
    events: (pieces) => [
      {
        type: "message_start",
        message: { id: "m", role: "assistant", content: [], usage: { input_tokens: 8, output_tokens: 1 } },
      },
      { type: "ping" },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me " } },
      { type: "content_block_stop", index: 0 },
      ...["a", "b"].flatMap((id, at) => [
        {
          type: "content_block_start",
          index: at + 1,
          content_block: { type: "tool_use", id, name: "look", input: {} },
        },
        ...pieces.map((partial_json) => ({
          type: "content_block_delta",
          index: at + 1,
          delta: { type: "input_json_delta", partial_json },
        })),
        { type: "content_block_stop", index: at + 1 },
      ]),
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 2 } },
      { type: "message_stop" },
    ],
    whole: {
      id: "m",
      role: "assistant",
      content: ["a", "b"].map((id) => ({ type: "tool_use", id, name: "look", input: JSON.parse(args) as object })),
      usage: { input_tokens: 8, output_tokens: 2 },
    },
  },
  {
    name: "Gemini's contents",
    events: () => [
      { candidates: [{ content: { role: "model", parts: [{ text: "Let me" }] } }] },
      ...[1, 2].map(() => ({
        candidates: [
          { content: { role: "model", parts: [{ functionCall: { name: "look", args: JSON.parse(args) as object } }] } },
        ],
      })),
      { candidates: [{ content: {}, finishReason: "STOP" }], usageMetadata: { totalTokenCount: 10 } },
    ],
    whole: {
      candidates: [
        {
          content: {
            role: "model",
            parts: [1, 2].map(() => ({ functionCall: { name: "look", args: JSON.parse(args) as object } })),
          },
        },
      ],
      usageMetadata: { totalTokenCount: 10 },
    },
  },
];

describe.each(PROVIDERS)("$name", ({ events, whole }) => {
  it("are the response that the events make, however they are cut into pieces", async () => {
    const [expected] = await stories({ request: asked, response: whole });
    expect(expected).toMatch(/^\| 0:look\(.+\)\*5 1:look\(.+\)\*5$/);
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.constantFrom("\n", "\r\n"), fc.boolean(), async (pieces, end, isDone) => {
        const text = `: keep alive${end}${end}${stream(events(cut(args, pieces)), end)}${isDone ? `data: [DONE]${end}${end}` : ""}`;
        expect(await stories({ request: asked, response: text })).toEqual([expected]);
        expect(
          await stories({ request: { body: JSON.stringify(asked) }, response: { status: 200, body: text } }),
        ).toEqual([expected]);
      }),
      { numRuns: tries(100) },
    );
  });

  it("are read as a list of the chunks too", async () => {
    const [expected] = await stories({ request: asked, response: whole });
    expect(await stories({ request: asked, response: events([args]) })).toEqual([expected]);
  });

  it("that was cut anywhere breaks nothing, and gives calls of that response alone", async () => {
    const text = stream(events(cut(args, [3])));
    for (let length = 0; length < text.length; length += 37) {
      const { faults, runs } = await read({ request: asked, response: text.slice(0, length) });
      expect(faults).toEqual([]);
      for (const { story } of runs)
        expect(story.replace(/\(.*?\)(?=\*| |$)/g, "")).toMatch(/^(\| 0:look(\*\d+)?( 1:look(\*\d+)?)?)?$/);
    }
  });
});

test("a call whose chunks are not numbered is told from others by its id", async () => {
  const call = (id: string) => ({ id, function: { name: "look", arguments: args } });
  const text = stream([{ choices: [{ delta: { tool_calls: [call("a"), call("b")] } }] }]);
  expect(await stories({ request: asked, response: text })).toEqual([`| 0:look(${args}) 1:look(${args})`]);
});

test("a call whose chunks are numbered as those of another one is told from it by its id and name", async () => {
  const call = (id: string) => ({ index: 0, id, function: { name: "look", arguments: args } });
  const chunks = ["a", "b"].map((id) => ({ choices: [{ delta: { tool_calls: [call(id)] } }] }));
  expect(await stories({ request: asked, response: stream(chunks) })).toEqual([`| 0:look(${args}) 1:look(${args})`]);
});

test("chunks that each have another id are one call, as long as its arguments have not ended", async () => {
  const chunks = cut(args, [3]).map((piece, at) => ({
    choices: [{ delta: { tool_calls: [{ index: 0, id: `id-${at}`, function: { name: "look", arguments: piece } }] } }],
  }));
  expect(await stories({ request: asked, response: stream(chunks) })).toEqual([`| 0:look(${args})`]);
});

test("the chunks of two calls may alternate", async () => {
  const chunks = cut(args, [3]).map((piece, at) => ({
    choices: [
      {
        delta: {
          tool_calls: [0, 1].map((index) => ({
            index,
            ...(at === 0 ? { id: `id-${index}` } : {}),
            function: { ...(at === 0 ? { name: "look" } : {}), arguments: piece },
          })),
        },
      },
    ],
  }));
  expect(await stories({ request: asked, response: stream(chunks) })).toEqual([`| 0:look(${args}) 1:look(${args})`]);
});

test("a single call may be streamed as function_call", async () => {
  const chunks = [{ name: "look", arguments: "" }, ...cut(args, [3]).map((piece) => ({ arguments: piece }))].map(
    (function_call) => ({ choices: [{ delta: { function_call } }] }),
  );
  expect(await stories({ request: asked, response: stream(chunks) })).toEqual([`| 0:look(${args})`]);
});

test.each(PROVIDERS)("a log of lines may leave out the empty ones between events: $name", async ({ events, whole }) => {
  const lines = stream(events([args])).replaceAll("\n\n", "\n");
  expect(await stories({ request: asked, response: lines })).toEqual(
    await stories({ request: asked, response: whole }),
  );
});

test("items of a response whose last event leaves them out are those that were done", async () => {
  const item = { type: "function_call", call_id: "a", name: "look", arguments: args };
  const text = stream([
    { type: "response.output_item.done", item },
    { type: "response.completed", response: { id: "r", output: [] } },
  ]);
  expect(await stories({ request: asked, response: text })).toEqual([`| 0:look(${args})`]);
});

describe("an HTTP archive", () => {
  const [chat] = PROVIDERS;
  const text = stream((chat as (typeof PROVIDERS)[0]).events([args]));
  const answered = {
    messages: [
      ...asked.messages,
      {
        role: "assistant",
        tool_calls: ["a", "b"].map((id) => ({ id, type: "function", function: { name: "look", arguments: args } })),
      },
      ...["a", "b"].map((tool_call_id) => ({ role: "tool", tool_call_id, content: "x" })),
    ],
  };
  const entry = (body: object, content: object, at = 0) => ({
    startedDateTime: `2026-11-01T00:00:0${at}.000Z`,
    request: {
      method: "POST",
      url: "https://api/v1/chat/completions",
      postData: { mimeType: "application/json", text: JSON.stringify(body) },
    },
    response: { status: 200, content: { mimeType: "text/event-stream", ...content } },
  });
  const page = {
    request: { method: "GET", url: "https://example" },
    response: { content: { mimeType: "text/html", text: "<p>" } },
  };
  const base64 = { encoding: "base64", text: Buffer.from(text).toString("base64") };
  const expected = `| 0:look(${args})*5 1:look(${args})*5`;

  it("is a log of its requests and responses, streamed or in base64", async () => {
    expect(await stories({ log: { version: "1.2", entries: [page, entry(asked, { text })] } })).toEqual([expected]);
    expect(await stories({ log: { entries: [entry(asked, base64)] } })).toEqual([expected]);
    const { runs, faults } = await read({
      log: { entries: [entry(asked, { text }), page, entry(answered, { text: '{"choices":[]}' }, 1)] },
    });
    expect(faults).toEqual([]);
    expect(runs.map(({ story, startedAt }) => [story, startedAt])).toEqual([
      [`${expected} 0="x" 1="x"`, Date.UTC(2026, 10, 1)],
    ]);
  });

  it("may be given entry by entry", async () => {
    expect(await stories(entry(asked, base64))).toEqual([expected]);
  });

  it("that is too long to be read at once is told to be given entry by entry", async () => {
    const text = Buffer.from(`{"log":{"entries":["${"x".repeat(TEXT_MAX)}"]}}`);
    for (const [name, words] of [
      ["a.har", "; write each of its entries as a line, with jq -c '.log.entries[]'"],
      ["a.har.gz", "; write each of its entries as a line, with jq -c '.log.entries[]'"],
      ["a.json", "; split it into several lines"],
    ] as const) {
      const recorder = new Recorder();
      await readTraceLines([text], name, recorder);
      expect(recorder.faults.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^skipped: 16\.0 MB /)]);
      expect(recorder.faults[0]?.reason.endsWith(words)).toBe(true);
    }
  });

  it("without a model in it has no run, and is no error", async () => {
    const { runs, faults } = await read({ log: { entries: [page] } });
    expect([runs, faults]).toEqual([[], []]);
  });
});

describe("hostile", () => {
  test.each<[string, unknown]>([
    [
      "indices and types",
      [{ choices: [{ index: {}, delta: { tool_calls: [{ index: [], id: {}, function: [] }] } }] }, { type: {} }],
    ],
    ["blocks of no message", [{ type: "content_block_delta", index: 1e9, delta: { type: "text_delta", text: "x" } }]],
    [
      "deltas of a type that objects have",
      [
        { type: "message_start", message: {} },
        { type: "content_block_start", index: 0, content_block: {} },
        { type: "content_block_delta", index: 0, delta: { type: "constructor", text: 1 } },
      ],
    ],
    ["a response that is none", [{ type: "response.completed", response: [] }, { candidates: [{}] }]],
  ])("%s", async (_, events) => {
    for (const response of [events, stream(events as object[])])
      expect((await read({ request: asked, response })).faults).toEqual([]);
  });

  it("a text with millions of values is left out", async () => {
    const many = `data: {"candidates":[{"content":{"parts":[${"{},".repeat(1 << 20)}{}]}}]}\n\n`;
    const { runs, faults } = await read(
      { request: asked, response: many },
      { request: asked, response: { body: `[${"{},".repeat(1 << 20)}{}]` } },
    );
    expect(faults).toEqual([]);
    expect(runs.map(({ story }) => story)).toEqual([""]);
  });
});
