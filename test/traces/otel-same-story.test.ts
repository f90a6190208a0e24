/** One conversation in the messages of every dialect of spans: each tells what the plain messages tell. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { tries } from "../effort.ts";
import { Recorder } from "./recorder.ts";

interface Call {
  id: string;
  name: string;
  args: string;
  result: string;
}
/** The calls of each response; the last response has none. */
type Rounds = readonly (readonly Call[])[];
type Attributes = Record<string, unknown>;

const rounds: fc.Arbitrary<Rounds> = fc
  .array(
    fc.array(
      fc.record({
        name: fc.constantFrom("read", "edit"),
        args: fc.record({ n: fc.nat(2) }).map((args) => JSON.stringify(args)),
        result: fc.constantFrom("none", "text", "[1]", ""),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((calls, i) => calls.map((call, j) => ({ ...call, id: `c${i}.${j}` }))));

const toolCalls = (calls: readonly Call[]) =>
  calls.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: args } }));

/** OpenAI's messages, which are what the others are compared with. */
const messages = (all: Rounds): Attributes[] => [
  { role: "user", content: "Go." },
  ...all.flatMap((calls) => [
    { role: "assistant", tool_calls: toolCalls(calls) },
    ...calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
  ]),
];

const flat = (prefix: string, list: readonly Attributes[]): Attributes =>
  Object.fromEntries(
    list.flatMap((fields, i) => Object.entries(fields).map(([key, value]) => [`${prefix}.${i}.${key}`, value])),
  );

/** What the span of a response has, of the responses before and of its own calls. */
type Dialect = (before: Rounds, calls: readonly Call[]) => { attributes: Attributes; events?: object[] };

const openInference: Dialect = (before, calls) => {
  const asked = (list: readonly Call[]): Attributes => ({
    "message.role": "assistant",
    ...flat(
      "message.tool_calls",
      list.map(({ id, name, args }) => ({
        "tool_call.id": id,
        "tool_call.function.name": name,
        "tool_call.function.arguments": args,
      })),
    ),
  });
  const input = before.flatMap((list) => [
    asked(list),
    ...list.map(({ id, result }) => ({
      "message.role": "tool",
      "message.tool_call_id": id,
      "message.content": result,
    })),
  ]);
  const spans = { ...flat("llm.input_messages", input), ...flat("llm.output_messages", [asked(calls)]) };
  return { attributes: { "openinference.span.kind": "LLM", ...spans } };
};

const traceloop: Dialect = (before, calls) => {
  const asked = (list: readonly Call[]): Attributes => ({
    role: "assistant",
    ...flat(
      "tool_calls",
      list.map(({ id, name, args }) => ({ id, name, arguments: args })),
    ),
  });
  const prompt = before.flatMap((list) => [
    asked(list),
    ...list.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
  ]);
  const spans = { ...flat("gen_ai.prompt", prompt), ...flat("gen_ai.completion", [asked(calls)]) };
  return { attributes: { "llm.request.type": "chat", ...spans } };
};

const aiSdk: Dialect = (before, calls) => {
  const part = ({ id, name, args }: Call) => ({ toolCallId: id, toolName: name, input: JSON.parse(args) as unknown });
  const prompt = before.flatMap((list) => [
    { role: "assistant", content: list.map((call) => ({ type: "tool-call", ...part(call) })) },
    {
      role: "tool",
      content: list.map((call) => ({
        type: "tool-result",
        ...part(call),
        output: { type: "text", value: call.result },
      })),
    },
  ]);
  return {
    attributes: {
      "ai.operationId": "ai.streamText.doStream",
      "ai.prompt.messages": JSON.stringify(prompt),
      ...(calls.length > 0 ? { "ai.response.toolCalls": JSON.stringify(calls.map(part)) } : {}),
    },
  };
};

const genAi: Dialect = (before, calls) => {
  const asked = (list: readonly Call[]) => ({
    role: "assistant",
    parts: list.map(({ id, name, args }) => ({ type: "tool_call", id, name, arguments: args })),
  });
  const input = before.flatMap((list) => [
    asked(list),
    { role: "tool", parts: list.map(({ id, result }) => ({ type: "tool_call_response", id, response: result })) },
  ]);
  return {
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": JSON.stringify(input),
      "gen_ai.output.messages": JSON.stringify([asked(calls)]),
    },
  };
};

const messageEvents: Dialect = (before, calls) => {
  const history = messages(before).map((body) => ({ name: `gen_ai.${body["role"]}.message`, body }));
  const choice = { name: "gen_ai.choice", body: { index: 0, message: { tool_calls: toolCalls(calls) } } };
  return {
    attributes: { "gen_ai.operation.name": "chat" },
    events: [...history, choice].map(({ name, body }) => ({
      name,
      attributes: { "gen_ai.event.content": JSON.stringify(body) },
    })),
  };
};

async function storyOf(values: readonly unknown[]): Promise<string | undefined> {
  const recorder = new Recorder();
  const lines = values.map((value) => JSON.stringify(value)).join("\n");
  await readTraceLines([Buffer.from(lines)], "trace", recorder);
  expect(recorder.faults).toEqual([]);
  expect(recorder.runs).toHaveLength(1);
  return recorder.runs[0]?.story;
}

function spans(all: Rounds, dialect: Dialect): object[] {
  return [...all, []].map((calls, i) => ({
    traceId: "t",
    spanId: `s${i}`,
    name: "chat",
    startTimeUnixNano: `${1_800_000_000 + i}000000000`,
    ...dialect(all.slice(0, i), calls),
  }));
}

describe("the messages of spans", () => {
  it.each(Object.entries({ genAi, messageEvents, aiSdk, openInference, traceloop }))("%s", async (_, dialect) => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const expected = await storyOf([{ messages: messages(all) }]);
        expect(await storyOf(spans(all, dialect))).toBe(expected);
        // Spans are written when they end, in any order.
        expect(await storyOf(spans(all, dialect).reverse())).toBe(expected);
      }),
      { numRuns: tries(300) },
    );
  });
});
