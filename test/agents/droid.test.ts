/** Factory droid with our hook, live: what its model is told, what is run, and when it stops. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FOUND, LAST, OURS, REFUSED } from "./chat-agent.ts";
import { type Call, says, stuck } from "./chat-model.ts";
import { DROID, droidHome, readFile, runDroid, SETTINGS, sessionFiles, shell } from "./droid-agent.ts";
import { describeAgent, loopguard, recordOutcome, versionOf } from "./live-agent.ts";

/** Leaves a line for each time that it ran. */
const APPEND = shell("echo ran >> ran.txt; echo same");

const tests = (): void => {
  it("a stuck model is refused and stopped", async () => {
    using home = droidHome();
    const { asked, beyond, results, code, timedOut } = await runDroid(home, stuck(APPEND));
    expect([beyond, code, timedOut]).toEqual([0, 0, false]);
    for (const step of [1, 2]) expect(results[step]).toEqual([expect.stringMatching(/^same\n/)]);
    for (const step of [3, 4, 5, 6])
      expect(results[step]).toEqual([expect.stringContaining(`Error: Tool 'Execute' ${FOUND}, ${REFUSED}`)]);
    expect(results.map(([result = ""]) => result.includes(LAST)).indexOf(true)).toBe(6);
    expect(asked).toHaveLength(7);
    expect(home.lines("ran.txt")).toBe(2);
    recordOutcome({
      runtime: "Factory droid",
      version: versionOf(`../droid/node_modules/@factory/cli-${process.platform}-${process.arch}`),
      executions: home.lines("ran.txt"),
      refusals: results.slice(3).length + 1,
      end: "the hook",
    });
  });

  it("a healthy run hears nothing of us", async () => {
    using home = droidHome();
    const path = join(home.project, "a.txt");
    writeFileSync(path, "one\n");
    const edit = (before: string, after: string): Call => ({
      name: "Edit",
      args: { file_path: path, old_str: before, new_str: after },
    });
    const { asked, results, read, stdout, code } = await runDroid(
      home,
      says(
        [readFile(path)],
        [edit("one", "two")],
        [shell("cat a.txt; exit 1")],
        [edit("two", "three")],
        [shell("cat a.txt; exit 1")],
        [readFile(path), shell("wc -l a.txt")],
        [readFile(path), shell("ls")],
      ),
    );
    expect(asked).toHaveLength(8);
    expect(results[5]?.[0]).toContain("three");
    expect(read).not.toMatch(OURS);
    expect(stdout).toContain("Done.");
    expect([code, home.sessions.length]).toEqual([0, 1]);
  });

  it("goes on as without a hook where the program is gone, and scan finds the loop in its session", async () => {
    using home = droidHome();
    home.changeCommand(SETTINGS, (command) => command.replace("/prebuilds/", "/gone/"));
    const { results, read, stdout } = await runDroid(home, stuck(APPEND, 4));
    expect(results).toHaveLength(5);
    expect(read).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(4);
    expect(stdout).toContain("Done.");
    const report = loopguard(["scan", "--json", ...sessionFiles(home)], { env: home.env });
    const loop = { detector: "no_news", toolName: "Execute", repeats: 3, action: "hint" };
    expect(JSON.parse(report)).toMatchObject({ errors: [], runs: [{ calls: 4, detections: [loop] }] });
  });
};

describeAgent("Factory droid", DROID, tests, "npm ci --ignore-scripts in test/agents/droid");
