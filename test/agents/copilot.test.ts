/** Copilot CLI with our hook, live: what its model is told, and what is run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ENDED, FOUND, LAST, OURS, REFUSED } from "./chat-agent.ts";
import { type Call, isAbout, resultsIn, says, stuck, toldIn } from "./chat-model.ts";
import { COPILOT, copilotHome, runCopilot, SETTINGS, sessionFiles, shell, view } from "./copilot-agent.ts";
import { describeAgent, loopguard, MAIN, recordOutcome, versionOf } from "./live-agent.ts";
import type { RecordedRequest } from "./scripted-server.ts";

/** Leaves a line for each time that it ran. */
const APPEND = shell("echo ran >> ran.txt; echo same");
/** One failure, of a call that is another each time. */
const FAILS = [1, 2, 3, 4].map((line): Call[] => [
  { name: "view", args: { path: "missing.txt", view_range: [line, 9] } },
]);
const DENIED = "Denied by preToolUse hook: ";

describeAgent("Copilot CLI", COPILOT, () => {
  it("a stuck model is refused, and told to end its turn; no hook ends it", async () => {
    using home = copilotHome();
    const { asked, beyond, results, code, timedOut } = await runCopilot(home, stuck(APPEND, 12));
    expect([beyond, code, timedOut]).toEqual([0, 0, false]);
    for (const step of [1, 2]) expect(results[step]).toEqual([expect.stringMatching(/^same\n<shellId: /)]);
    for (const step of [3, 4, 5, 6]) expect(results[step]?.[0]).toContain(`${FOUND}, ${REFUSED}`);
    for (const [result] of results.slice(3)) expect(result).toContain(DENIED);
    expect(results.map(([result = ""]) => result.includes(LAST)).indexOf(true)).toBe(6);
    expect(results[7]?.[0]).toContain(`${FOUND} - aborting to prevent a loop`);
    for (const [result] of results.slice(8)) expect(result).toContain(ENDED);
    expect(asked).toHaveLength(13);
    expect(home.lines("ran.txt")).toBe(2);
    recordOutcome({
      runtime: "Copilot CLI",
      version: versionOf("@github/copilot"),
      executions: home.lines("ran.txt"),
      refusals: results.slice(3).length,
      end: "the model; until then each call is refused",
    });
  });

  it("a model is told a warning about failures, and the program in Node does the same", async () => {
    using home = copilotHome();
    home.changeCommand(SETTINGS, () => `'${process.execPath}' '${MAIN}' hook --copilot || true`);
    const { asked, results } = await runCopilot(home, says([APPEND], [APPEND], [APPEND], ...FAILS));
    for (const step of [1, 2, 4, 5, 6]) expect(toldIn(asked[step])).not.toMatch(OURS);
    expect(results[3]?.[0]).toContain(`${FOUND}, ${REFUSED}`);
    expect(toldIn(asked[7])).toContain('Tool "view" failed. Additional guidance from postToolUseFailure hooks:');
    expect(toldIn(asked[7])).toContain("failed 4 times in a row with the same kind of error");
    expect(home.lines("ran.txt")).toBe(2);
  });

  it("a healthy run hears nothing of us", async () => {
    using home = copilotHome();
    const path = join(home.project, "a.txt");
    writeFileSync(path, "one\n");
    const edit = (before: string, after: string): Call => ({
      name: "edit",
      args: { path, old_str: before, new_str: after },
    });
    const { asked, results, read, stdout, code } = await runCopilot(
      home,
      says(
        [view(path)],
        [edit("one", "two")],
        [shell("cat a.txt; exit 1")],
        [edit("two", "three")],
        [shell("cat a.txt; exit 1")],
        [view(path), shell("wc -l a.txt")],
        [view(path), shell("ls")],
      ),
    );
    expect(asked).toHaveLength(8);
    expect(results[5]?.[0]).toContain("three");
    expect(read).not.toMatch(OURS);
    expect(stdout).toContain("Done.");
    expect([code, home.sessions.length]).toEqual([0, 1]);
  });

  it("a sub-agent is a run of its own, and its refusals are told to it", async () => {
    using home = copilotHome();
    const ofSubagent = (request: RecordedRequest) => isAbout(request, "LOOK AROUND");
    const args = {
      description: "look",
      name: "look",
      prompt: "LOOK AROUND",
      agent_type: "general-purpose",
      mode: "sync",
    };
    let [own, inner] = [0, 0];
    const { asked, beyond } = await runCopilot(home, (_index, request) =>
      ofSubagent(request) ? (inner++ < 5 ? [APPEND] : "Looked.") : own++ === 0 ? [{ name: "task", args }] : "Done.",
    );
    expect(beyond).toBe(0);
    const results = asked.filter(ofSubagent).map(resultsIn);
    for (const step of [1, 2]) expect(results[step]?.[0]).toContain("same\n");
    for (const step of [3, 4, 5]) expect(results[step]?.[0]).toContain(`${FOUND}, ${REFUSED}`);
    expect(home.lines("ran.txt")).toBe(2);
    expect(home.sessions).toHaveLength(2);
  });

  it("goes on as without a hook where the program is gone, and scan finds the loop in its session", async () => {
    using home = copilotHome();
    home.changeCommand(SETTINGS, (command) => command.replace("/prebuilds/", "/gone/"));
    const { results, read, stdout } = await runCopilot(home, stuck(APPEND, 6));
    expect(results).toHaveLength(7);
    expect(read).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(6);
    expect(stdout).toContain("Done.");
    const report = loopguard(["scan", "--json", ...sessionFiles(home)], { env: home.env });
    const loop = { detector: "no_news", toolName: "bash", repeats: 5, action: "hint" };
    expect(JSON.parse(report)).toMatchObject({ errors: [], runs: [{ calls: 6, detections: [loop] }] });
  });
});
