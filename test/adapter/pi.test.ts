/** `loopguard/pi` without pi: what only a user, or a value that throws, brings about. test/agents has the rest, with pi itself. */
import { describe, expect, it } from "vitest";
import { toolLoopExtension, withLoopGuard } from "../../lib/frameworks/pi.ts";
import type { PiAgentEvent, PiGuardOptions } from "../../lib/frameworks/pi-types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { checkMessages } from "../../lib/index.ts";
import { budget, repeat, textRepeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { HOSTILE_VALUES } from "../guard/hostile.ts";

/** What pi does with an extension, one event at a time. */
class Host {
  readonly context = {
    hasUI: true,
    ui: {
      confirm: async (_title: string, message: string) => {
        this.asked.push(message);
        return this.allows;
      },
    },
    signal: undefined as AbortSignal | undefined,
    sessionManager: { getSessionId: () => "s", buildSessionProjection: () => ({ messages: this.history }) },
    abort: () => void this.aborts++,
  };
  readonly asked: string[] = [];
  readonly sent: object[] = [];
  history: object[] = [];
  allows = true;
  aborts = 0;
  #calls = 0;
  readonly #handlers = new Map<string, (event: object, context: object) => Promise<unknown>>();

  constructor(guard: LoopGuard | LoopGuardOptions, options?: PiGuardOptions) {
    toolLoopExtension(
      guard,
      options,
    )({
      on: ((event: string, handler: never) => this.#handlers.set(event, handler)) as never,
      sendMessage: (message, options) => this.sent.push({ ...message, ...options }),
    });
  }

  emit(event: string, fields: object = {}): Promise<unknown> {
    return this.#handlers.get(event)?.({ type: event, ...fields }, this.context) ?? Promise.reject(new Error(event));
  }

  message(message: object): Promise<unknown> {
    return this.emit("message_end", { message });
  }

  /** A response with one call; gives what the call's result becomes, or why it did not run. */
  async call(args: unknown, content: unknown = [{ type: "text", text: "same" }], more: object = {}): Promise<unknown> {
    const id = `c${this.#calls++}`;
    await this.message({ role: "assistant", content: [{ type: "toolCall", id, name: "t", arguments: args }] });
    const blocked = await this.emit("tool_call", { toolCallId: id });
    if (blocked !== undefined) return blocked;
    return this.message({ role: "toolResult", toolCallId: id, toolName: "t", content, ...more });
  }
}

/** Nothing before the second equal call, of which each has this verdict. */
const from2 = (action: "warn" | "ask" | "abort"): LoopGuardOptions => ({
  detectors: [repeat({ threshold: 2, ladder: { [action]: 1 } })],
});

describe("recover", () => {
  it("no rung `model` is told of, since pi asks no other", async () => {
    const host = new Host({
      recover: { models: ["other"], temperature: 1 },
      onRecovery: ({ rung }) => rungs.add(rung),
    });
    const rungs = new Set<string>();
    for (let i = 0; i < 7; i++) {
      await host.call({});
      await host.emit("context_with_system", { messages: [] });
    }
    expect([...rungs]).toEqual(["prune", "tools", "fresh"]);
  });

  it.each([
    ["a response without a call has helped", "stop", "ended"],
    ["a request that failed has not", "error", "failed"],
    ["nor has one that the user aborted", "aborted", "failed"],
  ])("%s", async (_, stopReason, outcome) => {
    const told: string[] = [];
    const host = new Host({ recover: true, onRecovery: (one) => void told.push(one.outcome) });
    for (let i = 0; i < 3; i++) await host.call({});
    await host.emit("context_with_system", { messages: [] });
    await host.message({ role: "assistant", content: [], stopReason });
    await host.message({ role: "user", content: "And now?" });
    expect(told).toEqual(["tried", outcome]);
  });
});

describe("ask", () => {
  it("the user's yes has the call run", async () => {
    const host = new Host(from2("ask"));
    for (let i = 0; i < 2; i++) await host.call({});
    const asked = host.asked.length;
    expect((await host.call({})) ?? {}).not.toHaveProperty("block");
    expect(host.asked.length).toBe(asked + 1);
  });

  it("a yes allows as many further calls as the option `more` says", async () => {
    const host = new Host({ ladder: { hint: 1, ask: 2, abort: 9 } }, { more: 2 });
    for (let i = 0; i < 6; i++) await host.call({});
    expect(host.asked).toHaveLength(1);
    for (let i = 0; i < 2; i++) await host.call({}); // a hint first, as in any loop
    expect(host.asked).toHaveLength(2);
  });

  it("the user's no, and having no user, refuse it", async () => {
    for (const hasUI of [true, false]) {
      const host = new Host(from2("ask"));
      Object.assign(host.context, { hasUI });
      host.allows = false;
      for (let i = 0; i < 2; i++) await host.call({});
      expect(await host.call({})).toMatchObject({ block: true, reason: expect.stringContaining("Tool 't'") });
      expect(host.asked.length > 0).toBe(hasUI);
    }
  });
});

it("a warning is a paragraph of the last text, or a text after an image", async () => {
  const host = new Host(from2("warn"));
  const image = { type: "image", data: "", mimeType: "image/png" };
  const note = expect.stringContaining("Tool 't'");
  await host.call({});
  expect(await host.call({})).toMatchObject({
    message: { role: "toolResult", content: [{ text: expect.stringMatching(/^same\n\nTool 't' /) }] },
  });
  await host.call({ a: 1 }, [image]);
  expect(await host.call({ a: 1 }, [image])).toMatchObject({
    message: { content: [image, { type: "text", text: note }] },
  });
});

it("a call of another tool is not judged, and neither is what the user interrupted", async () => {
  const guard = new LoopGuard();
  const host = new Host(guard);
  for (let i = 0; i < 9; i++) expect(await host.emit("tool_call", { toolCallId: `c/${i}` })).toBeUndefined();
  host.context.signal = AbortSignal.abort();
  for (let i = 0; i < 3; i++) expect(await host.call({}, undefined, { isError: true })).toBeUndefined();
  expect(guard.run("s").tripped).toBeNull();
});

it("an abort ends the work at the end of the response, until a user speaks", async () => {
  const host = new Host(from2("abort"));
  for (let i = 0; i < 2; i++) await host.call({});
  expect(host.aborts).toBe(0);
  await host.emit("turn_end");
  expect(host.aborts).toBe(1);
  expect(await host.call({ other: 1 })).toMatchObject({ block: true, reason: expect.stringContaining("aborting") });
  const aborted = { role: "assistant", content: [], stopReason: "aborted", errorMessage: "Request was aborted" };
  expect(await host.message(aborted)).toMatchObject({
    message: { ...aborted, errorMessage: expect.stringContaining("aborting to prevent a loop") },
  });
  await host.message({ role: "user", content: [{ type: "text", text: "go on" }] });
  expect(await host.call({ other: 1 })).toBeUndefined();
  await host.emit("turn_end");
  expect(host.aborts).toBe(1);
  expect(await host.message(aborted)).toBeUndefined();
});

it("a cut text is told when the work has settled, a warning at the end of the response", async () => {
  const write = async (host: Host) => {
    for (let i = 0; i < 200; i++)
      await host.emit("message_update", {
        assistantMessageEvent: { type: "text_delta", delta: "I look at it again. " },
      });
    await host.message({ role: "assistant", content: [], stopReason: host.aborts > 0 ? "aborted" : "stop" });
    await host.emit("turn_end");
    const atTurnEnd = host.sent.length;
    await host.emit("agent_settled");
    return [host.aborts, atTurnEnd, host.sent.length];
  };
  const cut = new Host({ detectors: [textRepeat({ atOnce: true })], action: "hint" });
  expect(await write(cut)).toEqual([1, 0, 1]);
  expect(cut.sent).toMatchObject([{ customType: "loopguard", triggerTurn: true }]);
  const warned = new Host({ detectors: [textRepeat({ atOnce: true })], action: "warn" });
  expect(await write(warned)).toEqual([0, 1, 1]);
  expect(warned.sent).toMatchObject([{ customType: "loopguard", triggerTurn: false }]);
});

it("budgets get what pi says that a response has used", async () => {
  const host = new Host({ detectors: [budget({ per: "run", cost: 1, tokens: 1000 })] });
  const usage = { input: 1, output: 2, cacheRead: 300, cacheWrite: 4, cost: { total: 0.4 } };
  for (let i = 0; i < 3; i++) await host.message({ role: "assistant", content: [], usage });
  expect(await host.call({})).toMatchObject({ block: true, reason: expect.stringContaining("budget") });
});

it.each([
  ["not asked about, because another extension blocked them, are failed calls", "Not in this mode.", false, null],
  ["not asked about, because the user aborted, are none", "Operation aborted", true, null],
  ["of unknown tools, or with invalid arguments, are told", "Tool t not found", false, "unknown_tool"],
])("calls %s", async (_, text, aborted, found) => {
  const guard = new LoopGuard();
  const host = new Host(guard);
  if (aborted) host.context.signal = AbortSignal.abort();
  for (let i = 0; i < 8; i++) {
    const call = { type: "toolCall", id: `${i}`, name: "t", arguments: { i } };
    await host.message({ role: "assistant", content: [call] });
    const result = { role: "toolResult", toolCallId: call.id, content: [{ type: "text", text }], isError: true };
    await host.message(result);
  }
  expect(guard.run("s").tripped?.detector ?? null).toBe(found);
});

it("a session that goes on begins with what the model is shown", async () => {
  const host = new Host({ maxRepeats: 2, action: "hint" });
  for (let i = 0; i < 2; i++)
    host.history.push(
      { role: "assistant", content: [{ type: "toolCall", id: `h${i}`, name: "t", arguments: {} }] },
      { role: "toolResult", toolCallId: `h${i}`, toolName: "t", content: [{ type: "text", text: "same" }] },
    );
  await host.emit("session_start");
  expect(await host.call({})).toMatchObject({ block: true });
  host.history.length = 2; // an earlier point
  await host.emit("session_tree");
  expect(await host.call({})).toBeUndefined();
  expect(await host.call({})).toMatchObject({ block: true });
});

it("checkMessages reads pi's messages", () => {
  const messages = [0, 1, 2].flatMap((i) => [
    { role: "assistant", content: [{ type: "toolCall", id: `${i}`, name: "t", arguments: {} }] },
    {
      role: "toolResult",
      toolCallId: `${i}`,
      toolName: "t",
      content: [{ type: "text", text: "same" }],
      isError: false,
    },
  ]);
  expect(checkMessages(messages).detection).toMatchObject({ toolName: "t", repeats: 3 });
});

const hostile = Object.entries(HOSTILE_VALUES).map(([name, value]): [string, () => unknown] => [name, () => value]);

describe.each(hostile)("%s", (_, give) => {
  it("breaks nothing", async () => {
    const value = give();
    const host = new Host(from2("warn"));
    for (let i = 0; i < 3; i++) {
      await host.call(value, value);
      await host.call({}, [value]);
      await host.message({ role: "user", content: value });
      await host.message({ role: "assistant", content: value, usage: value });
      await host.emit("message_update", { assistantMessageEvent: value });
    }
    host.history = [value as object];
    await host.emit("session_start");
    expect(await host.call({ fine: true })).toBeUndefined();
  });
});

it("an agent that is made anew for each step, and calls a tool that there is not, is ended", async () => {
  const messages: object[] = [{ role: "user", content: "Go." }];
  let ended = 0;
  for (let step = 1; step < 20 && ended === 0; step++) {
    let listen: (event: PiAgentEvent, signal: AbortSignal) => Promise<void> = async () => {};
    withLoopGuard({
      state: { messages: [...messages] },
      subscribe: (listener: typeof listen) => {
        listen = listener;
      },
      abort: () => {
        ended = step;
      },
    });
    const call = { type: "toolCall", id: `${step}`, name: "t", arguments: {} };
    const content = [{ type: "text", text: "Tool t not found" }];
    const made = [
      { role: "assistant", content: [call] },
      { role: "toolResult", toolCallId: call.id, toolName: "t", content, isError: true },
    ];
    for (const message of made) await listen({ type: "message_end", message }, new AbortController().signal);
    await listen({ type: "turn_end" }, new AbortController().signal);
    messages.push(...made);
  }
  expect(ended).toBe(7);
});

it("an agent's own beforeToolCall is asked first, and blocks what it blocks", async () => {
  let listen: (event: PiAgentEvent, signal: AbortSignal) => Promise<void> = async () => {};
  const own: unknown[] = [];
  const agent = withLoopGuard(
    {
      beforeToolCall: async (context: { toolCall: { id: string } }) => {
        own.push(context.toolCall.id);
        return context.toolCall.id === "no" ? { block: true, reason: "mine" } : undefined;
      },
      subscribe: (listener: typeof listen) => {
        listen = listener;
      },
      abort: () => {},
    },
    { maxRepeats: 1, action: "hint" },
  );
  const ask = async (id: string) => {
    const message = { role: "assistant", content: [{ type: "toolCall", id, name: "t", arguments: {} }] };
    await listen({ type: "message_end", message }, new AbortController().signal);
    return agent.beforeToolCall({ toolCall: { id } });
  };
  expect(await ask("no")).toEqual({ block: true, reason: "mine" });
  expect(await ask("a")).toBeUndefined();
  expect(await ask("b")).toMatchObject({ block: true, reason: expect.stringContaining("identical arguments") });
  expect(own).toEqual(["no", "a", "b"]);
});
