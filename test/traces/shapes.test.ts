/** Other shapes of the formats, from their public documentation: what a fixture would repeat is made here. */
import { describe, expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { formatOf, Recorder } from "./recorder.ts";

const TIMES = [0, 1, 2];
const ARGS = { q: "x" };

async function read(values: readonly unknown[]): Promise<Recorder> {
  const recorder = new Recorder();
  const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  await readTraceLines([bytes], "trace", recorder);
  expect(recorder.faults).toEqual([]);
  return recorder;
}

const story = (tokens = "", call = 'search({"q":"x"})') =>
  TIMES.map((i) => `| ${i}:${call}${tokens} ${i}="none"`).join(" ");

describe("a list that begins with something else than a call or a word", () => {
  const reasoning = TIMES.flatMap((i) => [
    { type: "reasoning", id: `r${i}`, summary: [] },
    { type: "function_call", call_id: `c${i}`, name: "search", arguments: '{"q":"x"}' },
    { type: "function_call_output", call_id: `c${i}`, output: "none" },
  ]);

  it("responses of a model that reasons", async () => {
    expect((await read([reasoning])).runs).toMatchObject([{ story: story() }]);
    expect((await read(reasoning)).runs).toMatchObject([{ story: story() }]);
  });

  it("hosted tools and references", async () => {
    const list = [{ type: "web_search_call", id: "w" }, { type: "item_reference", id: "i" }, ...reasoning];
    expect((await read([list])).runs).toMatchObject([{ story: story() }]);
    expect(await formatOf(Buffer.from(`${JSON.stringify(list)}\n`))).toBe("messages");
  });

  it("messages of LangChain below a system prompt", async () => {
    const list = TIMES.flatMap((i) => [
      { type: "ai", data: { content: "", tool_calls: [{ name: "search", args: ARGS, id: `c${i}` }] } },
      { type: "tool", data: { content: "none", tool_call_id: `c${i}` } },
    ]);
    expect((await read([[{ type: "system", data: { content: "You are" } }, ...list]])).runs).toMatchObject([
      { story: story() },
    ]);
  });
});

describe("Langfuse's export to a blob storage", () => {
  it("has other names and times than the API", async () => {
    const { runs } = await read(
      TIMES.map((i) => ({
        id: `o${i}`,
        trace_id: "t",
        session_id: "s",
        type: "TOOL",
        name: "search",
        parent_observation_id: "root",
        start_time: `2026-01-01 10:00:0${i}.000000`,
        end_time: `2026-01-01 10:00:0${i}.500000`,
        input: '{"q":"x"}',
        output: "none",
        level: "DEFAULT",
        usage_details: {},
      })),
    );
    expect(runs).toMatchObject([{ id: "s", startedAt: Date.UTC(2026, 0, 1, 10), story: story() }]);
  });
});

describe("OpenTelemetry spans of responses only, with their messages", () => {
  type Attributes = Record<string, unknown>;
  const asked = (i: number) => ({
    role: "assistant",
    parts: [{ type: "tool_call", id: `c${i}`, name: "search", arguments: ARGS }],
  });
  const answered = (i: number) => ({
    role: "tool",
    parts: [{ type: "tool_call_response", id: `c${i}`, response: "none" }],
  });
  const history = (calls: number) => [
    { role: "user", parts: [{ type: "text", content: "Find it." }] },
    ...TIMES.slice(0, calls).flatMap((i) => [asked(i), answered(i)]),
  ];
  const messages = (i: number): Attributes => ({
    "gen_ai.input.messages": history(i),
    "gen_ai.output.messages": [
      i < TIMES.length ? asked(i) : { role: "assistant", parts: [{ type: "text", content: "Done." }] },
    ],
  });
  const inJson = (attributes: Attributes): Attributes =>
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, JSON.stringify(value)]));
  const span = (i: number, attributes: Attributes, more: object = {}) => ({
    traceId: "t",
    spanId: `s${i}`,
    name: "chat",
    startTimeUnixNano: `${1_800_000_000 + i}000000000`,
    endTimeUnixNano: `${1_800_000_000 + i}500000000`,
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 7, ...attributes },
    ...more,
  });
  const all = [...TIMES, TIMES.length];

  it("as JSON, as structures, and on an event of the span", async () => {
    const forms = [
      all.map((i) => span(i, inJson(messages(i)))),
      all.map((i) => span(i, messages(i))),
      all.map((i) =>
        span(i, {}, { events: [{ name: "gen_ai.client.inference.operation.details", attributes: messages(i) }] }),
      ),
    ];
    for (const spans of forms) expect((await read(spans)).runs).toMatchObject([{ id: "t", story: story("*7") }]);
  });

  it("that two layers tell of, once", async () => {
    const spans = all.flatMap((i) => [
      span(i, messages(i)),
      span(i, messages(i), { parentSpanId: `s${i}`, spanId: `p${i}` }),
    ]);
    expect((await read(spans)).runs[0]?.story.match(/search/g)).toHaveLength(TIMES.length);
  });

  it("spans of tools are believed instead, where there are any", async () => {
    const tool = span(10, {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "read",
      "gen_ai.tool.call.arguments": "{}",
    });
    expect((await read([...all.map((i) => span(i, messages(i))), tool])).runs).toMatchObject([
      { story: "| 0:read({})*7" },
    ]);
  });

  it("what an exporter cut off is passed over", async () => {
    const cut = { "gen_ai.output.messages": '[{"role":"assistant","par', "gen_ai.input.messages": 3 };
    expect((await read([span(0, cut), ...all.slice(1).map((i) => span(i, inJson(messages(i))))])).runs).toHaveLength(1);
  });
});
