/** Messages that a program put in the user's place, in logs: no turn. test/history/user-words.test.ts has the rule. */
import { expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { Recorder } from "./recorder.ts";

const NUDGE = "Your answer had no tool call, try again.";
const SAID = ["Find x in the handbook, please", NUDGE, NUDGE, "continue", "And now the other one, please"];
/** Before the first call nothing is a turn, and of two nudges the first is one. */
const TURNS = [false, true, false, true, true];

/** A user's message before each of five calls; in the story, `U` where a turn begins. */
const story = TURNS.map((turn, i) => `${turn ? "U " : ""}| ${i}:read({"q":"x"}) ${i}="y"`).join(" ");

async function storyOf(values: readonly object[]): Promise<string | undefined> {
  const recorder = new Recorder();
  await readTraceLines([Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(""))], "trace", recorder);
  expect(recorder.faults).toEqual([]);
  expect(recorder.runs).toHaveLength(1);
  return recorder.runs[0]?.story;
}

it.each<[string, (words: string, i: number) => object[]]>([
  [
    "messages",
    (content, i) => [
      { role: "user", content },
      { role: "assistant", tool_calls: [{ id: `c${i}`, function: { name: "read", arguments: '{"q":"x"}' } }] },
      { role: "tool", tool_call_id: `c${i}`, content: "y" },
    ],
  ],
  [
    "claude-code",
    (text, i) => [
      { type: "user", sessionId: "s", message: { role: "user", content: "<system-reminder>No.</system-reminder>" } },
      { type: "user", sessionId: "s", message: { role: "user", content: [{ type: "text", text }] } },
      {
        type: "assistant",
        sessionId: "s",
        message: {
          id: `m${i}`,
          role: "assistant",
          content: [{ type: "tool_use", id: `c${i}`, name: "read", input: { q: "x" } }],
        },
      },
      {
        type: "user",
        sessionId: "s",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: `c${i}`, content: "y" }] },
      },
    ],
  ],
  [
    "codex, where a message is in two lines",
    (text, i) => [
      ...(i === 0 ? [{ type: "session_meta", payload: { id: "s" } }] : []),
      {
        type: "response_item",
        payload: { type: "message", role: "user", content: [{ type: "input_text", text: "<environment_context>/x" }] },
      },
      { type: "response_item", payload: { type: "message", role: "user", content: [{ type: "input_text", text }] } },
      { type: "event_msg", payload: { type: "user_message", message: text } },
      {
        type: "response_item",
        payload: { type: "function_call", call_id: `c${i}`, name: "read", arguments: '{"q":"x"}' },
      },
      { type: "response_item", payload: { type: "function_call_output", call_id: `c${i}`, output: "y" } },
    ],
  ],
  [
    "gemini-cli",
    (text, i) => [
      ...(i === 0 ? [{ sessionId: "s", projectHash: "p" }] : []),
      { id: `n${i}`, type: "user", content: [{ text: "System: Potential loop detected. Please take a step back" }] },
      { id: `u${i}`, type: "user", content: [{ text }] },
      {
        id: `m${i}`,
        type: "gemini",
        toolCalls: [{ id: `c${i}`, name: "read", args: { q: "x" }, status: "success", result: "y" }],
      },
    ],
  ],
])("%s", async (_, lines) => {
  expect(await storyOf(SAID.flatMap(lines))).toBe(story);
});
