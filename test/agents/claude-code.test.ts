/** Claude Code with our hook, live: what its model is told, what is run, and when it stops. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CLAUDE, guardedHome, runClaude, SETTINGS } from "./claude-agent.ts";
import {
  APPEND,
  type Block,
  bash,
  claudeModel,
  conversation,
  newsOf,
  OURS,
  says,
  stuck,
  stuckSubagent,
} from "./claude-model.ts";
import { describeAgent, MAIN } from "./live-agent.ts";

const FOUND = "was called with identical arguments and returned the same result";

const read = (path: string): Block => ({ name: "Read", input: { file_path: path } });

describeAgent("Claude Code", CLAUDE, () => {
  it("a stuck model is warned, refused and stopped", async () => {
    using home = guardedHome();
    const { asked, beyond, result, code } = await runClaude(home, stuck(APPEND));
    expect(beyond).toBe(0);
    expect(asked).toHaveLength(8);
    const news = asked.map(newsOf);
    for (const step of [1, 2, 3]) expect(news[step]?.outcomes).toEqual([{ text: "same", failed: false }]);
    for (const step of [0, 1, 2]) expect(news[step]?.words).not.toMatch(OURS);
    expect(news[3]?.words).toContain(`Tool 'Bash' ${FOUND} 3 times. You have been calling tools`);
    for (const step of [4, 5, 6, 7]) {
      expect(news[step]?.outcomes).toEqual([{ text: expect.stringContaining(`${FOUND} ${step} times`), failed: true }]);
      expect(news[step]?.outcomes[0]?.text).toContain("This call was not run");
    }
    expect(news[7]?.outcomes[0]?.text).toContain("This is the last refusal");
    expect(home.lines("ran.txt")).toBe(3);
    expect(result).toMatchObject({ terminal_reason: "hook_stopped", result: "" });
    expect(result.permission_denials).toHaveLength(5);
    expect(code).toBe(0);
  });

  it("a stuck model is warned and refused by the program in Node", async () => {
    using home = guardedHome();
    home.changeCommand(SETTINGS, () => `'${process.execPath}' '${MAIN}' hook --claude`);
    const { asked } = await runClaude(home, says([APPEND], [APPEND], [APPEND], [APPEND]));
    expect(newsOf(asked[3]!).words).toContain(`Tool 'Bash' ${FOUND} 3 times.`);
    expect(newsOf(asked[4]!).outcomes[0]?.text).toContain("This call was not run");
  });

  it("a healthy run hears nothing of us", async () => {
    using home = guardedHome();
    writeFileSync(join(home.project, "a.txt"), "one\n");
    const edit = (before: string, after: string): Block => ({
      name: "Edit",
      input: { file_path: join(home.project, "a.txt"), old_string: before, new_string: after },
    });
    const { asked, result } = await runClaude(
      home,
      says(
        [bash("ls")],
        [read(join(home.project, "a.txt"))],
        [edit("one", "two")],
        [bash("cat a.txt; exit 1")],
        [edit("two", "three")],
        [bash("cat a.txt; exit 1")],
        [edit("three", "four"), bash("cat a.txt")],
        [read(join(home.project, "a.txt")), bash("wc -l a.txt")],
        [bash("git status"), bash("ls")],
      ),
    );
    expect(asked).toHaveLength(10);
    for (const request of asked) expect(conversation(request)).not.toMatch(OURS);
    expect(result).toMatchObject({ terminal_reason: "completed", result: "Done." });
    expect(readFileSync(join(home.project, "a.txt"), "utf8")).toBe("four\n");
    expect(home.sessions).toHaveLength(1);
  });

  it("equal calls of one response are one step", async () => {
    using home = guardedHome();
    const three = [APPEND, APPEND, APPEND];
    const { asked } = await runClaude(home, says([bash("ls")], three, three, three, three));
    const news = asked.map(newsOf);
    for (const step of [2, 3]) expect(news[step]?.words).not.toMatch(OURS);
    expect(news[4]?.words).toContain(`${FOUND} 3 times`);
    expect(news[5]?.outcomes).toHaveLength(3);
    for (const { text } of news[5]?.outcomes ?? []) expect(text).toContain(`${FOUND} 4 times`);
    expect(home.lines("ran.txt")).toBe(9);
  });

  it("calls of the first response that run one after the other are counted once", async () => {
    using home = guardedHome();
    const { asked } = await runClaude(home, says([APPEND, bash("ls")], [APPEND], [APPEND]));
    const news = asked.map(newsOf);
    for (const step of [1, 2]) expect(news[step]?.words).not.toMatch(OURS);
    expect(news[3]?.words).toContain(`${FOUND} 3 times`);
  });

  it("calls that run at once are all counted", async () => {
    using home = guardedHome();
    const names = ["a", "b", "c", "d", "e", "f"].map((name) => join(home.project, `${name}.txt`));
    for (const name of names) writeFileSync(name, `text of ${name}`);
    const all = names.map(read);
    const { asked } = await runClaude(home, says([bash("ls")], all, all, all, all, all));
    const news = asked.map(newsOf);
    expect(news[2]?.words).not.toMatch(OURS);
    // Their order is that of processes which race, so which is refused first is open; by now all six are.
    expect(news[6]?.outcomes).toHaveLength(names.length);
    for (const outcome of news[6]?.outcomes ?? [])
      expect(outcome).toEqual({ text: expect.stringContaining("This call was not run"), failed: true });
  });

  it("a failure that comes again is warned of, and refused", async () => {
    using home = guardedHome();
    const { asked } = await runClaude(
      home,
      says(...Array.from({ length: 3 }, () => [bash("echo ran >> ran.txt; exit 3")])),
    );
    const news = asked.map(newsOf);
    expect(news[1]?.words).not.toMatch(OURS);
    expect(news[2]?.words).toContain(`${FOUND} 2 times`);
    expect(news[3]?.outcomes).toEqual([{ text: expect.stringContaining("This call was not run"), failed: true }]);
    expect(home.lines("ran.txt")).toBe(2);
  });

  it("a call of a tool that is not there is counted, and ends the turn after the seventh", async () => {
    using home = guardedHome();
    const model = claudeModel((step) => (step < 60 ? [{ name: "Reed", input: { step } }] : undefined));
    const { asked, result, beyond } = await runClaude(home, model);
    expect(beyond).toBe(0);
    expect(asked).toHaveLength(7);
    expect(newsOf(asked[3]!).words).toContain("Tool 'Reed' was called 3 times, but there is no such tool");
    expect(result.terminal_reason).toBe("hook_stopped");
  });

  it("a result is the same whatever time the tool took", async () => {
    using home = guardedHome();
    for (let i = 0; i < 200; i++) writeFileSync(join(home.project, `${i}.txt`), "");
    const glob: Block = { name: "Glob", input: { pattern: "**/*7.txt" } };
    const { asked } = await runClaude(home, says(...Array.from({ length: 4 }, () => [glob])), {
      args: ["--tools", "Glob"],
    });
    expect(newsOf(asked[3]!).words).toContain(`Tool 'Glob' ${FOUND} 3 times`);
    expect(newsOf(asked[4]!).outcomes[0]?.text).toContain("This call was not run");
  });

  it("a warning before a call reaches the model", async () => {
    using home = guardedHome();
    // The first result differs, and other calls stand in between: weaker evidence, which only warns for long.
    const steps = Array.from({ length: 6 }, (_, i) => [[APPEND], [bash(`echo ${i}`)]]).flat();
    const { asked } = await runClaude(home, says(...steps));
    const words = asked.map((request) => newsOf(request).words).filter((text) => text.includes(FOUND));
    expect(words.some((text) => text.includes("PreToolUse:Bash hook additional context"))).toBe(true);
  });

  it("a new prompt in the same session is a new turn; a session of its own knows of no other", async () => {
    using home = guardedHome();
    expect((await runClaude(home, stuck(APPEND))).asked).toHaveLength(8);
    const again = await runClaude(home, stuck(APPEND), { prompt: "Go on.", args: ["--continue"] });
    expect(again.asked).toHaveLength(8);
    expect(newsOf(again.asked[0]!).words).toContain("Go on.");
    expect(home.lines("ran.txt")).toBe(6);
    expect(home.sessions).toHaveLength(1);
    expect((await runClaude(home, says([APPEND], [APPEND]))).asked).toHaveLength(3);
    expect(home.lines("ran.txt")).toBe(8);
    expect(home.sessions).toHaveLength(2);
  });

  it("a subagent has a state of its own, and its end is not that of the session", async () => {
    using home = guardedHome();
    const { asked, result, beyond } = await runClaude(home, stuckSubagent(APPEND));
    expect(beyond).toBe(0);
    // Two calls of the session, three of the subagent: five equal ones, had they been counted together.
    expect(home.lines("ran.txt")).toBe(5);
    expect(home.sessions).toHaveLength(2);
    expect(asked).toHaveLength(3 + 8 + 1);
    expect(newsOf(asked.at(-1)!).outcomes[0]?.text).toContain("Subagent completed but returned no output");
    expect(result).toMatchObject({ terminal_reason: "completed", result: "Done." });
  });
});
