/** The hooks of `loopguard/claude` in a real Claude Code, which the Claude Agent SDK starts; its model is a script. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CLAUDE, environment } from "./claude-agent.ts";
import { APPEND, bash, FAILED, FOUND, failing, newsOf, says, stuck, stuckSubagent } from "./claude-model.ts";
import { describeAgent, Home } from "./live-agent.ts";
import { type Script, ScriptedServer } from "./scripted-server.ts";

const ADAPTER = new URL("../../dist/node/frameworks/claude.cjs", import.meta.url).href;
/** Of the tests of that adapter: here it would bring a Claude Code of its own. */
const SDK = new URL("../frameworks/claude/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs", import.meta.url);

type Messages = AsyncIterable<{ type: string; terminal_reason?: string; result?: string }>;

/** Asks Claude Code something through the SDK; the requests of its model, how it ended, and what was thrown. */
async function ask(home: Home, script: Script, onAbort?: "stop" | "answer") {
  const { query } = (await import(SDK.href)) as { query: (asked: object) => Messages };
  const { withLoopGuard } = (await import(ADAPTER)) as {
    withLoopGuard: <Q>(query: Q, guard?: undefined, options?: object) => Q;
  };
  await using server = await ScriptedServer.start(script);
  const options = {
    cwd: home.project,
    allowedTools: ["Bash"],
    settingSources: [],
    pathToClaudeCodeExecutable: CLAUDE,
    env: { ...home.env, ...environment(home, server) },
  };
  let reason: string | undefined;
  let result: string | undefined;
  let thrown: unknown;
  try {
    for await (const message of withLoopGuard(query, undefined, onAbort && { onAbort })({ prompt: "Go.", options })) {
      reason = message.terminal_reason ?? reason;
      result = message.result ?? result;
    }
  } catch (error) {
    thrown = error;
  }
  server.expectPace();
  return { news: server.steps.map(newsOf), beyond: server.beyond, reason, result, thrown };
}

const program = existsSync(fileURLToPath(SDK)) ? CLAUDE : undefined;

const tests = () => {
  it("a stuck model is refused and stopped, and the loop is thrown", async () => {
    using home = new Home();
    const { news, beyond, reason, thrown } = await ask(home, stuck(APPEND));
    expect([news.length, beyond, reason]).toEqual([7, 0, "hook_stopped"]);
    for (const step of [3, 4, 5, 6])
      expect(news[step]?.outcomes).toEqual([{ text: expect.stringContaining(FOUND), failed: true }]);
    expect(home.lines("ran.txt")).toBe(2);
    const detection = { detector: "no_news", toolName: "Bash", repeats: 2 };
    expect(thrown).toMatchObject({ name: "ToolLoopError", detection });
  });

  it("a model whose calls fail alike is warned, and goes on", async () => {
    using home = new Home();
    const fails = ["a", "b", "c", "d"].map((note) => [failing(note)]);
    const { news, reason, thrown } = await ask(home, says(...fails));
    for (const step of [1, 2, 3]) expect(news[step]?.words).not.toContain("hook additional context");
    expect(news[4]?.words).toContain(`hook additional context: ${FAILED}`);
    expect([news.length, reason, thrown]).toEqual([5, "completed", undefined]);
  });

  it("a subagent that is stopped is not the end of the turn", async () => {
    using home = new Home();
    const { news, beyond, reason, thrown } = await ask(home, stuckSubagent(APPEND));
    expect([news.length, beyond, reason, thrown]).toEqual([3 + 7 + 1, 0, "completed", undefined]);
    expect(home.lines("ran.txt")).toBe(4);
  });

  it("the agent around a subagent that is stopped is told why, and what it has found", async () => {
    using home = new Home();
    const { news, result } = await ask(home, stuckSubagent(APPEND));
    expect(news.at(-1)?.words).toContain("The task was not finished: Tool 'Bash' was called again");
    expect(news.at(-1)?.words).toContain("The last result was:");
    expect(result).toBe("Done.");
  });

  it.each([
    ["stop", "Tool 'Bash' was called again"],
    ["answer", "The task was not finished: Tool 'Bash' was called again"],
  ] as const)("onAbort: %s: the result is no empty text", async (onAbort, text) => {
    using home = new Home();
    const { reason, result, thrown } = await ask(home, stuck(APPEND), onAbort);
    expect([reason, result?.slice(0, text.length), thrown]).toEqual(["hook_stopped", text, undefined]);
  });

  it("a healthy run hears nothing and throws nothing", async () => {
    using home = new Home();
    const { news, reason, thrown } = await ask(home, says([APPEND, bash("ls")], [bash("cat ran.txt")], [APPEND]));
    expect([news.length, reason, thrown]).toEqual([4, "completed", undefined]);
    for (const { words } of news) expect(words).not.toContain("hook additional context");
    expect(home.lines("ran.txt")).toBe(2);
  });
};

describeAgent(
  "Claude Agent SDK",
  program,
  tests,
  "npm ci --ignore-scripts in test/agents, node test/frameworks/setup.mjs",
);
