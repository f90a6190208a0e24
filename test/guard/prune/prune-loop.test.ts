import { describe, expect, it } from "vitest";
import { LoopGuard, pruneLoop } from "../../../lib/index.ts";
import type { RequestCheck } from "../../oracles/requests.ts";
import { CHECKS, PROVIDERS, prunesSafely } from "./prune-safely.ts";
import { RENDERED } from "./rendered-requests.ts";

const LEFT_OUT = "These calls were left out: use this result, take a different approach, or answer with what you have.";

const call = (id: number, name = "search", args: object = { q: "x" }, content: string | null = null) => ({
  role: "assistant",
  content,
  tool_calls: [{ id: `${id}`, type: "function", function: { name, arguments: JSON.stringify(args) } }],
});
const result = (id: number, content: unknown = "nothing") => ({ role: "tool", tool_call_id: `${id}`, content });
const user = { role: "user", content: "Find x." };
const loop = (from: number, times: number) =>
  Array.from({ length: times }, (_, at) => [call(from + at), result(from + at)]).flat();
const names = (messages: readonly object[]) =>
  messages.flatMap((message) => ("tool_calls" in message ? (message as ReturnType<typeof call>).tool_calls : []));
const ids = (messages: readonly object[]) => names(messages).map(({ id }) => Number(id));

describe("pruneLoop", () => {
  it("keeps the first and the last pair, and says with the last what was left out", () => {
    const messages = [user, ...loop(0, 16)];
    const pruned = pruneLoop(messages, { toolName: "search" });
    expect(pruned.messages).toEqual([
      user,
      call(0),
      result(0),
      call(15),
      result(15, `nothing\n\nTool 'search' was called 14 times more, with the same result. ${LEFT_OUT}`),
    ]);
    expect(pruned).toMatchObject({ removed: 14, tokens: expect.any(Number) });
    expect(pruned.text).toMatch(/^Repeated calls were left out of the request: 'search' 14 times; about \d+ tokens\.$/);
    expect(messages).toEqual([user, ...loop(0, 16)]);
  });

  /** Of frameworks that have messages of their own: a call with its answer, the id of the call, and the answer with a line of ours. */
  const FRAMEWORKS: Record<
    string,
    { exchange: (id: string) => [object, object]; noted: (id: string, line: string) => object }
  > = {
    "OpenAI's Agents SDK": {
      exchange: (callId) => [
        { type: "function_call", callId, name: "search", arguments: '{"q":"x"}', status: "completed" },
        { type: "function_call_result", callId, name: "search", output: { type: "text", text: "nothing" } },
      ],
      noted: (callId, line) => ({
        type: "function_call_result",
        callId,
        name: "search",
        output: { type: "text", text: `nothing\n\n${line}` },
      }),
    },
    pi: {
      exchange: (id) => [
        { role: "assistant", content: [{ type: "toolCall", id, name: "search", arguments: { q: "x" } }] },
        { role: "toolResult", toolCallId: id, toolName: "search", content: [{ type: "text", text: "nothing" }] },
      ],
      noted: (id, text) => ({
        role: "toolResult",
        toolCallId: id,
        toolName: "search",
        content: [
          { type: "text", text: "nothing" },
          { type: "text", text },
        ],
      }),
    },
    "TanStack AI": {
      exchange: (id) => [
        {
          role: "assistant",
          content: null,
          toolCalls: [{ id, type: "function", function: { name: "search", arguments: '{"q":"x"}' } }],
        },
        { role: "tool", toolCallId: id, content: [{ type: "text", content: "nothing" }] },
      ],
      noted: (id, content) => ({
        role: "tool",
        toolCallId: id,
        content: [
          { type: "text", content: "nothing" },
          { type: "text", content },
        ],
      }),
    },
    "TanStack AI, with an image": {
      exchange: (id) => [
        { role: "assistant", content: "", toolCalls: [{ id, function: { name: "search", arguments: "{}" } }] },
        { role: "tool", toolCallId: id, content: [{ type: "image", source: { type: "url", value: "https://x" } }] },
      ],
      noted: (id, content) => ({
        role: "tool",
        toolCallId: id,
        content: [
          { type: "image", source: { type: "url", value: "https://x" } },
          { type: "text", content },
        ],
      }),
    },
    Genkit: {
      exchange: (ref) => [
        { role: "model", content: [{ reasoning: "Hm." }, { toolRequest: { ref, name: "search", input: { q: "x" } } }] },
        { role: "tool", content: [{ toolResponse: { ref, name: "search", output: ["nothing"] } }] },
      ],
      noted: (ref, line) => ({
        role: "tool",
        content: [{ toolResponse: { ref, name: "search", output: `["nothing"]\n\n${line}` } }],
      }),
    },
    "Genkit, with parts": {
      exchange: (ref) => [
        { role: "model", content: [{ toolRequest: { ref, name: "search", input: { q: "x" } } }] },
        {
          role: "tool",
          content: [{ toolResponse: { ref, name: "search", output: "", content: [{ text: "nothing" }] } }],
        },
      ],
      noted: (ref, text) => ({
        role: "tool",
        content: [{ toolResponse: { ref, name: "search", output: "", content: [{ text: "nothing" }, { text }] } }],
      }),
    },
    LlamaIndex: {
      exchange: (id) => [
        { role: "assistant", content: "", options: { toolCall: [{ id, name: "search", input: { q: "x" } }] } },
        { role: "user", content: "nothing", options: { toolResult: { id, result: "nothing", isError: false } } },
      ],
      noted: (id, line) => ({
        role: "user",
        content: `nothing\n\n${line}`,
        options: { toolResult: { id, result: `nothing\n\n${line}`, isError: false } },
      }),
    },
  };

  it.each(Object.entries(FRAMEWORKS))(
    "reads messages of %s, and adds the line in their form",
    (_, { exchange, noted }) => {
      const messages = [user, ...["0", "1", "2", "3"].flatMap(exchange)];
      const [lastCall] = exchange("3");
      const line = `Tool 'search' was called 2 times more, with the same result. ${LEFT_OUT}`;
      expect(pruneLoop(messages, { toolName: "search" }).messages).toEqual([
        user,
        ...exchange("0"),
        lastCall,
        noted("3", line),
      ]);
    },
  );

  it("leaves out nothing of Genkit that is marked for its cache", () => {
    const { exchange } = FRAMEWORKS["Genkit"] as (typeof FRAMEWORKS)[string];
    const messages = ["0", "1", "2", "3"].flatMap((id) =>
      exchange(id).map((message) => ({ ...message, metadata: { cache: { ttlSeconds: 60 } } })),
    );
    expect(pruneLoop(messages, { toolName: "search" }).removed).toBe(0);
  });

  it.each([
    ["a text", (message: string): unknown => message],
    ["an object with an error", (message: string): unknown => ({ error: true, message })],
  ])("takes what a guard found and what it refused: %s", (_, refusal) => {
    const guard = new LoopGuard({ action: "hint" });
    const messages: object[] = [user];
    let detection = null;
    for (let id = 0; id < 8; id++) {
      const verdict = guard.before({ id: `${id}`, name: "search", arguments: { q: "x" } });
      messages.push(call(id), result(id, verdict.allowed ? "nothing" : refusal(verdict.message)));
      if (verdict.allowed) guard.after({ id: `${id}`, name: "search", arguments: { q: "x" } }, { result: "nothing" });
      else detection ??= verdict.detection;
    }
    guard.close();
    if (detection === null) throw new Error("the guard refused nothing");
    const pruned = pruneLoop(messages, detection);
    expect(names(pruned.messages).length).toBeLessThanOrEqual(2);
    expect(JSON.stringify(pruned.messages.at(-1))).toMatch(/refused \d times?\. These calls were left out/);
  });

  it("prunes every call of a cycle", () => {
    const cycle = Array.from({ length: 10 }, (_, id) => [call(id, id % 2 === 0 ? "a" : "b"), result(id)]).flat();
    for (const toolName of ["a", "b"]) expect(ids(pruneLoop(cycle, { toolName }).messages)).toEqual([0, 1, 8, 9]);
  });

  it("keeps what was news, and what came between a change and the next", () => {
    const edits = [0, 1, 2, 3].flatMap((id) => [
      ...[call(10 * id, "test"), result(10 * id, "failed")],
      ...[call(10 * id + 1, "edit", { id }), result(10 * id + 1, "done")],
    ]);
    expect(pruneLoop(edits, { toolName: "test" }).removed).toBe(0);
    const changed = [...loop(0, 4), call(4), result(4, "found"), ...loop(5, 4)];
    expect(ids(pruneLoop(changed, { toolName: "search" }).messages)).toEqual([0, 3, 4, 5, 8]);
    const asked = [user, ...loop(0, 4), user, ...loop(4, 4)];
    expect(ids(pruneLoop(asked, { toolName: "search" }).messages)).toEqual([0, 3, 4, 7]);
  });

  it("keeps a response that says something new, unless keepText is false", () => {
    const said = ["One.", "Two.", "Two.", "Three.", "Four."];
    const messages = said.flatMap((text, id) => [call(id, "search", {}, text), result(id)]);
    expect(ids(pruneLoop(messages, { toolName: "search" }).messages)).toEqual([0, 1, 3, 4]);
    expect(ids(pruneLoop(messages, { toolName: "search" }, { keepText: false }).messages)).toEqual([0, 4]);
  });

  it("adds up what was left out when the loop goes on", () => {
    const first = pruneLoop(loop(0, 5), { toolName: "search" });
    const { messages, removed } = pruneLoop([...first.messages, ...loop(5, 5)], { toolName: "search" });
    expect([removed, ids(messages)]).toEqual([5, [0, 9]]);
    expect(JSON.stringify(messages.at(-1))).toContain("called 8 times more");
  });

  it("leaves calls of other tools, and a call that has no result yet", () => {
    const messages = [...loop(0, 4), call(9)];
    expect(pruneLoop(messages, { toolName: "read" })).toMatchObject({ messages, removed: 0, tokens: 0 });
    expect(ids(pruneLoop(messages, { toolName: "search" }).messages)).toEqual([0, 3, 9]);
  });

  it("leaves what it cannot read, and throws for what is no list, no detection or no option", () => {
    const hostile = Object.defineProperty({}, "role", {
      get() {
        throw new Error("no");
      },
    });
    const messages = [hostile, 1, null, undefined, "text", { role: "critic" }];
    const left = pruneLoop(messages, { toolName: "search" }).messages;
    expect(left).toHaveLength(messages.length);
    left.forEach((message, at) => {
      expect(message === messages[at]).toBe(true);
    });
    expect(() => pruneLoop({} as never, { toolName: "a" })).toThrow(/"messages" must be an array/);
    expect(() => pruneLoop([], null as never)).toThrow(/"detection" must be a detection/);
    expect(() => pruneLoop([], { toolName: "a" }, { keepTexts: true } as never)).toThrow(/keepText/);
  });

  it.each(PROVIDERS)("makes no request of %s invalid", (provider) => {
    prunesSafely(provider, 20);
  });

  it.each(PROVIDERS)("is held to rules of %s that a lost call, result or thought breaks", (provider) => {
    const made = (id: string) => ({ id, name: "a", args: {}, result: "none", end: "ok" as const });
    const turns = [0, 1].map((at) => ({
      calls: [made(`call_${at}_a`), made(`call_${at}_b`)],
      thought: `thought_${at}`,
    }));
    const request = RENDERED[provider]?.([{ user: "Go.", calls: [] }, ...turns]) ?? [];
    const wrongOf = CHECKS[provider] as RequestCheck;
    expect(wrongOf(request)).toEqual([]);
    for (let at = 1; at < request.length; at++) expect(wrongOf(request.toSpliced(at, 1), request)).not.toEqual([]);
  });
});
