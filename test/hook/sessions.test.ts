/** Whole sessions, played to both programs as the agents would. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, ask, EACH_PROGRAM, Folder, PROGRAMS } from "./programs.ts";

const READ = { tool_name: "Read", tool_input: { file_path: "a.ts" } };
const FOUND = "Tool 'Read' was called with identical arguments and returned the same result";

describe.each(EACH_PROGRAM)("%s", (_name, program) => {
  /** A session of Claude Code whose model reads the same file over and over. */
  function claude(folder: Folder, fields: object = {}, ...args: string[]) {
    let made = 0;
    const say = (event: string, more: object): Answer =>
      ask(program, { session_id: "s1", hook_event_name: event, ...fields, ...more }, folder.env, ...args);
    return {
      say,
      before: (call: object = READ) => say("PreToolUse", { ...call, tool_use_id: `t${++made}` }),
      after: (response: unknown, call: object = READ) =>
        say("PostToolUse", { ...call, tool_use_id: `t${made}`, tool_response: response }),
    };
  }

  it("allows, refuses and ends the turn of Claude Code, and starts over with a prompt", () => {
    using folder = new Folder();
    const session = claude(folder);
    for (let i = 0; i < 2; i++) {
      expect(session.before()).toBeUndefined();
      expect(session.after({ text: "x" })).toBeUndefined();
    }
    for (let i = 1; i <= 4; i++)
      expect(session.before()).toEqual({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: expect.stringMatching(i === 4 ? /last refusal/ : /was not run/),
        },
      });
    const reason =
      "Tool 'Read' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since - aborting to prevent a loop";
    expect(session.before()).toEqual({
      continue: false,
      stopReason: reason,
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: reason,
      },
    });
    expect(session.say("UserPromptSubmit", { prompt: "go on" })).toBeUndefined();
    expect(session.before()).toBeUndefined();
  });

  it.each([
    ["Bash", (i: number) => ({ command: "npm test", description: `Runs the tests, ${i}`, timeout: 1000 * i }), 3],
    ["mcp__tracker__create_issue", (i: number) => ({ title: "bug", description: `what happened, ${i}` }), 0],
  ])("%s: words about a command do not make it another one", (tool_name, args, refusedAt) => {
    using folder = new Folder();
    const session = claude(folder);
    const answers = [1, 2, 3, 4].map((i) => {
      const call = { tool_name, tool_input: args(i) };
      const answer = session.before(call);
      if (answer === undefined) session.after({ stdout: "1 failed: x is not a function", stderr: "" }, call);
      return answer;
    });
    expect(answers.findIndex((answer) => answer !== undefined) + 1).toBe(refusedAt);
  });

  it("recognises a prompt that no user wrote, a resumed session and a cleared one", () => {
    using folder = new Folder();
    const session = claude(folder);
    for (let i = 0; i < 3; i++) {
      session.before();
      session.after("x");
    }
    session.say("UserPromptSubmit", { prompt: "wake up", source: "loop_wakeup" });
    session.say("SessionStart", { source: "resume" });
    expect(session.before()).toBeDefined();
    session.say("SessionStart", { source: "clear" });
    expect(session.before()).toBeUndefined();
  });

  it("warns with the result of a call, not before it", () => {
    using folder = new Folder();
    const session = claude(folder);
    // New calls in between, but not before its second: weaker evidence, which warns for longer.
    let answer: Answer;
    for (let i = 0; i < 5 && answer?.["hookSpecificOutput"] === undefined; i++) {
      expect(session.before()).toBeUndefined();
      answer = session.after("x");
      if (i === 1) continue;
      const other = { tool_name: "Bash", tool_input: { command: `echo ${i}` } };
      session.before(other);
      session.after(`out ${i}`, other);
    }
    expect(answer).toEqual({
      hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: expect.stringContaining(FOUND) },
    });
  });

  it("counts the calls of a batch as one round, also those that no other hook reported", () => {
    using folder = new Folder();
    const session = claude(folder);
    const missing = (i: number) => ({
      tool_calls: [
        {
          tool_name: "Reed",
          tool_input: { i },
          tool_use_id: `m${i}`,
          tool_response: "<tool_use_error>Error: No such tool available: Reed</tool_use_error>",
        },
      ],
    });
    expect(session.say("PostToolBatch", missing(1))).toBeUndefined();
    expect(session.say("PostToolBatch", missing(2))).toBeUndefined();
    expect(session.say("PostToolBatch", missing(3))).toEqual({
      hookSpecificOutput: {
        hookEventName: "PostToolBatch",
        additionalContext: expect.stringContaining("there is no such tool"),
      },
    });
    // Three equal calls of one response are no loop.
    for (let i = 0; i < 3; i++) expect(session.before()).toBeUndefined();
    expect(session.after("x")).toBeUndefined();
    expect(session.say("PostToolBatch", { tool_calls: [] })).toBeUndefined();
  });

  it("counts calls of the first response once, although batches are unknown until its end", () => {
    using folder = new Folder();
    const session = claude(folder);
    const other = { tool_name: "Bash", tool_input: { command: "ls" } };
    // One after the other, as Claude Code runs calls that are not safe at once.
    session.before();
    session.after("x");
    session.before(other);
    session.after("y", other);
    const told = (call: object, id: string, response: string) => ({
      ...call,
      tool_use_id: id,
      tool_response: response,
    });
    const batch = { tool_calls: [told(READ, "t1", "x"), told(other, "t2", "y")] };
    expect(session.say("PostToolBatch", batch)).toBeUndefined();
    session.before();
    expect(session.after("x")).toBeUndefined();
    session.say("PostToolBatch", { tool_calls: [told(READ, "t3", "x")] });
    session.before();
    expect(session.after("x")).toBeDefined();
  });

  it("ignores the time that a tool took when comparing results", () => {
    using folder = new Folder();
    const session = claude(folder);
    const call = { tool_name: "Glob", tool_input: { pattern: "*" } };
    const found = (ms: number, s: number) => ({
      durationMs: ms,
      filenames: ["a"],
      durationSeconds: s,
      truncated: false,
    });
    const answers = [found(14, 0.5), found(8, 1.25), found(0, 1e-3)].map((response) => {
      const refused = session.before(call);
      return refused ?? session.after(response, call);
    });
    expect(answers).toEqual([undefined, undefined, expect.objectContaining({ hookSpecificOutput: expect.anything() })]);
    const others = [{ durationMs: "8 weeks" }, { durationMs: "9 weeks" }, { durationMs: "4 weeks" }].map((response) => {
      session.before();
      return session.after(response);
    });
    expect(others).toEqual([undefined, undefined, undefined]);
  });

  it("counts failures of the same kind as a loop, but not interruptions", () => {
    using folder = new Folder();
    const session = claude(folder);
    const fail = (id: number, fields: object) =>
      session.say("PostToolUseFailure", { ...READ, tool_use_id: `f${id}`, ...fields });
    for (let i = 0; i < 3; i++) expect(fail(i, { error: "", is_interrupt: true })).toBeUndefined();
    expect(fail(10, { error: "ENOENT: a.ts" })).toBeUndefined();
    expect(fail(11, { error: "ENOENT: a.ts" })).toBeUndefined();
    expect(fail(12, { error: "ENOENT: a.ts" })).toBeDefined();
  });

  it("separates subagents and sessions", () => {
    using folder = new Folder();
    const [main, sub] = [claude(folder), claude(folder, { agent_id: "a1" })];
    const other = claude(folder, { session_id: "s2" });
    for (const session of [sub, other, main]) {
      for (let i = 0; i < 2; i++) {
        session.before();
        expect(session.after("x")).toBeUndefined();
      }
    }
    expect(main.before()).toBeDefined();
  });

  it("answers Codex without `continue` before a call, and asks the model to end its turn", () => {
    using folder = new Folder();
    for (const args of [[], ["--codex"]]) {
      const session = claude(folder, { session_id: args.join(), turn_id: "1" }, ...args);
      for (let i = 0; i < 2; i++) {
        session.before();
        session.after("x");
      }
      for (let i = 0; i < 6; i++)
        expect(session.before()).toEqual({
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            permissionDecisionReason: expect.stringMatching(
              i < 4
                ? /was not run/
                : i === 4
                  ? / since - aborting to prevent a loop\. End your turn now: /
                  : /^No further call of this turn is run: .* - aborting to prevent a loop\. End your turn now: /,
            ),
          },
        });
      const other = { tool_name: "Bash", tool_input: { command: "ls" } };
      expect(JSON.stringify(session.before(other))).toContain("No further call of this turn is run");
      session.say("UserPromptSubmit", { prompt: "go on" });
      expect(session.before(other)).toBeUndefined();
    }
  });

  it("counts a call of Codex whose end was not reported as failed when it is made again", () => {
    using folder = new Folder();
    const session = claude(folder, { turn_id: "1" });
    const image = { tool_name: "view_image", tool_input: { path: "a.png" } };
    const ask = (call: object) => {
      session.say("PreModelRequest", {});
      return session.before(call);
    };
    // The first failure is told of with the second call, and is news then.
    const found = expect.stringContaining(
      "Tool 'view_image' was called again with the same arguments; it gave the same result 3 times",
    );
    const refused = { hookSpecificOutput: expect.objectContaining({ permissionDecisionReason: found }) };
    expect([ask(image), ask(image), ask(image), ask(image)]).toEqual([undefined, undefined, undefined, refused]);
    for (let i = 0; i < 4; i++) expect(ask(image)).toEqual(refused);
    // Of a response, they are one; a shell command goes on while others are asked for.
    expect(session.say("UserPromptSubmit", { prompt: "go on" })).toBeUndefined();
    expect([ask(image), session.before(image), session.before(image), ask(image)]).toEqual(Array(4).fill(undefined));
    const server = { tool_name: "Bash", tool_input: { command: "npm start" } };
    expect([ask(server), ask(server), ask(server), ask(server)]).toEqual(Array(4).fill(undefined));
    // What goes well is told of.
    const fine = { tool_name: "mcp__db__query", tool_input: {} };
    for (let i = 0; i < 6; i++) {
      expect(ask(fine)).toBeUndefined();
      expect(session.after({ content: [{ type: "text", text: `${i}` }] }, fine)).toBeUndefined();
    }
  });

  it("refuses a call of Codex whose end was not reported, also after another detector's warning", () => {
    using folder = new Folder();
    const session = claude(folder, { turn_id: "1" });
    const look = (): Answer => {
      session.say("PreModelRequest", {});
      return session.before({ tool_name: "view_image", tool_input: { path: "a.png" } });
    };
    const news = (i: number) => {
      session.say("PreModelRequest", {});
      const call = { tool_name: "Bash", tool_input: { command: `cat ${i}` }, tool_use_id: `${i}` };
      return [session.before(call), session.after(`${"abc"[i]}`, call)];
    };
    for (let i = 0; i < 3; i++) expect([look(), ...news(i)]).toEqual([undefined, undefined, undefined]);
    expect(look()?.["hookSpecificOutput"]).toHaveProperty("additionalContext"); // the same three times, with news between
    const reason = expect.stringContaining("nothing new has happened since");
    const refused = expect.objectContaining({ permissionDecision: "deny", permissionDecisionReason: reason });
    for (let i = 0; i < 5; i++) expect(look()?.["hookSpecificOutput"]).toEqual(refused);
  });

  const refusal = (i: number) =>
    `Tool 'read' was called again with the same arguments; it gave the same result ${i} times, and nothing new has happened since, so ` +
    "it was not run again. That result is above: use it, change the arguments, use another tool, or answer with what you have.";

  it("takes refusals of a guard nearer to the tool for one failure, as a result and as an error", () => {
    using folder = new Folder();
    const session = claude(folder);
    const said = [1, 2, 3].map((i) => {
      const other = { tool_name: "Bash", tool_input: { command: `cat ${i}` } };
      session.before(other);
      session.after(`news ${"abc"[i]}`, other);
      session.before();
      if (i !== 2) return session.after(refusal(i));
      return session.say("PostToolUseFailure", { ...READ, tool_use_id: `t${2 * i}`, error: refusal(i) });
    });
    expect(said.map((answer) => answer !== undefined)).toEqual([false, false, true]);
  });

  it("takes the refusal of a guard nearer to the tool for no news", () => {
    using folder = new Folder();
    const session = claude(folder);
    const refused = [1, 2, 3, 4, 5, 6, 7].filter((i) => {
      if (session.before() !== undefined) return true;
      session.after(i > 1 && i < 5 ? refusal(i) : "the content of the file");
      return false;
    });
    expect(refused).toEqual([3, 4, 5, 6, 7]);
  });

  it("counts calls of Codex as one round until the next model request", () => {
    using folder = new Folder();
    const session = claude(folder, { turn_id: "1" });
    const step = () => {
      session.say("PreModelRequest", {});
      return [0, 1, 2].flatMap(() => [session.before(), session.after("x")]).filter((answer) => answer !== undefined);
    };
    expect([step(), step()]).toEqual([[], []]);
    expect(step()).not.toEqual([]);
  });

  it.each([
    ["Codex", ["UserPromptSubmit", "PreModelRequest", "PreToolUse"], { turn_id: "1" }],
    ["Gemini CLI", ["BeforeAgent", "BeforeModel", "BeforeTool"], {}],
  ])("says nothing if the user of %s interrupts a call and asks again", (_agent, names, fields) => {
    using folder = new Folder();
    for (let turn = 1; turn <= 4; turn++) {
      const told = names.map((name) =>
        ask(
          program,
          { session_id: "s", hook_event_name: name, prompt: "go", tool_name: "view", tool_input: {}, ...fields },
          folder.env,
        ),
      );
      expect(told).toEqual([undefined, undefined, undefined]);
    }
  });

  it("uses another preset from the command line or the environment", () => {
    using folder = new Folder();
    const refusals = (session: ReturnType<typeof claude>) => {
      for (let i = 0; i < 2; i++) {
        session.before();
        session.after("x");
      }
      return session.before();
    };
    const plain = refusals(claude(folder));
    expect(plain).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    const lenient = refusals(claude(folder, { session_id: "s2" }, "--preset", "lenient"));
    expect(lenient).toBeUndefined();
  });
});

it("does not count a call as failed that was refused because Codex and Gemini CLI cannot ask", () => {
  using folder = new Folder();
  const config = join(folder.path, "policy.json");
  writeFileSync(config, JSON.stringify({ detectors: [{ type: "no_progress", threshold: 2 }], ladder: { ask: 1 } }));
  for (const [names, fields] of [
    [["PreModelRequest", "PreToolUse", "PostToolUse"], { turn_id: "1" }],
    [["BeforeModel", "BeforeTool", "AfterTool"], {}],
  ] as const) {
    const say = (at: number, more: object = {}) => {
      const event = {
        session_id: "s",
        hook_event_name: names[at],
        tool_name: "db",
        tool_input: {},
        ...fields,
        ...more,
      };
      return JSON.stringify(ask(PROGRAMS.node, event, folder.env, "--config", config) ?? null);
    };
    for (let i = 1; i <= 2; i++) {
      say(0);
      expect(say(1)).toBe("null");
      say(2, { tool_response: "x" });
    }
    for (let i = 3; i < 6; i++) {
      say(0);
      expect(say(1)).toMatch(/"deny".*returned the same result/);
    }
  }
});
