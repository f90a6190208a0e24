import { describe, expect, it } from "vitest";
import { readTranscript } from "../../lib/history/transcripts.ts";

/** Name, arguments, what came back, round, turn. */
const read = (entries: unknown[]) =>
  readTranscript(entries).map(({ call, outcome, round, turn }) => [
    call.name,
    call.arguments,
    outcome?.error ?? outcome?.result,
    round,
    turn,
  ]);

describe("readTranscript", () => {
  it("reads calls: each its own round, unless they say otherwise", () => {
    const entries = [
      { name: "a", arguments: { q: 1 }, result: "r1" },
      { name: "b", error: "boom", round: 7 },
      { id: "c", name: "c", round: 7 },
      { name: "d", turn: 1, retryable: true },
    ];
    expect(read(entries)).toEqual([
      ["a", { q: 1 }, "r1", 0, 0],
      ["b", undefined, "boom", 1, 0],
      ["c", undefined, undefined, 1, 0],
      ["d", undefined, undefined, 2, 1],
    ]);
    expect(readTranscript(entries)[3]?.call).toEqual({ name: "d", arguments: undefined, retryable: true });
    expect(readTranscript(entries)[2]?.outcome).toBeUndefined();
  });

  it("reads steps of the AI SDK, of versions 4 and later", () => {
    expect(
      read([
        {
          toolCalls: [
            { toolCallId: "1", toolName: "a", input: { q: 1 } },
            { toolCallId: "2", toolName: "b", input: {} },
          ],
          toolResults: [{ toolCallId: "1", toolName: "a", output: "r1" }],
          content: [{ type: "tool-error", toolCallId: "2", toolName: "b", error: "boom" }],
        },
        {
          toolCalls: [{ toolCallId: "3", toolName: "a", args: { q: 2 } }],
          toolResults: [{ toolCallId: "3", result: { n: 1 } }],
        },
      ]),
    ).toEqual([
      ["a", { q: 1 }, "r1", 0, 0],
      ["b", {}, "boom", 0, 0],
      ["a", { q: 2 }, { n: 1 }, 1, 0],
    ]);
  });

  it("reads messages of the AI SDK", () => {
    expect(
      read([
        { role: "user", content: [{ type: "text", text: "hi" }] },
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "a", input: { q: 1 } }] },
        {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: "1", toolName: "a", output: { type: "text", value: "r" } }],
        },
        { role: "assistant", content: [{ type: "tool-call", toolCallId: "2", toolName: "a", args: {} }] },
        {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: "2", output: { type: "error-text", value: "boom" } }],
        },
      ]),
    ).toEqual([
      ["a", { q: 1 }, "r", 0, 0],
      ["a", {}, "boom", 1, 0],
    ]);
  });

  it("reads OpenAI's chat messages; a user's word is a turn", () => {
    const call = (id: string, name: string, args: string) => ({
      id,
      type: "function",
      function: { name, arguments: args },
    });
    expect(
      read([
        { role: "system", content: "x" },
        { role: "user", content: "go" },
        { role: "assistant", content: null, tool_calls: [call("1", "a", '{"q": 1}'), call("2", "b", "{}")] },
        { role: "tool", tool_call_id: "2", content: "r2" },
        { role: "tool", tool_call_id: "1", content: [{ type: "text", text: "r1" }] },
        { role: "assistant", content: "done" },
        { role: "user", content: "again" },
        { role: "assistant", tool_calls: [call("3", "a", '{"q": 1}')] },
      ]),
    ).toEqual([
      ["a", '{"q": 1}', "r1", 0, 0],
      ["b", "{}", "r2", 0, 0],
      ["a", '{"q": 1}', undefined, 2, 1],
    ]);
  });

  it("reads OpenAI's responses: calls that follow each other are one round", () => {
    expect(
      read([
        { type: "function_call", call_id: "1", name: "a", arguments: "{}" },
        { type: "function_call", call_id: "2", name: "b", arguments: "{}" },
        { type: "function_call_output", call_id: "1", output: "r1" },
        { type: "function_call_output", call_id: "2", output: "r2" },
        { type: "function_call", call_id: "3", name: "a", arguments: "{}" },
        { role: "user", content: "more" },
        { type: "function_call", call_id: "4", name: "a", arguments: "{}" },
      ]),
    ).toEqual([
      ["a", "{}", "r1", 0, 0],
      ["b", "{}", "r2", 0, 0],
      ["a", "{}", undefined, 1, 0],
      ["a", "{}", undefined, 2, 1],
    ]);
  });

  it("reads Anthropic's messages", () => {
    const use = (id: string, name: string, input: unknown) => ({ type: "tool_use", id, name, input });
    const result = (id: string, content: unknown, more = {}) => ({
      type: "tool_result",
      tool_use_id: id,
      content,
      ...more,
    });
    expect(
      read([
        { role: "user", content: "go" },
        { role: "assistant", content: [{ type: "text", text: "hm" }, use("1", "a", { q: 1 }), use("2", "b", {})] },
        {
          role: "user",
          content: [result("1", [{ type: "text", text: "r1" }]), result("2", "boom", { is_error: true })],
        },
        { role: "assistant", content: [use("3", "a", {})] },
        { role: "user", content: [result("3", [{ type: "image", source: {} }]), { type: "text", text: "stop that" }] },
        { role: "assistant", content: [use("4", "a", {})] },
      ]),
    ).toEqual([
      ["a", { q: 1 }, "r1", 0, 0],
      ["b", {}, "boom", 0, 0],
      ["a", {}, [{ type: "image", source: {} }], 1, 0],
      ["a", {}, undefined, 2, 1],
    ]);
  });

  it("passes over what it does not know", () => {
    expect(
      read([
        null,
        5,
        "text",
        [],
        {},
        { role: "assistant" },
        { role: "tool" },
        { type: "reasoning" },
        { role: "assistant", tool_calls: [{}] },
      ]),
    ).toEqual([]);
    expect(read([{ type: "function_call_output", call_id: "nobody", output: 1 }])).toEqual([]);
  });

  it("gives results without ids to the calls of their names, in order, however many there are", () => {
    const names = Array.from({ length: 120_000 }, (_, i) => (i < 60_000 ? "f" : "g"));
    const calls = names.map((name) => ({ function: { name, arguments: "{}" } }));
    const results = names.toReversed().map((name, i) => ({ role: "function", name, content: `r${i}` }));
    const started = performance.now();
    const outcomes = read([{ role: "assistant", tool_calls: calls }, ...results]).map(([, , result]) => result);
    expect(performance.now() - started).toBeLessThan(2_000);
    // Those of `g` came first.
    expect(outcomes).toEqual(names.map((_, i) => `r${(i + 60_000) % 120_000}`));
  });
});
