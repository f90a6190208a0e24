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
  FAILED,
  FOUND,
  failing,
  newsOf,
  OURS,
  says,
  stuck,
  stuckSubagent,
} from "./claude-model.ts";
import { describeAgent, MAIN, recordOutcome, versionOf } from "./live-agent.ts";

/** Of a call whose result came three times, with other news in between. */
const SEEN = "was called with identical arguments and returned the same result 3 times in your last";

const read = (path: string): Block => ({ name: "Read", input: { file_path: path } });

describeAgent("Claude Code", CLAUDE, () => {
  it("a stuck model is refused and stopped", async () => {
    using home = guardedHome();
    const { asked, beyond, result, code } = await runClaude(home, stuck(APPEND));
    expect(beyond).toBe(0);
    expect(asked).toHaveLength(7);
    const news = asked.map(newsOf);
    for (const step of [1, 2]) expect(news[step]?.outcomes).toEqual([{ text: "same", failed: false }]);
    for (const { words } of news) expect(words).not.toMatch(OURS);
    for (const step of [3, 4, 5, 6])
      expect(news[step]?.outcomes).toEqual([{ text: expect.stringContaining(`Tool 'Bash' ${FOUND}`), failed: true }]);
    const last = news.map(({ outcomes }) => outcomes[0]?.text.includes("This is the last refusal") ?? false);
    expect(last).toEqual([false, false, false, false, false, false, true]);
    expect(home.lines("ran.txt")).toBe(2);
    expect(result).toMatchObject({ terminal_reason: "hook_stopped", result: "" });
    expect(result.permission_denials).toHaveLength(5);
    expect(code).toBe(0);
    recordOutcome({
      runtime: "Claude Code",
      version: versionOf("@anthropic-ai/claude-code"),
      executions: home.lines("ran.txt"),
      refusals: result.permission_denials?.length ?? 0,
      end: "the hook",
    });
  });

  it("a stuck model is warned and refused by the program in Node", async () => {
    using home = guardedHome();
    home.changeCommand(SETTINGS, () => `'${process.execPath}' '${MAIN}' hook --claude`);
    const fails = ["a", "b", "c", "d"].map((note) => [failing(note)]);
    const { asked } = await runClaude(home, says([APPEND], [APPEND], [APPEND], ...fails));
    const news = asked.map(newsOf);
    for (const step of [1, 2, 4, 5, 6]) expect(JSON.stringify(news[step])).not.toMatch(OURS);
    expect(news[3]?.outcomes).toEqual([{ text: expect.stringContaining(`Tool 'Bash' ${FOUND}`), failed: true }]);
    expect(news[7]?.words).toContain(`PostToolUseFailure:Bash hook additional context: ${FAILED}`);
    expect(home.lines("ran.txt")).toBe(2);
  });

  it("a model that waits between its looks is let go on; one that only thinks for long is not", async () => {
    using home = guardedHome();
    const look = bash("sleep 1.2; echo ran >> ran.txt; echo pending");
    const waits = await runClaude(home, says(...Array.from({ length: 5 }, () => [look])));
    for (const request of waits.asked) expect(conversation(request)).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(5);
    const slow = claudeModel(
      (step) => (step < 3 ? [APPEND] : ["Done."]),
      (step) => (step === 1 || step === 2 ? 4_700 : 0),
    );
    await runClaude(home, slow, { anyPace: true });
    expect(home.lines("ran.txt")).toBe(5 + 2);
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
    const model = claudeModel((step) => (step === 0 ? [bash("ls")] : step < 60 ? three : undefined));
    const { asked, beyond, result } = await runClaude(home, model);
    expect([asked.length, beyond]).toEqual([1 + 7, 0]);
    const news = asked.map(newsOf);
    for (const step of [2, 3]) expect(JSON.stringify(news[step])).not.toMatch(OURS);
    for (const step of [4, 5, 6, 7]) {
      expect(news[step]?.outcomes).toHaveLength(3);
      for (const { text } of news[step]?.outcomes ?? []) expect(text).toContain(FOUND);
    }
    expect(home.lines("ran.txt")).toBe(6);
    expect(result.terminal_reason).toBe("hook_stopped");
  });

  it("calls of the first response that run one after the other are counted once", async () => {
    using home = guardedHome();
    const { asked } = await runClaude(home, says([APPEND, bash("ls")], [APPEND], [APPEND], [APPEND]));
    const news = asked.map(newsOf);
    for (const step of [1, 2]) expect(JSON.stringify(news[step])).not.toMatch(OURS);
    // What `ls` gave was news after the first.
    expect(news[3]?.words).toContain(`Tool 'Bash' ${SEEN}`);
    expect(news[4]?.outcomes[0]?.text).toContain(
      "Tool 'Bash' was called again with the same arguments; it gave the same result 3 times",
    );
    expect(home.lines("ran.txt")).toBe(3);
  });

  it("calls that run at once are all counted", async () => {
    using home = guardedHome();
    const names = ["a", "b", "c", "d", "e", "f"].map((name) => join(home.project, `${name}.txt`));
    for (const name of names) writeFileSync(name, `text of ${name}`);
    const all = names.map(read);
    const { asked } = await runClaude(home, says([bash("ls")], all, all, all, all, all));
    const news = asked.map(newsOf);
    expect(news[2]?.words).not.toMatch(OURS);
    expect(JSON.stringify(news[3]?.outcomes)).not.toMatch(OURS);
    // They run at once. The one that came back last may be made once more, unless it was the last in both laps.
    const refused = (step: number) => news[step]?.outcomes.filter(({ text }) => text.includes("was not run"));
    expect(refused(4)?.length).toBeGreaterThanOrEqual(names.length - 1);
    for (const step of [5, 6]) expect(refused(step)).toHaveLength(names.length);
  });

  it("a failure that comes again is refused", async () => {
    using home = guardedHome();
    const { asked } = await runClaude(
      home,
      says(...Array.from({ length: 3 }, () => [bash("echo ran >> ran.txt; exit 3")])),
    );
    const news = asked.map(newsOf);
    for (const step of [1, 2]) expect(JSON.stringify(news[step])).not.toMatch(OURS);
    expect(news[3]?.outcomes).toEqual([{ text: expect.stringContaining(FOUND), failed: true }]);
    expect(home.lines("ran.txt")).toBe(2);
  });

  it("a failure that other calls have too is warned of, and they run", async () => {
    using home = guardedHome();
    const fails = ["a", "b", "c", "d", "e"].map((note) => [failing(note)]);
    const { asked, result } = await runClaude(home, says(...fails), { anyPace: true });
    const news = asked.map(newsOf);
    for (const step of [1, 2, 3]) expect(news[step]?.words).not.toMatch(OURS);
    expect(news[4]?.words).toContain(`PostToolUseFailure:Bash hook additional context: ${FAILED}`);
    for (const { outcomes } of news.slice(1)) expect(outcomes).toEqual([{ text: "Exit code 3", failed: true }]);
    expect(result.terminal_reason).toBe("completed");
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
    const { asked } = await runClaude(home, says([glob], [glob], [glob]), { args: ["--tools", "Glob"] });
    const news = asked.map(newsOf);
    for (const step of [1, 2]) expect(news[step]?.outcomes[0]?.text).toContain("7.txt");
    expect(news[3]?.outcomes[0]?.text).toContain(`Tool 'Glob' ${FOUND}`);
  });

  it("a warning about a call reaches the model with its result", async () => {
    using home = guardedHome();
    // The others' results are news: weaker evidence, which only warns, once the call was made twice in a row.
    const between = Array.from({ length: 4 }, (_, i) => [[APPEND], [bash(`echo ${i}`)]]).flat();
    const steps = [[APPEND], [bash("echo first")], [APPEND], ...between];
    const { asked } = await runClaude(home, says(...steps));
    const words = asked.map((request) => newsOf(request).words);
    for (const step of [1, 2, 3]) expect(words[step]).not.toMatch(OURS);
    expect(words[4]).toContain(`PostToolUse:Bash hook additional context: Tool 'Bash' ${SEEN}`);
    for (const step of [6, 8, 10]) expect(words[step]).not.toMatch(OURS); // behind something new
    expect(words.join("\n")).not.toContain("PreToolUse");
    expect(home.lines("ran.txt")).toBe(6);
  });

  it("a new prompt in the same session is a new turn; a session of its own knows of no other", async () => {
    using home = guardedHome();
    expect((await runClaude(home, stuck(APPEND))).asked).toHaveLength(7);
    expect(home.lines("ran.txt")).toBe(2);
    const again = await runClaude(home, stuck(APPEND), { prompt: "Go on.", args: ["--continue"] });
    expect(again.asked).toHaveLength(7);
    expect(newsOf(again.asked[0]!).words).toContain("Go on.");
    expect(home.lines("ran.txt")).toBe(4);
    expect(home.sessions).toHaveLength(1);
    expect((await runClaude(home, says([APPEND], [APPEND]))).asked).toHaveLength(3);
    expect(home.lines("ran.txt")).toBe(6);
    expect(home.sessions).toHaveLength(2);
  });

  it("a subagent has a state of its own, and its end is not that of the session", async () => {
    using home = guardedHome();
    const { asked, result, beyond } = await runClaude(home, stuckSubagent(APPEND));
    expect(beyond).toBe(0);
    // Two calls of the session, two of the subagent: the third would be refused, had they been counted together.
    expect(home.lines("ran.txt")).toBe(4);
    expect(home.sessions).toHaveLength(2);
    expect(asked).toHaveLength(3 + 7 + 1);
    expect(newsOf(asked.at(-1)!).outcomes[0]?.text).toContain("Subagent completed but returned no output");
    expect(result).toMatchObject({ terminal_reason: "completed", result: "Done." });
  });

  it("an agent that a stop hook sends back with the same words is ended", async () => {
    using home = guardedHome();
    home.addHook(SETTINGS, "Stop", { decision: "block", reason: "The tests must pass." });
    const { asked, beyond, code } = await runClaude(home, says([APPEND]), { anyPace: true });
    // A call, the end, and four times sent back: at the third the user is told, at the fourth the turn is ended.
    expect([asked.length, beyond, code]).toEqual([2 + 4, 0, 0]);
    expect(newsOf(asked.at(-1)!).words).toContain("The tests must pass.");
  });
});
