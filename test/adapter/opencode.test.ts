/** `loopguard/opencode`, with hooks called and events told in the order of opencode 1.18. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import plugin, {
  findToolLoopError,
  type OpencodeHooks,
  type OpencodeMessage,
  type OpencodePart,
  toolLoopPlugin,
} from "../../lib/frameworks/opencode.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopRecovery } from "../../lib/index.ts";
import { budget, delegation, duplicate, repeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

const ENDED =
  /^Tool 'bash' was called again with the same arguments; it gave the same result 2 times, .* - aborting to prevent a loop$/;
const REFUSED = /was not run/;

type Outcome = { output: string; metadata?: object } | { content: object[] } | { error: string; metadata?: object };

class Opencode {
  readonly guard: LoopGuard;
  readonly aborted: string[] = [];
  readonly toasts: string[] = [];
  #hooks: Promise<OpencodeHooks>;
  #made = 0;

  constructor(options?: LoopGuardOptions, onAbort: "stop" | "answer" = "stop") {
    this.guard = new LoopGuard(options);
    this.#hooks = toolLoopPlugin(this.guard, { onAbort })({
      client: {
        session: { abort: async ({ path: { id } }) => void this.aborted.push(id) },
        tui: { showToast: async ({ body: { message } }) => void this.toasts.push(message) },
      },
    });
  }

  async event(type: string, properties: object): Promise<void> {
    await (await this.#hooks).event({ event: { type, properties } });
  }

  /** A message; returns the texts of its parts as they are after the hook. */
  async prompt(text: string, session = "s", more: object = {}): Promise<string[]> {
    const parts = [{ id: "prt_1", sessionID: session, messageID: "m", type: "text", text, ...more }];
    await (await this.#hooks)["chat.message"]({ sessionID: session }, { message: { agent: "build" }, parts });
    return parts.map((part) => part.text);
  }

  /** The model is asked; what ends the turn instead is thrown. */
  async ask(session = "s", agent = "build"): Promise<void> {
    await (await this.#hooks)["chat.params"]({ sessionID: session, agent }, {});
  }

  /** As `ask`, of a user's message; gives what is added to the messages, and which of these tools the model gets. */
  async request(...tools: string[]): Promise<{ added: string[]; offered: string[] }> {
    const hooks = await this.#hooks;
    const info = { role: "user", tools: undefined as Record<string, boolean> | undefined };
    const part = { id: "prt_1", sessionID: "s", messageID: "m", type: "text", text: "go" };
    const messages = [{ info, parts: [part] }];
    await hooks["experimental.chat.messages.transform"]({}, { messages });
    await hooks["chat.params"]({ sessionID: "s", agent: "build", message: info as object }, {});
    const added = messages.slice(1).flatMap(({ parts }) => parts.map(({ text }) => text));
    return { added, offered: tools.filter((tool) => info.tools?.[tool] !== false) };
  }

  /** One call; returns what the model reads of it. */
  async call(
    tool: string,
    args: unknown,
    outcome: Outcome,
    session = "s",
    callID = `c${++this.#made}`,
  ): Promise<string> {
    const hooks = await this.#hooks;
    const call = { tool, sessionID: session, callID };
    const failed = async (error: string, metadata?: object): Promise<string> => {
      const part = { id: `p${callID}`, sessionID: session, messageID: "m", type: "tool", callID };
      const state = { status: "error", error, metadata };
      await this.event("message.part.updated", { sessionID: session, part: { ...part, state } });
      const messages = [{ info: {}, parts: [{ ...part, state }] }];
      await hooks["experimental.chat.messages.transform"]({}, { messages });
      return messages[0]?.parts[0]?.state.error ?? "";
    };
    try {
      await hooks["tool.execute.before"](call, { args });
    } catch (error) {
      return await failed((error as Error).message);
    }
    if ("error" in outcome) return await failed(outcome.error, outcome.metadata);
    const output = structuredClone(outcome);
    await hooks["tool.execute.after"]({ ...call, args }, output);
    return "output" in output ? output.output : JSON.stringify(output.content);
  }

  /** One response with one call of a shell. */
  async shell(command: string, output: string, session = "s"): Promise<string> {
    await this.ask(session);
    return await this.call("bash", { command }, { output, metadata: { exit: 0 } }, session);
  }

  /** The model writes. */
  async write(text: string, type = "text", session = "s"): Promise<void> {
    const about = { sessionID: session, messageID: `m${++this.#made}` };
    const part = { ...about, id: `t${this.#made}`, type };
    await this.event("message.part.updated", { sessionID: session, part: { ...part, text: "", time: { start: 1 } } });
    for (let at = 0; at < text.length; at += 40)
      await this.event("message.part.delta", {
        ...about,
        partID: part.id,
        field: "text",
        delta: text.slice(at, at + 40),
      });
    await this.event("message.part.updated", {
      sessionID: session,
      part: { ...part, text, time: { start: 1, end: 2 } },
    });
  }
}

async function untilEnd(opencode: Opencode, session = "s"): Promise<string[]> {
  const read: string[] = [];
  for (;;) {
    try {
      read.push(await opencode.shell("ls", "a b", session));
    } catch (error) {
      return [...read, (error as Error).message];
    }
    if (read.length > 20) throw new Error("it does not end");
  }
}

describe("a stuck session", () => {
  it("runs twice, is refused, and ends before the next request; a message of the user begins anew", async () => {
    const opencode = new Opencode();
    for (const prompt of ["Do it.", "Do it in another way."]) {
      await opencode.prompt(prompt);
      const read = await untilEnd(opencode);
      expect(read.slice(0, 2)).toEqual(["a b", "a b"]);
      for (const text of read.slice(2, 6)) expect(text).toMatch(REFUSED);
      expect(read.slice(6)).toEqual([expect.stringMatching(ENDED), expect.stringMatching(ENDED)]);
    }
    expect(opencode.aborted).toEqual([]);
  });

  it("ends with an error in which findToolLoopError finds what was called, what came back, and why", async () => {
    const opencode = new Opencode();
    await opencode.prompt("Do it.");
    await untilEnd(opencode);
    const end: unknown = await opencode.ask().catch((error: unknown) => error);
    const found = findToolLoopError(new Error("the host's own", { cause: end }));
    expect(found?.toolName).toBe("bash");
    expect(found?.explanation).toContain("bash");
    expect(found?.results).toContain("a b");
  });

  it("does not go on for a nudge, or for a part that a plugin added; titles and summaries are written", async () => {
    const opencode = new Opencode();
    await opencode.prompt("You have todos left: please continue.");
    await untilEnd(opencode);
    await opencode.prompt("You have todos left: please continue.");
    await expect(opencode.ask()).rejects.toThrow(ENDED);
    await opencode.prompt("The task in the background is done.", "s", { synthetic: true });
    await expect(opencode.ask()).rejects.toThrow(ENDED);
    for (const agent of ["title", "compaction"]) await opencode.ask("s", agent);
  });

  it("is one of many: another session knows nothing of it", async () => {
    const opencode = new Opencode();
    await untilEnd(opencode, "a");
    expect(await opencode.shell("ls", "a b", "b")).toBe("a b");
    await opencode.event("session.deleted", { sessionID: "a", info: { id: "a" } });
    expect(await opencode.shell("ls", "a b", "a")).toBe("a b");
  });
});

it("equal calls of one response are one observation", async () => {
  const opencode = new Opencode();
  const read: string[] = [];
  for (let round = 0; round < 3; round++) {
    await opencode.ask();
    for (let i = 0; i < 3; i++) read.push(await opencode.call("bash", { command: "ls" }, { output: "a b" }));
  }
  expect(read.map((text) => REFUSED.test(text))).toEqual([...new Array(6).fill(false), ...new Array(3).fill(true)]);
});

it("a compaction lets a call be made once more", async () => {
  const opencode = new Opencode();
  await opencode.shell("ls", "a b");
  await opencode.shell("ls", "a b");
  expect(await opencode.shell("ls", "a b")).toMatch(REFUSED);
  await opencode.event("session.compacted", { sessionID: "s" });
  expect(await opencode.shell("ls", "a b")).toBe("a b");
  expect(await opencode.shell("ls", "a b")).toMatch(REFUSED);
});

it("after an abort the other calls of the response are refused", async () => {
  const opencode = new Opencode({ detectors: [repeat({ threshold: 2 })], ladder: { hint: 1, abort: 2 } });
  for (let i = 0; i < 2; i++) await opencode.shell("ls", "a b");
  await opencode.ask();
  expect(await opencode.call("bash", { command: "ls" }, { output: "a b" })).toMatch(/aborting/);
  expect(await opencode.call("read", { filePath: "f" }, { output: "text" })).toMatch(/aborting/);
  await expect(opencode.ask()).rejects.toThrow(/aborting/);
});

it("a replayed result is shown with the refusal, images by their kind", async () => {
  const opencode = new Opencode({ detectors: [duplicate({ replay: true })] });
  const content = [
    { type: "text", text: "A plan." },
    { type: "image", mimeType: "image/png", data: "AAAA" },
  ];
  const read: string[] = [];
  for (let i = 0; i < 3; i++) {
    await opencode.ask();
    read.push(await opencode.call("notes_find", { text: "x" }, { content }));
  }
  expect(read[2]).toMatch(/A plan\.\n\[image\/png, 4 characters in base64\]$/);
});

describe("outcomes", () => {
  it("warns with errors: of tools that throw, and of commands that fail", async () => {
    const opencode = new Opencode();
    const read: string[] = [];
    for (let i = 0; i < 4; i++) {
      await opencode.ask();
      read.push(await opencode.call("read", { filePath: `f${i}` }, { error: "File not found" }));
    }
    for (let i = 0; i < 4; i++) {
      await opencode.ask();
      read.push(await opencode.call("bash", { command: `test ${i}` }, { output: "no", metadata: { exit: 1 } }));
    }
    expect(read.map((text) => text.includes("4 times"))).toEqual([0, 0, 0, 1, 0, 0, 0, 1].map(Boolean));
    expect(read[3]).toMatch(/^File not found\n\nTool 'read'/);
    expect(read[7]).toMatch(/^no\n\nTool 'bash'/);
  });

  it("a call that was interrupted is no failure", async () => {
    const opencode = new Opencode();
    const stopped = { error: "Tool execution aborted", metadata: { interrupted: true } };
    for (let i = 0; i < 6; i++) {
      await opencode.ask();
      expect(await opencode.call("bash", { command: `sleep ${i}` }, stopped)).toBe("Tool execution aborted");
    }
  });

  it("adds a warning to the content of an MCP server's result", async () => {
    const opencode = new Opencode();
    const content = [{ type: "text", text: "nothing" }];
    const read: string[] = [];
    for (let i = 0; i < 6; i++) {
      await opencode.ask();
      read.push(await opencode.call("notes_find", { text: `${i}` }, { content }));
    }
    expect(read.slice(0, 5)).toEqual(new Array(5).fill(JSON.stringify(content)));
    expect(JSON.parse(read[5] as string)).toEqual([...content, { type: "text", text: expect.stringContaining("6 ") }]);
  });

  it("compares results without what opencode names anew each time", async () => {
    const opencode = new Opencode();
    const saved = (i: number) =>
      `...output truncated...\n\nFull output saved to: /h/opencode/tool-output/tool_e20${i}\n\nx`;
    const found = (i: number) =>
      `<task id="ses_df8${i}" state="completed">\n<task_result>\nno\n</task_result>\n</task>`;
    for (const [tool, output] of [
      ["bash", saved],
      ["task", found],
    ] as const) {
      const read: string[] = [];
      for (let i = 0; i < 3; i++) {
        await opencode.ask();
        read.push(await opencode.call(tool, { prompt: "look" }, { output: output(i) }));
      }
      expect(read).toEqual([output(0), output(1), expect.stringMatching(REFUSED)]);
    }
  });

  it("judges a call that cannot be made under the name that the model used", async () => {
    const opencode = new Opencode();
    const read: string[] = [];
    for (let i = 0; i < 4; i++) {
      await opencode.ask();
      const args = { tool: "search", error: `Model tried to call unavailable tool 'search' ${i}` };
      read.push(await opencode.call("invalid", args, { output: "The arguments are invalid" }));
    }
    expect(read.at(-1)).toContain("'search'");
    expect(read.at(-1)).not.toContain("The arguments are invalid");
    expect(read[0]).toBe("The arguments are invalid");
  });
});

it("what the user starts by a command is not judged", async () => {
  const opencode = new Opencode();
  for (let i = 0; i < 10; i++) {
    await opencode.ask();
    expect(await opencode.call("task", { prompt: "review" }, { output: "fine" }, "s", `prt_${i}`)).toBe("fine");
  }
});

describe("subagents", () => {
  it("are runs below the one that started them, and what they are given is a delegation", async () => {
    const opencode = new Opencode({ detectors: [delegation({ depth: 1, ladder: { hint: 1 } })] });
    await opencode.prompt("Do it.");
    const task = { subagent_type: "general", prompt: "Look." };
    await opencode.event("session.created", { info: { id: "child", parentID: "s" } });
    await opencode.prompt("Look.", "child");
    expect(opencode.guard.run("child").depth).toBe(1);
    await opencode.ask();
    expect(await opencode.call("task", task, { output: "found" })).toBe("found");
    await opencode.ask("child");
    expect(await opencode.call("task", task, { output: "found" }, "child")).not.toBe("found");
  });

  it("that get the same task again and again are refused", async () => {
    const opencode = new Opencode({ detectors: [delegation({ threshold: 3, ladder: { hint: 1 } })] });
    const read: string[] = [];
    for (let i = 0; i < 4; i++) {
      await opencode.ask();
      const task = { subagent_type: "general", prompt: "Look.", description: `attempt ${i}` };
      read.push(await opencode.call("task", task, { output: `found ${i}` }));
    }
    const refused = expect.stringContaining("The agent was not started");
    expect(read).toEqual(["found 0", "found 1", refused, refused]);
  });
});

it("counts what opencode reports of each response, once", async () => {
  const opencode = new Opencode({ detectors: [budget({ tokens: 250 })] });
  const part = { id: "p", sessionID: "s", messageID: "m", type: "step-finish", cost: 0.1 };
  const tokens = { input: 10, output: 5, reasoning: 5, cache: { read: 70, write: 10 } };
  const finish = () => opencode.event("message.part.updated", { part: { ...part, tokens } });
  await finish(); // of a session that was copied
  for (let i = 0; i < 2; i++) {
    await opencode.ask();
    await finish();
    await finish();
  }
  await opencode.ask();
  await finish();
  await expect(opencode.ask()).rejects.toThrow(/300/);
});

describe("texts", () => {
  const chant = "I will look at the file again, before I change what is in it. ".repeat(60);

  it.each(["text", "reasoning"])(
    "a %s that repeats itself is cut, and the model told with the next message",
    async (type) => {
      const opencode = new Opencode();
      await opencode.ask();
      await opencode.write("All is well, and the file is as it was before, so there is nothing to be done here.", type);
      expect(opencode.aborted).toEqual([]);
      await opencode.write(chant, type);
      await expect.poll(() => opencode.toasts).toEqual([expect.stringContaining("repeating itself")]);
      expect(opencode.aborted).toEqual(["s"]);
      expect(await opencode.prompt("And?")).toEqual(["And?", expect.stringContaining("cut off")]);
      expect(await opencode.prompt("And?")).toEqual(["And?"]);
    },
  );

  it("of a user are not looked at", async () => {
    const opencode = new Opencode();
    const part = { id: "p", sessionID: "s", messageID: "m", type: "text", text: chant };
    await opencode.event("message.part.updated", { part });
    await opencode.event("message.part.delta", { ...part, partID: "p", field: "text", delta: chant });
    expect(opencode.aborted).toEqual([]);
  });
});

describe("a guard never breaks a session", () => {
  const HOSTILE: unknown[] = [
    undefined,
    null,
    1,
    "x",
    [],
    {},
    new Proxy(
      {},
      {
        get: () => {
          throw new Error("a getter");
        },
      },
    ),
    { part: { type: "tool", state: 1 } },
    { part: { id: "p", sessionID: "s", type: "step-finish", tokens: { input: "x" } } },
    { info: { id: {}, parentID: [] } },
    { sessionID: {}, partID: {}, field: "text", delta: 5 },
  ];
  const TYPES = [
    "message.part.updated",
    "message.part.delta",
    "session.created",
    "session.deleted",
    "session.compacted",
  ];

  it("whatever events, arguments and results are like", async () => {
    const errors: unknown[] = [];
    const listen = (message: unknown) => void errors.push(message);
    subscribe("loopguard:error", listen);
    try {
      const hooks = await toolLoopPlugin()({ client: {} as never });
      for (const [at, value] of HOSTILE.entries()) {
        for (const type of TYPES) await hooks.event({ event: { type, properties: value as object } });
        await hooks["chat.message"]({ sessionID: "s" }, { message: { agent: "build" }, parts: value as never });
        for (const tool of ["invalid", "task", "bash"]) {
          const call = { tool, sessionID: `${tool}-${at}`, callID: "c" };
          await hooks["tool.execute.before"](call, { args: value });
          await hooks["tool.execute.after"]({ ...call, args: value }, (value ?? {}) as object);
        }
        await hooks["experimental.chat.messages.transform"]({}, { messages: value as never });
        await hooks["chat.params"]({ sessionID: value as string, agent: "build" }, {});
      }
    } finally {
      unsubscribe("loopguard:error", listen);
    }
    expect(errors.length).toBeGreaterThan(0);
  });

  it("when it cannot cut a text", async () => {
    const hooks = await toolLoopPlugin()({
      client: { session: { abort: () => Promise.reject(new Error("gone")) }, tui: { showToast: () => undefined } },
    });
    const about = { sessionID: "s", messageID: "m" };
    const part = { ...about, id: "p", type: "text", time: { start: 1 } };
    await hooks.event({ event: { type: "message.part.updated", properties: { part } } });
    const delta = "I will now check the file again. ".repeat(100);
    await hooks.event({
      event: { type: "message.part.delta", properties: { ...about, partID: "p", field: "text", delta } },
    });
    await new Promise((resolve) => setImmediate(resolve)); // an unhandled rejection would fail the test
  });
});

it("the default export takes options of the guard from opencode's settings, and complains of wrong ones", async () => {
  const client = { session: { abort() {} }, tui: { showToast() {} } };
  expect(plugin.id).toBe("loopguard");
  expect(Object.keys(await plugin.server({ client }, { preset: "strict" }))).toContain("tool.execute.before");
  expect(() => plugin.server({ client }, { maxRepeat: 3 })).toThrow(
    expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }),
  );
});

it("onAbort: answer gives a run that is over one last request, without tools, whose usage counts", async () => {
  const rungs: string[] = [];
  const onRecovery = ({ rung, outcome }: LoopRecovery) => void rungs.push(`${rung} ${outcome}`);
  const opencode = new Opencode({ onRecovery }, "answer");
  await opencode.prompt("go");
  for (let step = 0; step < 7; step++) {
    expect(await opencode.request("bash", "read")).toEqual({ added: [], offered: ["bash", "read"] });
    await opencode.call("bash", { command: "ls" }, { output: "same" });
  }
  const last = await opencode.request("bash", "read");
  expect(last).toEqual({ added: [expect.stringContaining("Answer with what you have")], offered: [] });
  const part = { id: "p", sessionID: "s", messageID: "m", type: "step-finish", tokens: { input: 9, output: 1 } };
  await opencode.event("message.part.updated", { sessionID: "s", part });
  expect(rungs).toEqual(["answer tried", "answer ended"]);
  await expect(opencode.ask()).rejects.toThrow("aborting to prevent a loop");
  await opencode.prompt("Something else.");
  expect((await opencode.request("bash")).offered).toEqual(["bash"]);
});

it("who aborts during that last request gets no word that it has ended the loop", async () => {
  const outcomes: string[] = [];
  const opencode = new Opencode({ onRecovery: ({ outcome }) => void outcomes.push(outcome) }, "answer");
  await opencode.prompt("go");
  for (let step = 0; step < 7; step++) await opencode.shell("ls", "same");
  await opencode.ask();
  await opencode.event("session.error", { sessionID: "s", error: { name: "MessageAbortedError" } });
  await opencode.prompt("Something else.");
  expect(outcomes).toEqual(["tried", "failed"]);
});

describe("recover", () => {
  /** A step as opencode has it: the response with its calls, and what they gave. */
  const step = (at: number, state: object, ...more: object[]): OpencodeMessage & { info: { role: string } } => {
    const about = { sessionID: "s", messageID: `m${at}` };
    const call = { ...about, id: `p${at}`, type: "tool", callID: `c${at}`, tool: "bash" };
    return {
      info: { role: "assistant" },
      parts: [
        { ...about, id: `b${at}`, type: "step-start" },
        ...more,
        { ...call, state: { input: { command: "ls" }, ...state } },
      ] as OpencodePart[],
    };
  };
  const prompted = () => [
    { info: { role: "user" }, parts: [{ id: "p", sessionID: "s", messageID: "m", type: "text", text: "go" }] },
  ];
  const done = { status: "completed", output: "a b" };

  /** Hooks of a session whose last call was refused, and what it was refused with. */
  async function stuck(options: LoopGuardOptions) {
    let error = "";
    const hooks = await toolLoopPlugin(new LoopGuard(options))({ client: {} as never });
    for (let at = 0; at < 3; at++) {
      await hooks["chat.params"]({ sessionID: "s", agent: "build" }, {});
      const call = { tool: "bash", sessionID: "s", callID: `c${at}` };
      const args = { command: "ls" };
      const ran = await hooks["tool.execute.before"](call, { args }).then(
        () => true,
        (thrown: Error) => void (error = thrown.message),
      );
      if (ran) await hooks["tool.execute.after"]({ ...call, args }, { output: "a b", metadata: { exit: 0 } });
    }
    return { hooks, refused: { status: "error", error } };
  }

  it("leaves the repetitions out of the request, in the list itself, and nothing out of what opencode keeps", async () => {
    const { hooks, refused } = await stuck({ recover: true });
    const steps = [step(0, done), step(1, done), step(2, refused)];
    const messages = [...prompted(), ...steps];
    await hooks["experimental.chat.messages.transform"]({}, { messages });
    expect(messages.map(({ info }) => info.role)).toEqual(["user", "assistant", "assistant"]);
    expect(messages[1]).toBe(steps[0]);
    const noted = expect.stringMatching(/^a b\n\nTool 'bash' was refused 1 time\. These calls were left out/);
    expect(messages[2]?.parts[1]).toMatchObject({ callID: "c1", state: { status: "completed", output: noted } });
    expect(steps[1]?.parts[1]).toMatchObject({ state: { output: "a b" } });
  });

  it("leaves a response in the request that has more than calls, or a call of the provider's own", async () => {
    const file = { id: "f", sessionID: "s", messageID: "m2", type: "file", url: "data:," };
    const own = { id: "o", sessionID: "s", messageID: "m2", type: "tool", tool: "web", callID: "w", state: done };
    for (const more of [file, { ...own, metadata: { providerExecuted: true } }]) {
      const { hooks, refused } = await stuck({ recover: true });
      const messages = [...prompted(), step(0, done), step(1, done), step(2, refused, more)];
      await hooks["experimental.chat.messages.transform"]({}, { messages });
      expect(messages).toHaveLength(4);
    }
  });

  it("turns the tool off for one request, beside what the user has turned off, and asks at the temperature", async () => {
    const recover = { prune: false, fresh: false, temperature: 0.9 };
    const { hooks } = await stuck({ recover });
    const message: { tools: Record<string, boolean> } = { tools: { web: false } };
    const params = { temperature: 0 };
    await hooks["chat.params"]({ sessionID: "s", agent: "build", message }, params);
    expect(["bash", "web", "read"].map((name) => message.tools[name])).toEqual([false, false, undefined]);
    expect(Object.keys(message.tools)).toEqual(["web"]);
    expect(params.temperature).toBe(0);
    const call = { tool: "bash", sessionID: "s", callID: "c3" };
    await hooks["tool.execute.before"](call, { args: { command: "ls" } }).catch(() => {});
    await hooks["chat.params"]({ sessionID: "s", agent: "build", message: { tools: {} } }, params);
    expect(params.temperature).toBe(0.9);
  });

  it("makes a fresh start of the task and a summary", async () => {
    const { hooks, refused } = await stuck({ recover: { prune: false, tools: false } });
    const messages = [...prompted(), step(0, done), step(1, done), step(2, refused)];
    await hooks["experimental.chat.messages.transform"]({}, { messages });
    expect(messages.map(({ info }) => info.role)).toEqual(["user", "user"]);
    expect(messages[1]?.parts).toEqual([
      expect.objectContaining({ type: "text", text: expect.stringContaining("a b") }),
    ]);
  });
});

it("another model cannot be asked: what recover says of it is left out", async () => {
  const rungs: string[] = [];
  const onRecovery = ({ rung, outcome }: LoopRecovery) => void rungs.push(`${rung} ${outcome}`);
  const opencode = new Opencode({
    recover: { prune: false, tools: false, models: ["other"], temperature: 1 },
    onRecovery,
  });
  await opencode.prompt("go");
  for (let step = 0; step < 3; step++) await opencode.shell("ls", "same");
  await opencode.request("bash");
  await opencode.event("session.error", { sessionID: "s", error: {} });
  expect(rungs).toEqual(["fresh tried", "fresh failed"]);
});
