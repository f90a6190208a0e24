/** The hooks, with the inputs that the SDK documents. No Claude Code runs here: see README.md. */
import { detectors, findToolLoopError, type LoopDetection, LoopGuard, type LoopGuardOptions } from "loopguard";
import { toolLoopHooks, withLoopGuard } from "loopguard/claude";
import { describe, expect, test } from "vitest";
import type { ScriptedCall } from "../conformance.ts";
import { type Answer, type Hooks, type ResultMessage, Session } from "./claude-driver.ts";

const { custom, delegation, duplicate, errorStreak, noProgress, repeat, unknownTool } = detectors;

const { custom, delegation, duplicate, errorStreak, noProgress, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

let calls = 0;
const call = (name = "Grep", input: object = { pattern: "x" }): ScriptedCall => ({
  id: `toolu_${++calls}`,
  name,
  arguments: input as Record<string, unknown>,
});

/** One call in a response of its own; "found" is what comes back, if it may run. */
async function step(session: Session, made: ScriptedCall = call()): Promise<{ pre: Answer; post?: Answer }> {
  const pre = await session.pre(made);
  if (pre.hookSpecificOutput?.permissionDecision === "deny") {
    await session.batch([made, pre.hookSpecificOutput.permissionDecisionReason]);
    return { pre };
  }
  const post = await session.post(made, "found");
  await session.batch([made, "found"]);
  return { pre, post };
}

describe("answers", () => {
  test("the answer to a healthy call is empty", async () => {
    const session = new Session(toolLoopHooks() as Hooks);
    expect(await session.prompt()).toEqual({});
    expect(await step(session)).toEqual({ pre: {}, post: {} });
  });

  test("warn, hint, hint, abort", async () => {
    const session = new Session(toolLoopHooks(STUCK) as Hooks);
    await session.prompt();
    expect(await step(session)).toEqual({ pre: {}, post: {} });
    const warned = await step(session);
    expect(warned.pre).toEqual({});
    expect(warned.post).toEqual({
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        additionalContext: expect.stringMatching(/^Tool 'Grep' called 2 times/),
      },
    });
    for (let i = 0; i < 2; i++)
      expect((await step(session)).pre).toEqual({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: expect.stringContaining("was not run"),
        },
      });
    const { pre } = await step(session);
    expect(pre).toEqual({
      continue: false,
      stopReason: expect.stringContaining("aborting to prevent a loop"),
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: pre.stopReason,
      },
    });
  });

  test("a warning from before the call comes with its result, or with its failure", async () => {
    const guard = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1 } };
    const session = new Session(toolLoopHooks(guard) as Hooks);
    await step(session);
    await step(session);
    expect((await step(session)).post?.hookSpecificOutput?.additionalContext).toContain("called 3 times");
    const failing = new Session(toolLoopHooks(guard) as Hooks);
    const failed = async () => {
      const made = call();
      expect(await failing.pre(made)).toEqual({});
      return failing.failed(made, "No such folder.");
    };
    await failed();
    await failed();
    expect(await failed()).toMatchObject({
      hookSpecificOutput: {
        hookEventName: "PostToolUseFailure",
        additionalContext: expect.stringContaining("called 3 times"),
      },
    });
  });

  test("ask: the user decides; an approved call counts as run, a refused one does not", async () => {
    let ran = 0;
    const counting = custom("counting", (seen) => {
      ran = seen.calls.length;
      return null;
    });
    const guard = new LoopGuard({ detectors: [repeat({ threshold: 2 }), counting], ladder: { ask: 2 } });
    const session = new Session(toolLoopHooks(guard) as Hooks);
    await step(session);
    await step(session);
    const asked = await step(session);
    expect(asked.pre.hookSpecificOutput).toMatchObject({
      permissionDecision: "ask",
      permissionDecisionReason: expect.stringContaining("Grep"),
    });
    expect(asked.post).toEqual({});
    const refused = call();
    expect((await session.pre(refused)).hookSpecificOutput?.permissionDecision).toBe("ask");
    expect(await session.batch([refused, "The user doesn't want to proceed with this tool use."])).toEqual({});
    expect([guard.run(session.id).stats().calls, ran]).toEqual([4, 3]);
  });

  test("an earlier result is in the reason if the guard keeps it", async () => {
    const session = new Session(toolLoopHooks({ detectors: [duplicate({ replay: true })], action: "hint" }) as Hooks);
    const first = call();
    await session.pre(first);
    await session.post(first, { files: ["a.ts"] });
    await session.batch([first, { files: ["a.ts"] }]);
    expect((await session.pre(call())).hookSpecificOutput?.permissionDecisionReason).toBe(
      'Tool \'Grep\' was already executed with identical parameters\n\n{"files":["a.ts"]}',
    );
  });

  test("an abort after the call comes with its result", async () => {
    const session = new Session(toolLoopHooks({ detectors: [noProgress({ threshold: 2 })], action: "abort" }) as Hooks);
    await step(session);
    expect((await step(session)).post).toEqual({
      continue: false,
      stopReason: expect.stringContaining("the same result 2 times"),
    });
  });

  test("the duration of a call is not progress", async () => {
    const detectors = [noProgress({ threshold: 2 })];
    const session = new Session(toolLoopHooks({ preset: "recommended", detectors, action: "abort" }) as Hooks);
    const took = async (durationMs: number) => {
      const made = call();
      await session.pre(made);
      const answer = await session.post(made, { filenames: ["a.ts"], durationMs });
      await session.batch([made, "a.ts"]);
      return answer;
    };
    expect(await took(14)).toEqual({});
    expect(await took(8)).toMatchObject({ continue: false });
  });

  test("with a closed guard the hook fails, and the call runs", async () => {
    const guard = new LoopGuard();
    const session = new Session(toolLoopHooks(guard) as Hooks);
    guard.close();
    await expect(session.pre(call())).rejects.toMatchObject({ code: "ERR_LOOPGUARD_CLOSED" });
  });
});

describe("failures", () => {
  test("count, and interrupts do not", async () => {
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1 } };
    const session = new Session(toolLoopHooks(guard) as Hooks);
    const fail = async (pattern: string, more?: object): Promise<Answer> => {
      const made = call("Grep", { pattern });
      await session.pre(made);
      return session.failed(made, "Interrupted by the user", more);
    };
    for (const pattern of ["a", "b", "c"]) expect(await fail(pattern, { is_interrupt: true })).toEqual({});
    expect(await fail("d")).toEqual({});
    expect((await fail("e")).hookSpecificOutput?.additionalContext).toContain("failed 2 times in a row");
  });

  test("invalid calls are only in the batch, and can end the turn there", async () => {
    const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    const session = new Session(toolLoopHooks(guard) as Hooks);
    const response = "<tool_use_error>Error: No such tool available: Serach</tool_use_error>";
    expect(await session.batch([call("Serach"), response])).toEqual({});
    expect(await session.batch([call("Serach"), response])).toMatchObject({
      hookSpecificOutput: {
        hookEventName: "PostToolBatch",
        additionalContext: expect.stringContaining("there is no such tool"),
      },
    });
    expect(await session.batch([call("Serach"), response])).toEqual({
      continue: false,
      stopReason: expect.stringContaining("Serach"),
    });
  });

  test("a call that was denied elsewhere is recognised by its response", async () => {
    const session = new Session(
      toolLoopHooks({ detectors: [noProgress({ threshold: 2 })], ladder: { warn: 1 } }) as Hooks,
    );
    const denied = async (): Promise<Answer> => {
      const made = call();
      expect(await session.pre(made)).toEqual({});
      return session.batch([made, "Permission to use Grep has been denied."]);
    };
    expect(await denied()).toEqual({});
    expect((await denied()).hookSpecificOutput?.additionalContext).toContain("the same result 2 times");
  });

  test("a call that reached a hook before it was found invalid has failed", async () => {
    const session = new Session(
      toolLoopHooks({ detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1 } }) as Hooks,
    );
    const made = (): ScriptedCall => call("Grep", { pattern: calls });
    const [first, second] = [made(), made()];
    await session.pre(first);
    await session.batch([first, "InputValidationError: pattern must be a string"]);
    await session.pre(second);
    const { hookSpecificOutput } = await session.batch([second, "InputValidationError: pattern must be a string"]);
    expect(hookSpecificOutput?.additionalContext).toContain("failed 2 times in a row");
  });

  test("a call that no hook reported before is counted from the batch", async () => {
    const session = new Session(toolLoopHooks({ detectors: [repeat({ threshold: 2 })], ladder: { warn: 1 } }) as Hooks);
    expect(await session.batch([call(), "found"])).toEqual({});
    expect((await session.batch([call(), "found"])).hookSpecificOutput?.additionalContext).toContain("called 2 times");
  });
});

describe("rounds and turns", () => {
  test("calls of one response that run one after the other are one round once batches are reported", async () => {
    const session = new Session(toolLoopHooks(STUCK) as Hooks);
    await session.prompt();
    await step(session, call("Read"));
    const batch: [ScriptedCall, string][] = [];
    for (let i = 0; i < 3; i++) {
      const made = call();
      expect(await session.pre(made)).toEqual({});
      expect(await session.post(made, "found")).toEqual({});
      batch.push([made, "found"]);
    }
    expect(await session.batch(...batch)).toEqual({});
    expect((await step(session)).post?.hookSpecificOutput?.additionalContext).toContain("called 2 times");
  });

  test("also in a session's first response, once any session has reported a batch", async () => {
    const hooks = toolLoopHooks(STUCK) as Hooks;
    await step(new Session(hooks));
    const session = new Session(hooks);
    await session.prompt();
    for (let i = 0; i < 3; i++) {
      const made = call();
      expect([await session.pre(made), await session.post(made, "found")]).toEqual([{}, {}]);
    }
  });

  test("calls of a batch whose end is known are not counted twice", async () => {
    const guard = new LoopGuard();
    const session = new Session(toolLoopHooks(guard) as Hooks);
    const batch: [ScriptedCall, string][] = [call("Read"), call("Grep")].map((made) => [made, "found"]);
    for (const [made, response] of batch) {
      await session.pre(made);
      await session.post(made, response);
    }
    await session.batch(...batch);
    expect(guard.run(session.id).stats().calls).toBe(2);
  });

  test("a version that does not report batches is guarded, too", async () => {
    const session = new Session(toolLoopHooks(STUCK) as Hooks);
    for (let i = 0; i < 600; i++) {
      const made = call("Read", { i });
      await session.pre(made);
      await session.post(made, "found");
    }
    const answers: Answer[] = [];
    for (let i = 0; i < 5; i++) {
      const made = call();
      answers.push(await session.pre(made));
      if (answers.at(-1)?.hookSpecificOutput === undefined) await session.post(made, "found");
    }
    expect(answers.map(({ hookSpecificOutput }) => hookSpecificOutput?.permissionDecision)).toEqual([
      undefined,
      undefined,
      "deny",
      "deny",
      "deny",
    ]);
    expect(answers.at(-1)?.continue).toBe(false);
  });

  test("a user's prompt begins a new turn, a machine's does not", async () => {
    const guard = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1 } };
    const session = new Session(toolLoopHooks(guard) as Hooks);
    const warned = async (source?: string): Promise<boolean> => {
      await session.prompt(source);
      return (await step(session)).post?.hookSpecificOutput !== undefined;
    };
    expect(await warned()).toBe(false);
    for (const source of ["user", "sdk", undefined]) expect(await warned(source)).toBe(false);
    for (const source of ["system", "loop_wakeup", "schedule_wakeup", "poll_event"])
      expect(await warned(source)).toBe(true);
    expect(await warned("user")).toBe(false);
  });

  test("sessions and subagents are separate runs", async () => {
    const guard = new LoopGuard(STUCK);
    const hooks = toolLoopHooks(guard) as Hooks;
    const session = new Session(hooks);
    for (const each of [session, session.subagent("a"), session.subagent("b"), new Session(hooks)])
      for (let i = 0; i < 2; i++) expect((await step(each)).post?.hookSpecificOutput === undefined).toBe(i === 0);
    expect(guard.run(session.id).stats().calls).toBe(2);
    expect(guard.run(`${session.id}/a`).stats().calls).toBe(2);
  });
});

describe("withLoopGuard", () => {
  const result = (session: Session, terminal_reason: ResultMessage["terminal_reason"]): ResultMessage => {
    return { type: "result", session_id: session.id, terminal_reason };
  };
  const stuck = async (session: Session): Promise<void> => {
    for (let i = 0; i < 5; i++) await step(session);
  };
  async function* messagesOf(...messages: object[]): AsyncGenerator<object> {
    yield* messages;
  }
  const read = async (messages: AsyncIterable<object>): Promise<[seen: number, error: unknown]> => {
    let seen = 0;
    try {
      for await (const _ of messages) seen++;
      return [seen, undefined];
    } catch (error) {
      return [seen, error];
    }
  };

  /** A guarded query that gives these messages of the session, and the session. */
  function asked(of: (session: Session) => object[], options?: Parameters<typeof withLoopGuard>[2]) {
    const made: Session[] = [];
    let closed = false;
    const query = (params: { prompt: string; options?: { hooks?: Hooks } }) => {
      const session = new Session(params.options?.hooks ?? {});
      made.push(session);
      const messages = messagesOf(...of(session));
      const close = messages.return.bind(messages);
      return Object.assign(messages, {
        interrupt: () => session.id,
        return: (value: unknown) => {
          closed = true;
          return close(value);
        },
      });
    };
    const messages = withLoopGuard(query, STUCK, options)({ prompt: "Go." });
    return { messages, session: made[0] as Session, isClosed: () => closed };
  }

  test("throws after the result of the ended turn, and closes the query", async () => {
    const { messages, session, isClosed } = asked((own) => [
      { type: "assistant", session_id: own.id },
      result(own, "hook_stopped"),
      { type: "system" },
    ]);
    await stuck(session);
    const [seen, error] = await read(messages);
    expect(seen).toBe(2);
    expect(findToolLoopError(error)).toBe(error);
    expect(error).toMatchObject({ toolName: "Grep", repeats: 5 });
    expect(isClosed()).toBe(true);
    expect(messages.interrupt()).toBe(session.id);
  });

  test("with onAbort: stop the messages go on, and the result has the error", async () => {
    const { messages, session } = asked((own) => [result(own, "hook_stopped"), { type: "system" }], {
      onAbort: "stop",
    });
    await stuck(session);
    const seen: object[] = [];
    for await (const message of messages) seen.push(message);
    expect(seen.map((message) => findToolLoopError(message)?.toolName)).toEqual(["Grep", undefined]);
  });

  test("passes on messages of other sessions and other turns", async () => {
    const other = asked(() => [{ type: "result", session_id: "other", terminal_reason: "completed" }]);
    await stuck(other.session);
    expect(await read(other.messages)).toEqual([1, undefined]);
    const next = asked((own) => [result(own, "completed")]);
    await stuck(next.session);
    await next.session.prompt();
    expect(await read(next.messages)).toEqual([1, undefined]);
  });

  test("a subagent's end is the session's only if it ended the turn", async () => {
    const { messages, session } = asked((own) => [result(own, "completed"), result(own, "hook_stopped")]);
    await stuck(session.subagent("a"));
    const [seen, error] = await read(messages);
    expect(seen).toBe(2);
    expect(error).toMatchObject({ code: "ERR_TOOL_LOOP", toolName: "Grep" });
  });

  test("hooks of the options are called too", async () => {
    const called: string[] = [];
    const hook = async () => ({ systemMessage: `${called.push("own")}` });
    let hooks: Hooks = {};
    const query = (params: { options?: { hooks?: Hooks } }) => {
      hooks = params.options?.hooks ?? {};
      return messagesOf();
    };
    withLoopGuard(query)({
      options: { hooks: { PreToolUse: [{ hooks: [hook] }], Notification: [{ hooks: [hook] }] } },
    });
    await new Session(hooks).pre(call());
    await new Session(hooks).fire("Notification", {});
    expect(called).toEqual(["own", "own"]);
  });
});

describe("subagents", () => {
  const LADDER = { hint: 1, abort: 4 };

  /** Starts a subagent that reads a file, and gives what the main agent is told. */
  async function startSubagent(session: Session, tool: string, prompt: string, n: number, page: string) {
    const made = call(tool, { subagent_type: "general-purpose", description: `Attempt ${n}`, prompt });
    const { hookSpecificOutput: said } = await session.pre(made);
    if (said?.permissionDecision === "deny") {
      await session.batch([made, said.permissionDecisionReason]);
      return said.permissionDecisionReason;
    }
    const subagent = session.subagent(`agent-${n}`);
    const read = call("Read", { file_path: "/a" });
    await subagent.pre(read);
    await subagent.post(read, page);
    await subagent.batch([read, page]);
    const answer = `Report ${n}`;
    await session.post(made, answer);
    await session.batch([made, answer]);
    return undefined;
  }

  test.each(["Agent", "Task"])("that get the same prompt again and find nothing new are refused: %s", async (tool) => {
    const found: LoopDetection[] = [];
    const options = {
      detectors: [delegation()],
      ladder: LADDER,
      onDetection: (one: LoopDetection) => void found.push(one),
    };
    const session = new Session(toolLoopHooks(options) as Hooks);
    await session.prompt();
    const told = [];
    for (let i = 0; i < 5; i++) told.push(await startSubagent(session, tool, "Look into it.", i, "page"));
    // What the first one read was news.
    expect(told.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(told[3]).toContain("Agent 'general-purpose' was given the same task 3 times");
    expect(told[4]).toContain("Agent 'general-purpose' was given the same task 3 times");
    expect(found[0]).toMatchObject({ detector: "delegation", details: { kind: "same_task", depth: 0 } });
  });

  test("with other prompts, or with news each time, are work", async () => {
    const session = new Session(toolLoopHooks({ detectors: [delegation()], ladder: LADDER }) as Hooks);
    await session.prompt();
    for (let i = 0; i < 5; i++) expect(await startSubagent(session, "Agent", `Part ${i}`, i, "page")).toBeUndefined();
    for (let i = 5; i < 10; i++)
      expect(await startSubagent(session, "Agent", "Run the tests.", i, `${i} failed`)).toBeUndefined();
  });

  test("are runs below that of their session", async () => {
    const guard = new LoopGuard();
    const session = new Session(toolLoopHooks(guard) as Hooks);
    await step(session);
    await step(session.subagent("a"));
    expect([guard.run(session.id).depth, guard.run(`${session.id}/a`).depth]).toEqual([0, 1]);
  });
});
