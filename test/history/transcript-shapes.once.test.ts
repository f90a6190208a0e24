import { describe, expect, it } from "vitest";
import { readTranscript } from "../../lib/history/transcripts.ts";

/** Name, arguments, result or error, round, turn. */
const read = (entries: unknown[]) =>
  readTranscript(entries).map(({ call, outcome, round, turn }) => [
    call.name,
    call.arguments,
    outcome === undefined
      ? "open"
      : outcome.error === undefined
        ? { result: outcome.result }
        : { error: outcome.error },
    round,
    turn,
  ]);

describe("readTranscript, of UI messages of the AI SDK", () => {
  const part = (type: string, id: string, fields: object) => ({ type, toolCallId: id, ...fields });

  it("reads the states of a call", () => {
    const parts = [
      { type: "step-start" },
      part("tool-a", "1", { state: "input-streaming", input: { q: 1 } }),
      part("tool-a", "2", { state: "input-available", input: { q: 2 } }),
      part("tool-a", "3", { state: "output-available", input: { q: 3 }, output: { n: 3 } }),
      part("tool-a", "4", { state: "output-available", input: { q: 4 }, output: "so far", preliminary: true }),
      part("tool-a", "5", { state: "output-error", rawInput: "{", errorText: "not JSON" }),
      part("tool-a", "6", { state: "approval-requested", input: { q: 6 } }),
      part("dynamic-tool", "7", { toolName: "b", state: "output-available", input: {}, output: "x" }),
      { type: "step-start" },
      part("tool-a", "8", { state: "output-denied", input: {} }),
    ];
    expect(read([{ id: "m", role: "assistant", parts }])).toEqual([
      ["a", { q: 2 }, "open", 0, 0],
      ["a", { q: 3 }, { result: { n: 3 } }, 0, 0],
      ["a", { q: 4 }, "open", 0, 0],
      ["a", "{", { error: "not JSON" }, 0, 0],
      ["a", { q: 6 }, "open", 0, 0],
      ["b", {}, { result: "x" }, 0, 0],
      ["a", {}, "open", 1, 0],
    ]);
  });

  it("reads those of version 4", () => {
    const call = (toolCallId: string, fields: object) => ({
      type: "tool-invocation",
      toolInvocation: { toolCallId, toolName: "a", args: { q: toolCallId }, ...fields },
    });
    const parts = [
      call("1", { state: "partial-call" }),
      call("2", { state: "call" }),
      call("3", { state: "result", result: [7] }),
    ];
    expect(read([{ role: "assistant", content: "", parts }])).toEqual([
      ["a", { q: "2" }, "open", 0, 0],
      ["a", { q: "3" }, { result: [7] }, 0, 0],
    ]);
  });
});

describe("readTranscript, of LangChain", () => {
  it("reads a call once that is in the content too, and calls whose arguments did not parse", () => {
    const content = [{ type: "tool_use", id: "1", name: "a", input: { q: 1 } }];
    const tool_calls = [{ id: "1", name: "a", args: { q: 1 } }];
    const invalid_tool_calls = [{ id: "2", name: "a", args: '{"q":', error: "bad" }];
    expect(
      read([
        { type: "ai", content, tool_calls, invalid_tool_calls },
        { type: "tool", tool_call_id: "1", content: [{ type: "text", text: "x" }], status: "success" },
        { type: "tool", tool_call_id: "2", content: "no JSON", status: "error" },
      ]),
    ).toEqual([
      ["a", { q: 1 }, { result: "x" }, 0, 0],
      ["a", '{"q":', { error: "no JSON" }, 0, 0],
    ]);
  });

  it("reads instances of older versions, and passes over other classes", () => {
    const instance = (type: string, fields: object) => Object.assign(Object.create({ _getType: () => type }), fields);
    expect(
      read([
        instance("system", { content: "hi" }),
        instance("human", { content: "hi" }),
        instance("ai", { content: "", tool_calls: [{ id: "1", name: "a", args: {} }] }),
        instance("human", { content: "stop" }),
        instance("ai", { content: "", tool_calls: [{ id: "2", name: "a", args: {} }] }),
        {
          type: "constructor",
          id: ["langchain_core", "prompts", "PromptTemplate"],
          kwargs: { tool_calls: [{ name: "a" }] },
        },
      ]),
    ).toEqual([
      ["a", {}, "open", 0, 0],
      ["a", {}, "open", 1, 1],
    ]);
  });
});

describe("readTranscript, of Gemini", () => {
  it("gives results without ids to the calls of the last response, in order", () => {
    const call = (q: number, name = "a") => ({ functionCall: { name, args: { q } } });
    const answer = (response: unknown, name = "a") => ({ functionResponse: { name, response } });
    expect(
      read([
        { role: "model", parts: [call(1), call(2, "b"), call(3)] },
        {
          role: "function",
          parts: [answer({ output: "one" }), answer({ output: "three" }), answer({ error: "two" }, "b")],
        },
        { role: "model", parts: [call(4)] },
        { role: "user", parts: [answer({ output: "four" }), { text: "and hurry" }] },
        { role: "model", parts: [{ functionCall: { name: "c" } }] },
        { role: "model", parts: [{ functionCall: { name: "c" } }] },
        {
          role: "function",
          parts: [{ functionResponse: { name: "c", response: { output: "last" }, parts: [{ text: "image" }] } }],
        },
      ]),
    ).toEqual([
      ["a", { q: 1 }, { result: { output: "one" } }, 0, 0],
      ["b", { q: 2 }, { error: "two" }, 0, 0],
      ["a", { q: 3 }, { result: { output: "three" } }, 0, 0],
      ["a", { q: 4 }, { result: { output: "four" } }, 1, 0],
      ["c", {}, "open", 2, 1],
      ["c", {}, { result: { output: "last", "functionResponse.parts": [{ text: "image" }] } }, 3, 1],
    ]);
  });
});

describe("readTranscript, of tools that the provider runs or a human refuses", () => {
  it("reads items of OpenAI's responses", () => {
    expect(
      read([
        { type: "custom_tool_call", call_id: "1", name: "sql", input: "select 1" },
        { type: "custom_tool_call_output", call_id: "1", output: [{ type: "input_text", text: "1" }] },
        { type: "mcp_call", id: "2", name: "search", arguments: "{}", output: "found" },
        { type: "mcp_call", id: "3", name: "search", arguments: "{}", error: "down", output: null },
        { type: "mcp_call", id: "4", name: "search", arguments: "{}" },
      ]),
    ).toEqual([
      ["sql", { input: "select 1" }, { result: "1" }, 0, 0],
      ["search", "{}", { result: "found" }, 1, 0],
      ["search", "{}", { error: "down" }, 2, 0],
      ["search", "{}", "open", 3, 0],
    ]);
  });

  it("reads items of OpenAI's Agents SDK and of LiveKit, which have callId", () => {
    expect(
      read([
        { type: "shell_call", callId: "1", action: { commands: ["ls"] } },
        { type: "shell_call_output", callId: "1", output: [{ stdout: "a", outcome: { type: "exit", exitCode: 0 } }] },
        { type: "computer_call", callId: "2", action: { type: "screenshot" } },
        { type: "computer_call_result", callId: "2", output: { type: "computer_screenshot", data: "x" } },
        { type: "function_call", callId: "3", name: "a", args: '{"q":1}' },
        { type: "function_call_output", callId: "3", output: "r" },
      ]),
    ).toEqual([
      ["shell", { commands: ["ls"] }, { result: [{ stdout: "a", outcome: { type: "exit", exitCode: 0 } }] }, 0, 0],
      ["computer", { type: "screenshot" }, { result: { type: "computer_screenshot", data: "x" } }, 1, 0],
      ["a", '{"q":1}', { result: "r" }, 2, 0],
    ]);
  });

  it("reads texts of TanStack AI, and failures of LlamaIndex", () => {
    const calls = ["1", "2"].map((id) => ({ id, function: { name: "a", arguments: "{}" } }));
    const text = (content: string) => [{ type: "text", content }];
    expect(
      read([
        { role: "assistant", content: null, toolCalls: calls },
        { role: "tool", toolCallId: "1", content: text("none") },
        { role: "tool", toolCallId: "2", content: "none" },
        { role: "user", content: text("Go on, you have not called a tool.") },
        { role: "user", content: text("Go on, you have not called a tool.") },
        { role: "assistant", content: "", options: { toolCall: [{ id: "3", name: "a", input: {} }] } },
        { role: "user", content: "no", options: { toolResult: { id: "3", result: "no", isError: true } } },
      ]),
    ).toEqual([
      ["a", "{}", { result: "none" }, 0, 0],
      ["a", "{}", { result: "none" }, 0, 0],
      ["a", {}, { error: "no" }, 1, 1],
    ]);
  });

  it("reads server tools of Anthropic", () => {
    const content = [
      { type: "server_tool_use", id: "1", name: "web_search", input: { query: "x" } },
      { type: "web_search_tool_result", tool_use_id: "1", content: [{ type: "web_search_result", url: "u" }] },
      { type: "mcp_tool_use", id: "2", name: "echo", input: {} },
      { type: "mcp_tool_result", tool_use_id: "2", is_error: true, content: [{ type: "text", text: "no" }] },
    ];
    expect(read([{ role: "assistant", content }])).toEqual([
      ["web_search", { query: "x" }, { result: [{ type: "web_search_result", url: "u" }] }, 0, 0],
      ["echo", {}, { error: "no" }, 0, 0],
    ]);
  });

  it("reads model messages of the AI SDK", () => {
    const call = (id: string) => ({ type: "tool-call", toolCallId: id, toolName: "a", input: {} });
    const result = (id: string, output: object) => ({ type: "tool-result", toolCallId: id, toolName: "a", output });
    expect(
      read([
        {
          role: "assistant",
          content: [call("1"), result("1", { type: "json", value: 1 }), call("2"), call("3"), call("4")],
        },
        {
          role: "tool",
          content: [
            result("2", { type: "execution-denied", reason: "no" }),
            result("3", { type: "content", value: [{ type: "text", text: "x" }] }),
            result("4", { type: "error-json", value: { code: 7 } }),
          ],
        },
      ]),
    ).toEqual([
      ["a", {}, { result: 1 }, 0, 0],
      ["a", {}, "open", 0, 0],
      ["a", {}, { result: "x" }, 0, 0],
      ["a", {}, { error: { code: 7 } }, 0, 0],
    ]);
  });
});
