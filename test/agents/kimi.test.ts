/** Kimi Code with our hook, live: what its model is told, and what is run. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ENDED, FOUND, LAST, OURS, REFUSED } from "./chat-agent.ts";
import { type Call, says, stuck } from "./chat-model.ts";
import { KIMI, kimiHome, readFile, runKimi, SETTINGS, sessionFiles, shell } from "./kimi-agent.ts";
import { describeAgent, loopguard, recordOutcome, versionOf } from "./live-agent.ts";

/** Leaves a line for each time that it ran. */
const APPEND = shell("echo ran >> ran.txt; echo same");

describeAgent("Kimi Code", KIMI, () => {
  it("a stuck model is refused, and told to end its turn; no hook ends it", async () => {
    using home = kimiHome();
    const { asked, beyond, results, code, timedOut } = await runKimi(home, stuck(APPEND, 10));
    expect([beyond, code, timedOut]).toEqual([0, 0, false]);
    for (const step of [1, 2]) expect(results[step]?.[0]).toMatch(/^Wall time: .*\nsame\n$/);
    for (const step of [3, 4, 5, 6]) expect(results[step]?.[0]).toContain(`Tool 'Bash' ${FOUND}, ${REFUSED}`);
    expect(results.map(([result = ""]) => result.includes(LAST)).indexOf(true)).toBe(6);
    expect(results[7]?.[0]).toContain(`${FOUND} - aborting to prevent a loop`);
    for (const [result] of results.slice(8)) expect(result).toContain(ENDED);
    expect(asked).toHaveLength(11);
    expect(home.lines("ran.txt")).toBe(2);
    recordOutcome({
      runtime: "Kimi Code",
      version: versionOf("@moonshot-ai/kimi-code"),
      executions: home.lines("ran.txt"),
      refusals: results.slice(3).length,
      end: "the model; until then each call is refused",
    });
  });

  it("a healthy run hears nothing of us", async () => {
    using home = kimiHome();
    const path = join(home.project, "a.txt");
    writeFileSync(path, "one\n");
    const edit = (before: string, after: string): Call => ({
      name: "Edit",
      args: { path, old_string: before, new_string: after },
    });
    const { asked, results, read, stdout, code } = await runKimi(
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
    using home = kimiHome();
    const path = join(home.path, SETTINGS);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("/prebuilds/", "/gone/"));
    const { results, read, stdout } = await runKimi(home, stuck(APPEND, 6));
    expect(results).toHaveLength(7);
    expect(read).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(6);
    expect(stdout).toContain("Done.");
    const report = loopguard(["scan", "--json", ...sessionFiles(home)], { env: home.env });
    const loop = { detector: "no_news", toolName: "Bash", repeats: 5, action: "hint" };
    expect(JSON.parse(report)).toMatchObject({ errors: [], runs: [{ calls: 6, detections: [loop] }] });
  });
});
