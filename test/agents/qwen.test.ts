/** qwen-code with our hook, live: what its model is told, what is run, and when it stops. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FOUND, LAST, OURS, REFUSED } from "./chat-agent.ts";
import { type Call, isAbout, resultsIn, says, stuck } from "./chat-model.ts";
import { describeAgent, loopguard, MAIN, recordOutcome, versionOf } from "./live-agent.ts";
import { PACKAGE, QWEN, qwenHome, readFile, runQwen, SETTINGS, sessionFiles, shell } from "./qwen-agent.ts";
import type { RecordedRequest } from "./scripted-server.ts";

/** Leaves a line for each time that it ran. */
const APPEND = shell("echo ran >> ran.txt; echo same");
const MISSING = readFile("/nowhere/missing.txt");
/** One failure, of a call that is another each time. */
const FAILS = [1, 2, 3, 4].map((limit): Call[] => [{ ...MISSING, args: { ...MISSING.args, offset: 0, limit } }]);
const FAILED = "Tool 'read_file' failed 4 times in a row with the same kind of error, whatever its arguments.";

function tests(): void {
  it("a stuck model is refused, before the CLI's own detection ends the run at the fifth equal call in a row", async () => {
    using home = qwenHome();
    const { asked, beyond, results, stderr, code } = await runQwen(home, stuck(APPEND));
    expect([beyond, code, asked.length]).toEqual([0, 1, 5]);
    for (const step of [1, 2]) expect(results[step]).toEqual([expect.stringContaining("\nOutput: same\n")]);
    for (const step of [3, 4])
      expect(results[step]).toEqual([expect.stringContaining(`Tool 'run_shell_command' ${FOUND}, ${REFUSED}`)]);
    expect(stderr).toMatch(/loop/i);
    expect(home.lines("ran.txt")).toBe(2);
  });

  it("a model that is stuck with two calls is refused, and its turn ended before the next request", async () => {
    using home = qwenHome();
    const { asked, beyond, results, code, timedOut } = await runQwen(home, () => [shell("echo other"), APPEND]);
    expect([beyond, code, timedOut]).toEqual([0, 0, false]);
    const ofAppend = results.map((both) => both[1] ?? "");
    for (const step of [1, 2]) expect(ofAppend[step]).not.toMatch(OURS);
    for (const step of [3, 4, 5, 6]) expect(ofAppend[step]).toContain(`${FOUND}, ${REFUSED}`);
    expect(ofAppend.map((result) => result.includes(LAST)).indexOf(true)).toBe(6);
    expect(asked).toHaveLength(7);
    expect(home.lines("ran.txt")).toBe(2);
    recordOutcome({
      runtime: "qwen-code",
      version: versionOf(PACKAGE),
      executions: home.lines("ran.txt"),
      refusals: ofAppend.filter((result) => result.includes(REFUSED)).length + 1,
      end: "the hook, before the next request",
    });
  });

  it("a model is told a warning with the error that it is about, and the program in Node does the same", async () => {
    using home = qwenHome();
    home.changeCommand(SETTINGS, () => `'${process.execPath}' '${MAIN}' hook --qwen`);
    const { results } = await runQwen(home, says([APPEND], [APPEND], [APPEND], ...FAILS));
    for (const step of [1, 2, 4, 5, 6]) expect(results[step]?.[0]).not.toMatch(OURS);
    expect(results[3]).toEqual([expect.stringContaining(`${FOUND}, ${REFUSED}`)]);
    expect(results[7]).toEqual([expect.stringContaining(`File not found: /nowhere/missing.txt\n\n${FAILED}`)]);
    expect(home.lines("ran.txt")).toBe(2);
  });

  it("a healthy run hears nothing of us", async () => {
    using home = qwenHome();
    const path = join(home.project, "a.txt");
    writeFileSync(path, "one\n");
    const edit = (before: string, after: string): Call => ({
      name: "edit",
      args: { file_path: path, old_string: before, new_string: after },
    });
    const { asked, results, read, stdout, code } = await runQwen(
      home,
      says(
        [readFile(path)],
        [edit("one", "two")],
        [shell("cat a.txt; exit 1")],
        [edit("two", "three"), shell("cat a.txt; exit 1")],
        [readFile(path), shell("wc -l a.txt")],
        [readFile(path), shell("ls")],
      ),
    );
    expect(asked).toHaveLength(7);
    expect(results[4]).toEqual([expect.stringContaining("three"), expect.stringContaining("Exit Code: 1")]);
    expect(read).not.toMatch(OURS);
    expect(stdout).toContain("Done.");
    expect([code, home.sessions.length]).toEqual([0, 1]);
  });

  it("a sub-agent is a run of its own, and its refusals are told to it", async () => {
    using home = qwenHome();
    const ofSubagent = (request: RecordedRequest) => isAbout(request, "LOOK AROUND");
    const task: Call = {
      name: "agent",
      args: { description: "look", prompt: "LOOK AROUND", subagent_type: "general-purpose" },
    };
    let [own, inner] = [0, 0];
    const { asked, beyond } = await runQwen(home, (_index, request) =>
      ofSubagent(request) ? (inner++ < 4 ? [APPEND] : "Looked.") : own++ === 0 ? [task] : "Done.",
    );
    expect(beyond).toBe(0);
    const results = asked.filter(ofSubagent).map(resultsIn);
    for (const step of [1, 2]) expect(results[step]).toEqual([expect.stringContaining("\nOutput: same\n")]);
    for (const step of [3, 4]) expect(results[step]).toEqual([expect.stringContaining(`${FOUND}, ${REFUSED}`)]);
    expect(home.lines("ran.txt")).toBe(2);
    expect(home.sessions).toHaveLength(2);
  });

  it("goes on as without a hook where the program is gone, and scan finds the loop in its session", async () => {
    using home = qwenHome();
    home.changeCommand(SETTINGS, (command) => command.replace("/prebuilds/", "/gone/"));
    const { results, read, stdout } = await runQwen(home, stuck(APPEND, 4));
    expect(results).toHaveLength(5);
    expect(read).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(4);
    expect(stdout).toContain("Done.");
    const report = loopguard(["scan", "--json", ...sessionFiles(home)], { env: home.env });
    const loop = { detector: "no_news", toolName: "run_shell_command", repeats: 3, action: "hint" };
    expect(JSON.parse(report)).toMatchObject({ errors: [], runs: [{ calls: 4, detections: [loop] }] });
  });
}

describeAgent("qwen-code", QWEN, tests, "npm install --ignore-scripts in test/agents/qwen");
