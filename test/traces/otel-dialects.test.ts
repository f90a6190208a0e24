/** Attributes of spans in the dialects' rarer shapes, from their public documentation. */
import { describe, expect, it } from "vitest";
import { indexed, structured } from "../../lib/traces/formats/otel/dialects.ts";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { formatOf, Recorder } from "./recorder.ts";

const TIMES = [0, 1, 2];
const TEXT = '{"q":"x"}';
const STORY = TIMES.map((i) => `| ${i}:search(${TEXT}) ${i}="none"`).join(" ");
const at = (second: number): string => `2026-01-01T10:00:0${second}.000Z`;

async function read(...values: unknown[]): Promise<Recorder> {
  const recorder = new Recorder();
  await readTraceLines([Buffer.from(values.map((value) => JSON.stringify(value)).join("\n"))], "trace", recorder);
  expect(recorder.faults).toEqual([]);
  return recorder;
}

type Attributes = Record<string, unknown>;
const span = (i: number, attributes: Attributes, more: object = {}) => ({
  context: { trace_id: "t", span_id: `s${i}` },
  name: "search",
  start_time: at(i),
  end_time: at(i),
  attributes,
  ...more,
});

describe("Phoenix", () => {
  it("a page of its API, with kinds and states beside the attributes", async () => {
    const data = TIMES.map((i) =>
      span(i, { "input.value": TEXT, "output.value": "none" }, { span_kind: "TOOL", status_code: "OK" }),
    );
    const failed = span(
      3,
      { "input.value": TEXT },
      { span_kind: "TOOL", status_code: "ERROR", status_message: "down" },
    );
    const page = { next_cursor: null, data: [...data, failed] };
    expect((await read(page)).runs).toMatchObject([{ id: "t", story: `${STORY} | 3:search(${TEXT}) 3!"down"` }]);
    expect(await formatOf(Buffer.from(`${JSON.stringify(page)}\n`))).toBe("otel");
  });

  it("the calls of OpenAI before there could be several have no id, and no result that is known to be theirs", async () => {
    const asked = {
      "openinference.span.kind": "LLM",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "search",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": TEXT,
    };
    expect((await read(span(0, asked))).runs).toMatchObject([{ story: `| 0:search(${TEXT})` }]);
  });
});

describe("Jaeger", () => {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const page = (...calls: number[]) => ({
    result: {
      resourceSpans: [
        {
          resource: {},
          scopeSpans: [
            {
              spans: calls.map((i) => ({
                traceId: "t",
                spanId: `s${i}`,
                name: "execute_tool search",
                startTimeUnixNano: `${Date.parse(at(i))}000000`,
                endTimeUnixNano: `${Date.parse(at(i))}000000`,
                attributes: [
                  attribute("gen_ai.operation.name", "execute_tool"),
                  attribute("gen_ai.tool.call.arguments", TEXT),
                  attribute("gen_ai.tool.call.result", "none"),
                ],
              })),
            },
          ],
        },
      ],
    },
  });

  it("pages of its API of version 3, one or one a line", async () => {
    expect((await read(page(0, 1, 2))).runs).toMatchObject([{ id: "t", story: STORY }]);
    expect((await read(page(0), page(1, 2))).runs).toMatchObject([{ id: "t", story: STORY }]);
    expect(await formatOf(Buffer.from(`${JSON.stringify(page(0))}\n`))).toBe("otel");
  });

  it("a page without spans has no run", async () => {
    for (const result of [{ resourceSpans: [] }, { resourceSpans: [{ scopeSpans: [1, null, { spans: {} }] }] }])
      expect((await read({ result })).runs).toEqual([]);
  });
});

describe("OpenLLMetry", () => {
  const tool = (i: number, input: unknown, output: unknown) =>
    span(i, {
      "traceloop.span.kind": "tool",
      "traceloop.entity.name": "search",
      "traceloop.entity.input": JSON.stringify(input),
      "traceloop.entity.output": JSON.stringify(output),
    });

  it("arguments and results of decorated functions are taken as they are", async () => {
    const { runs } = await read(tool(0, { args: [], kwargs: { q: "x" } }, "none"));
    expect(runs).toMatchObject([{ story: '| 0:search({"args":[],"kwargs":{"q":"x"}}) 0="\\"none\\""' }]);
  });

  it("those of LangChain come without their envelope", async () => {
    const { runs } = await read(
      tool(0, { input_str: TEXT, tags: ["a"], inputs: null, kwargs: {} }, { output: "none", kwargs: { name: "s" } }),
      tool(1, { input_str: TEXT, tags: ["b"], kwargs: {} }, { output: "none", kwargs: {} }),
    );
    expect(runs).toMatchObject([{ story: STORY.split(" | 2")[0] }]);
  });

  it("a workflow is no call, though it has a name", async () => {
    const workflow = { "traceloop.span.kind": "workflow", "traceloop.entity.name": "agent" };
    expect((await read(span(0, workflow))).runs).toEqual([]);
  });
});

describe("events for each message", () => {
  const tool = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search" };
  const choice = (i: number) => ({
    index: 0,
    message: { role: "assistant", tool_calls: [{ id: `c${i}`, function: { name: "search", arguments: TEXT } }] },
  });

  it("on a call's own span: the message to the tool, and the tool's choice", async () => {
    const { runs } = await read(
      ...TIMES.map((i) =>
        span(i, tool, {
          events: [
            { name: "gen_ai.tool.message", attributes: { role: "tool", content: TEXT, id: `c${i}` } },
            { name: "gen_ai.choice", attributes: { message: "none", id: `c${i}` } },
          ],
        }),
      ),
    );
    expect(runs).toMatchObject([{ story: STORY }]);
  });

  it("log records as SDKs print them, with the name of the event where each has it", async () => {
    const record = (i: number, name: string, body: unknown) => ({
      body,
      attributes: i === 1 ? { "event.name": name } : {},
      ...(i === 0 ? { eventName: name } : i === 2 ? { event_name: name } : {}),
      timestamp: at(i),
      trace_id: "0xt",
      span_id: `0xs${i}`,
    });
    const { runs } = await read(
      ...TIMES.flatMap((i) => [
        record(i, "gen_ai.choice", choice(i)),
        record(i, "gen_ai.tool.message", { id: `c${i}`, content: "none" }),
      ]),
    );
    expect(runs).toMatchObject([{ id: "0xt", startedAt: Date.parse(at(0)), story: STORY }]);
  });

  it("tool calls beside the message, and a message in JSON", async () => {
    const { message } = choice(0);
    const beside = { message: { content: "" }, tool_calls: message.tool_calls };
    for (const attributes of [beside, { message: JSON.stringify(message) }]) {
      const chat = span(0, { "gen_ai.operation.name": "chat" }, { events: [{ name: "gen_ai.choice", attributes }] });
      expect((await read(chat)).runs).toMatchObject([{ story: `| 0:search(${TEXT})` }]);
    }
  });

  it("log records about something else make no file of spans", async () => {
    const recorder = new Recorder();
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: "hello" } }] }] }] };
    await readTraceLines([Buffer.from(JSON.stringify(logs))], "trace", recorder);
    expect(recorder.faults).toMatchObject([{ line: 0, reason: expect.stringContaining("in no known format") }]);
  });
});

describe("attributes", () => {
  it("lists that were flattened come in the order of their numbers, whatever that of the keys is", () => {
    const attributes = { "a.10.x": "k", "a.2.y": 2, "a.2.x": "c", "ab.0.x": 1, "a.x.1": 0, "a.3": 0, "a.1.5.x": 3 };
    expect(indexed(attributes, "a")).toEqual([{ "5.x": 3 }, { y: 2, x: "c" }, { x: "k" }]);
  });

  it("what is no JSON, or was cut off, stays a text", () => {
    expect(["[1]", ' {"a":1}', '{"a":', "text", "3", 3].map(structured)).toEqual([
      [1],
      { a: 1 },
      '{"a":',
      "text",
      "3",
      3,
    ]);
  });
});

describe("Jaeger", () => {
  it("spans as Elasticsearch has them, with the tags that can be searched beside the others", async () => {
    const spans = TIMES.map((i) => ({
      traceID: "t",
      spanID: `s${i}`,
      operationName: "execute_tool search",
      startTime: Date.parse(at(i)) * 1_000,
      duration: 10,
      tags: [{ key: "gen_ai.tool.call.arguments", type: "string", value: TEXT }],
      tag: { "gen_ai@operation@name": "execute_tool", "gen_ai@tool@call@result": "none" },
    }));
    expect((await read(...spans)).runs).toMatchObject([{ id: "t", story: STORY }]);
  });
});
