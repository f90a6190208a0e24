/** The hooks of `loopguard/claude` in a real Claude Code, which the Claude Agent SDK starts; its model is a script. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CLAUDE, environment } from "./claude-agent.ts";
import { APPEND, bash, newsOf, says, stuck, stuckSubagent } from "./claude-model.ts";
import { describeAgent, Home } from "./live-agent.ts";
import { type Script, ScriptedServer } from "./scripted-server.ts";

const ADAPTER = new URL("../../dist/adapters/claude.js", import.meta.url).href;
/** Of the tests of that adapter: here it would bring a Claude Code of its own. */
const SDK = new URL("../frameworks/claude/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs", import.meta.url);

type Messages = AsyncIterable<{ type: string; terminal_reason?: string }>;

/** Asks Claude Code something through the SDK; the requests of its model, how it ended, and what was thrown. */
async function ask(home: Home, script: Script) {
  const { query } = (await import(SDK.href)) as { query: (asked: object) => Messages };
  const { throwOnToolLoop, toolLoopHooks } = (await import(ADAPTER)) as {
    throwOnToolLoop: (messages: Messages, hooks: object) => Messages;
    toolLoopHooks: () => object;
  };
  await using server = await ScriptedServer.start(script);
  const hooks = toolLoopHooks();
  const options = {
    hooks,
    cwd: home.project,
    allowedTools: ["Bash"],
    settingSources: [],
    pathToClaudeCodeExecutable: CLAUDE,
    env: { ...home.env, ...environment(home, server) },
  };
  let reason: string | undefined;
  let thrown: unknown;
  try {
    for await (const message of throwOnToolLoop(query({ prompt: "Go.", options }), hooks))
      reason = message.terminal_reason ?? reason;
  } catch (error) {
    thrown = error;
  }
  return { news: server.steps.map(newsOf), beyond: server.beyond, reason, thrown };
}

const program = existsSync(fileURLToPath(SDK)) ? CLAUDE : undefined;

const tests = () => {
  it("a stuck model is warned, refused and stopped, and the loop is thrown", async () => {
    using home = new Home();
    const { news, beyond, reason, thrown } = await ask(home, stuck(APPEND));
    expect([news.length, beyond, reason]).toEqual([8, 0, "hook_stopped"]);
    expect(news[3]?.words).toContain("returned the same result 3 times");
    for (const step of [4, 5, 6, 7])
      expect(news[step]?.outcomes).toEqual([{ text: expect.stringContaining("This call was not run"), failed: true }]);
    expect(home.lines("ran.txt")).toBe(3);
    expect(thrown).toMatchObject({ name: "ToolLoopError", detection: { toolName: "Bash", repeats: 8 } });
  });

  it("a subagent that is stopped is not the end of the turn", async () => {
    using home = new Home();
    const { news, beyond, reason, thrown } = await ask(home, stuckSubagent(APPEND));
    expect([news.length, beyond, reason, thrown]).toEqual([3 + 8 + 1, 0, "completed", undefined]);
    expect(home.lines("ran.txt")).toBe(5);
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
