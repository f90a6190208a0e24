/** Claude Code live, where something is not as usual: a hook that cannot work, a policy of one's own, tools of a server. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CLAUDE, guardedHome, runClaude, SETTINGS } from "./claude-agent.ts";
import { APPEND, type Block, bash, conversation, FOUND, newsOf, OURS, says, stuck } from "./claude-model.ts";
import { describeAgent, type Home, loopguard } from "./live-agent.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));

interface Detection {
  readonly detector: string;
  readonly wastedCalls: number;
}

/** The hook would refuse the third. */
const six = Array.from({ length: 6 }, () => [APPEND]);

/** There can be no folder for the state. */
function blockState(home: Home): void {
  rmSync(join(home.path, "state"), { recursive: true, force: true });
  writeFileSync(join(home.path, "state"), "a file");
}

describeAgent("Claude Code", CLAUDE, () => {
  it.each([
    ["the program is gone", (home: Home) => home.changeCommand(SETTINGS, () => "/nowhere/loopguard hook")],
    ["there is no place for the state", blockState],
  ])("goes on as without a hook where %s", async (_name, spoiled) => {
    using home = guardedHome();
    spoiled(home);
    const { asked, result } = await runClaude(home, says(...six));
    expect(home.lines("ran.txt")).toBe(6);
    for (const request of asked) expect(conversation(request)).not.toMatch(OURS);
    expect(result).toMatchObject({ terminal_reason: "completed", result: "Done." });
  });

  it("goes on where the state is damaged, and counts anew", async () => {
    using home = guardedHome();
    await runClaude(home, says([APPEND], [APPEND], [APPEND]));
    expect(home.lines("ran.txt")).toBe(2);
    expect(home.spoilStates()).toBeGreaterThan(0);
    const { asked, beyond } = await runClaude(home, stuck(APPEND), { args: ["--continue"] });
    expect([asked.length, beyond]).toEqual([7, 0]);
    expect(home.lines("ran.txt")).toBe(4);
  });

  it("`ask` is a refusal where there is nobody to ask", async () => {
    using home = guardedHome();
    const config = join(home.path, "policy.json");
    writeFileSync(config, JSON.stringify({ detectors: [{ type: "repeat", threshold: 2 }], ladder: { ask: 1 } }));
    const env = { LOOPGUARD_CONFIG: config, IS_SANDBOX: "1" }; // without which root may not skip permissions
    for (const args of [[], ["--dangerously-skip-permissions"]]) {
      rmSync(join(home.project, "ran.txt"), { force: true });
      const { asked } = await runClaude(home, says([APPEND], [APPEND], [APPEND], [APPEND]), { env, args });
      expect(newsOf(asked[3]!).outcomes).toEqual([
        { text: expect.stringContaining("Tool 'Bash' called 2 times with identical arguments."), failed: true },
      ]);
      expect(home.lines("ran.txt")).toBe(2);
    }
  });

  it("a call that nobody permits, made again and again, is refused and ends the turn", async () => {
    using home = guardedHome();
    const search: Block = { name: "WebSearch", input: { query: "opening hours" } };
    const { asked, beyond, result } = await runClaude(home, stuck(search), { args: ["--tools", "WebSearch"] });
    expect([asked.length, beyond]).toEqual([7, 0]);
    for (const step of [1, 2]) expect(newsOf(asked[step]!).outcomes[0]?.text).toMatch(/permission/);
    for (const step of [3, 4, 5, 6])
      expect(newsOf(asked[step]!).outcomes[0]?.text).toContain(`Tool 'WebSearch' ${FOUND}`);
    expect(result.terminal_reason).toBe("hook_stopped");
  });

  it("calls that nobody permits, each another one, are warned of", async () => {
    using home = guardedHome();
    const searches = ["one", "two", "three", "four", "five", "six"].map((query): Block[] => [
      { name: "WebSearch", input: { query } },
    ]);
    const { asked } = await runClaude(home, says(...searches), { args: ["--tools", "WebSearch"], anyPace: true });
    const words = asked.map((request) => newsOf(request).words);
    for (const step of [1, 2, 3, 4, 5]) expect(words[step]).not.toMatch(OURS);
    expect(words[6]).toContain(
      "PostToolBatch hook additional context: Tool 'WebSearch' returned the same result 6 times",
    );
  });

  it("the settings of a project call what the project has installed", async () => {
    using home = guardedHome("--project");
    const bin = join(home.project, "node_modules", ".bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(ROOT, join(home.project, "node_modules", "loopguard"));
    symlinkSync("../loopguard/dist/cli/main.js", join(bin, "loopguard"));
    const unknown = (path: string): Block[] => [{ name: "Reed", input: { path } }];
    const { asked } = await runClaude(home, says(unknown("a"), unknown("b"), unknown("c")), { anyPace: true });
    expect(newsOf(asked[3]!).words).toContain("Tool 'Reed' was called 3 times, but there is no such tool");
  });

  it("hooks go on being asked about tools of an MCP server after a refusal", async () => {
    using home = guardedHome();
    const config = join(home.path, "mcp.json");
    const server = { command: process.execPath, args: [SERVER, join(home.project, "notes.txt")] };
    writeFileSync(config, JSON.stringify({ mcpServers: { notes: server } }));
    const note = (text: string): Block => ({ name: "mcp__notes__note", input: { text } });
    const four = (text: string) => Array.from({ length: 4 }, () => [note(text)]);
    const { asked } = await runClaude(home, says(...four("a"), [bash("ls")], ...four("b"), [note("c")]), {
      args: ["--mcp-config", config, "--strict-mcp-config"],
    });
    const outcomes = asked.slice(1).map((request) => newsOf(request).outcomes[0]);
    const refused = outcomes.map((outcome) => outcome?.text.includes("was not run"));
    const [ran, not] = [false, true];
    expect(refused).toEqual([ran, ran, not, not, ran, ran, ran, not, not, ran]);
    expect(readFileSync(join(home.project, "notes.txt"), "utf8")).toBe("a\na\nb\nb\nc\n");
  });

  it("`scan` finds the loop in what Claude Code leaves behind, and in what it prints", async () => {
    using home = guardedHome();
    const agent: Block = {
      name: "Agent",
      input: { description: "d", prompt: "Read.", subagent_type: "general-purpose", run_in_background: false },
    };
    await runClaude(home, says([agent], [bash("ls")]));
    const printed = join(home.path, "printed.jsonl");
    // Two turns, of which the second would make the loop longer.
    for (const script of [says([APPEND], [APPEND]), stuck(APPEND)]) {
      const { stdout } = await runClaude(home, script, { args: ["--continue"] });
      appendFileSync(printed, stdout);
    }
    for (const path of [join(home.path, ".claude", "projects"), printed]) {
      const { runs, errors } = JSON.parse(loopguard(["scan", path, "--json"], { env: home.env }));
      expect(errors).toEqual([]);
      const detections: Detection[] = runs.flatMap((run: { detections: Detection[] }) => run.detections);
      const loops = detections.filter(({ detector }) => detector === "no_news");
      // Of the seven calls of the second turn, five were refused.
      expect(loops).toEqual([expect.objectContaining({ toolName: "Bash", action: "abort" })]);
      expect(loops[0]?.wastedCalls).toBeGreaterThanOrEqual(5);
      const others = detections.filter((detection) => detection !== loops[0]);
      for (const other of others) expect(other).toMatchObject({ detector: "no_progress", action: "warn" });
    }
  });
});
