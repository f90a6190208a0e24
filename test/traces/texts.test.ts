/** What the model said and thought, and when the context was compacted, in each format that records it. */
import { describe, expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import type { OpenTraceRun } from "../../lib/traces/trace-types.ts";

/** `"said"`, `~thought~`, `C` for a compaction, `name()` for a call, `U` for a turn; by run. */
async function read(...values: unknown[]): Promise<string[]> {
  const stories: string[] = [];
  const open: OpenTraceRun = () => {
    const words: string[] = [];
    return {
      round: () => {},
      turn: () => void words.push("U"),
      compacted: () => void words.push("C"),
      call: ({ name }) => void words.push(`${name}()`),
      outcome: () => {},
      text: (text, _, stream) => void words.push(stream === "text" ? `"${text}"` : `~${text}~`),
      end: () => void stories.push(words.join(" ")),
    };
  };
  const fault = (found: unknown): void => expect.unreachable(JSON.stringify(found));
  await readTraceLines([Buffer.from(values.map((value) => JSON.stringify(value)).join("\n"))], "trace", {
    open,
    fault,
  });
  return stories;
}

const CALL = { id: "c1", type: "function", function: { name: "search", arguments: "{}" } };

describe("messages", () => {
  it.each<[string, object]>([
    ["chat completions", { role: "assistant", reasoning_content: "Hm.", content: "So.", tool_calls: [CALL] }],
    ["OpenRouter", { role: "assistant", reasoning: "Hm.", content: "So.", tool_calls: [CALL] }],
    [
      "LangChain",
      {
        type: "ai",
        data: {
          content: "So.",
          additional_kwargs: { reasoning_content: "Hm." },
          tool_calls: [{ name: "search", args: {}, id: "c1" }],
        },
      },
    ],
    [
      "Anthropic",
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "x" },
          { type: "text", text: "So." },
          { type: "tool_use", id: "c1", name: "search", input: {} },
        ],
      },
    ],
    [
      "the AI SDK",
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "So." },
          { type: "tool-call", toolCallId: "c1", toolName: "search", input: {} },
        ],
      },
    ],
  ])("of %s", async (_, message) => {
    expect(await read([{ role: "user", content: "Go." }, message])).toEqual(['~Hm.~ "So." search()']);
  });

  it("come after the turn that they answer", async () => {
    const calling = (id: string) => ({ tool_calls: [{ ...CALL, id }] });
    const messages = [
      { role: "user", content: "Go." },
      { role: "assistant", content: "One.", ...calling("c1") },
      { role: "user", content: "What is next?" },
      { role: "assistant", content: "Two.", ...calling("c2") },
      { role: "user", content: "Is that all?" },
      { role: "assistant", content: "Three." },
    ];
    expect(await read({ messages })).toEqual(['"One." search() U "Two." search() U "Three."']);
  });

  it("of OpenAI's responses", async () => {
    const items = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "Go." }] },
      { type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "Hm." }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "So." }] },
      { type: "function_call", call_id: "c1", name: "search", arguments: "{}" },
    ];
    expect(await read(items)).toEqual(['~Hm.~ "So." search()']);
  });

  it("whose reasoning is hidden say nothing of it", async () => {
    const content = [
      { type: "thinking", thinking: "", signature: "x" },
      { type: "redacted_thinking", data: "x" },
      { type: "tool_use", id: "c1", name: "search", input: {} },
    ];
    const item = { type: "reasoning", id: "r", summary: [], encrypted_content: "x" };
    expect(await read([{ role: "assistant", content }, item])).toEqual(["search()"]);
  });
});

describe("sessions", () => {
  it("of Claude Code: reasoning, and compactions of the session and of a subagent", async () => {
    const say = (content: object[], more = {}) => ({
      type: "assistant",
      sessionId: "s",
      message: { role: "assistant", content },
      ...more,
    });
    const use = (id: string) => ({ type: "tool_use", id, name: "Read", input: {} });
    const boundary = {
      type: "system",
      subtype: "compact_boundary",
      sessionId: "s",
      compactMetadata: { trigger: "auto" },
    };
    const summary = {
      type: "user",
      sessionId: "s",
      isCompactSummary: true,
      message: { role: "user", content: "Summary" },
    };
    expect(
      await read(
        boundary, // of the session that this one continues: nothing is known of that
        say([{ type: "thinking", thinking: "Hm." }]),
        say([use("a")]),
        boundary,
        summary,
        say([use("b")]),
        say([use("c")], { agentId: "x", isSidechain: true }),
        { ...boundary, agentId: "x", isSidechain: true },
        say([use("d")], { agentId: "x", isSidechain: true }),
      ),
    ).toEqual(["~Hm.~ Read() C Read()", "Read() C Read()"]);
  });

  it("of Codex", async () => {
    const item = (payload: object) => ({ timestamp: "2026-01-01T00:00:00Z", type: "response_item", payload });
    const call = (call_id: string) => item({ type: "function_call", call_id, name: "shell", arguments: "{}" });
    expect(
      await read(
        item({ type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }], content: null }),
        call("a"),
        { timestamp: "2026-01-01T00:00:01Z", type: "compacted", payload: { message: "Summary" } },
        call("b"),
        item({ type: "function_call_output", call_id: "b", output: "x" }),
        item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "So." }] }),
      ),
    ).toEqual(['~Hm.~ shell() C shell() "So."']);
  });

  it("of the Gemini CLI, where a message is written again whenever it changes", async () => {
    const thoughts = [{ subject: "Plan", description: "Hm.", timestamp: "2026-01-01T00:00:00Z" }];
    const message = { id: "m", type: "gemini", content: "", thoughts };
    const call = { id: "c", name: "read_file", args: {}, status: "success", result: [] };
    expect(
      await read(
        { sessionId: "s", projectHash: "p", startTime: "2026-01-01T00:00:00Z" },
        message,
        { ...message, content: "So." },
        { ...message, content: "So.", toolCalls: [call] },
        { id: "n", type: "gemini", content: [{ text: "Do" }, { text: "ne." }] },
      ),
    ).toEqual(['~Plan\nHm.~ "So." read_file() "Done."']);
  });

  it("of the Gemini CLI's telemetry", async () => {
    const event = (name: string, more = {}) => ({
      attributes: { "event.name": `gemini_cli.${name}`, "session.id": "s", ...more },
    });
    const call = event("tool_call", { function_name: "read_file", function_args: "{}" });
    expect(await read(call, event("chat_compression", { tokens_before: 9, tokens_after: 1 }), call)).toEqual([
      "read_file() C read_file()",
    ]);
  });
});

describe("spans", () => {
  const time = (second: number) => new Date(1_767_225_600_000 + second * 1000).toISOString();
  const span = (second: number, attributes: object, more: object = {}) => ({
    context: { trace_id: "t", span_id: `s${second}` },
    name: "span",
    start_time: time(second),
    end_time: time(second + 1),
    attributes,
    ...more,
  });
  const tool = span(5, { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search" });

  it.each<[string, object, object?]>([
    [
      "OpenTelemetry",
      {
        "gen_ai.operation.name": "chat",
        "gen_ai.output.messages": JSON.stringify([
          {
            role: "assistant",
            parts: [
              { type: "reasoning", content: "Hm." },
              { type: "text", content: "So." },
            ],
          },
        ]),
      },
    ],
    [
      "OpenTelemetry up to 1.36",
      { "gen_ai.operation.name": "chat" },
      {
        events: [
          {
            name: "gen_ai.choice",
            attributes: { message: '{"role":"assistant","reasoning_content":"Hm.","content":"So."}' },
          },
        ],
      },
    ],
    [
      "the AI SDK",
      { "ai.operationId": "ai.streamText.doStream", "ai.response.text": "So.", "ai.response.reasoning": "Hm." },
    ],
    [
      "OpenInference",
      {
        "openinference.span.kind": "LLM",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": "So.",
      },
    ],
    [
      "OpenLLMetry",
      { "llm.request.type": "chat", "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "So." },
    ],
  ])("of %s", async (_, attributes, more = {}) => {
    const [story] = await read(span(0, attributes, more), tool);
    expect(story).toMatch(/^(~Hm\.~ )?"So\." search\(\)$/);
    expect(story?.includes("Hm.")).toBe(JSON.stringify([attributes, more]).includes("Hm."));
  });

  it("that two layers record for one response say it once, and responses that say the same say it twice", async () => {
    const chat = (second: number) =>
      span(second, { "ai.operationId": "ai.generateText.doGenerate", "ai.response.text": "So." });
    const inner = { ...chat(0), context: { trace_id: "t", span_id: "inner" } };
    expect(await read(chat(0), inner, chat(2), tool)).toEqual(['"So." "So." search()']);
  });

  it.each<[string, unknown]>([
    ["a text", "So."],
    ["a message", { role: "assistant", content: "So." }],
    ["a list of messages", [{ role: "assistant", content: [{ type: "text", text: "So." }] }]],
    ["choices", { choices: [{ index: 0, message: { role: "assistant", content: "So." } }] }],
    [
      "generations of LangChain",
      {
        generations: [
          [{ text: "So.", message: { kwargs: { content: "So." }, id: ["AIMessage"], type: "constructor" } }],
        ],
      },
    ],
    ["generations of texts", { generations: [[{ text: "So." }]] }],
  ])("of Langfuse and LangSmith: %s", async (_, output) => {
    const generation = { id: "g", traceId: "t", type: "GENERATION", startTime: time(0), output };
    const call = { id: "c", traceId: "t", type: "TOOL", name: "search", startTime: time(2), input: {}, output: "x" };
    expect(await read(generation, call)).toEqual(['"So." search()']);
    const llm = { id: "l", trace_id: "t", run_type: "llm", name: "m", start_time: time(0), outputs: output };
    const run = {
      id: "r",
      trace_id: "t",
      run_type: "tool",
      name: "search",
      start_time: time(2),
      inputs: {},
      outputs: {},
    };
    expect(await read(llm, run)).toEqual(['"So." search()']);
  });

  it("whose output is no message of a model say nothing", async () => {
    const circle: unknown[] = [];
    for (let depth = 0, at = circle; depth < 50; depth++) at = at[0] = [];
    for (const output of [null, 7, {}, { content: 7 }, { role: "user", content: "Go." }, [["So."]], circle]) {
      const generation = { id: "g", traceId: "t", type: "GENERATION", startTime: time(0), output };
      const call = { id: "c", traceId: "t", type: "TOOL", name: "search", startTime: time(2), input: {}, output: "x" };
      expect(await read(generation, call)).toEqual(["search()"]);
    }
  });
});
