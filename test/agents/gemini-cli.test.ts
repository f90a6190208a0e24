/** Gemini CLI with our hook, live: what its model is told, what is run, and when it stops. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  GEMINI,
  readFile,
  runGemini,
  SETTINGS,
  says,
  sessionFiles,
  shell,
  stuck,
  writeSettings,
} from "./gemini-agent.ts";
import { type Call, resultsIn } from "./gemini-model.ts";
import { describeAgent, Home, loopguard, MAIN, recordOutcome, versionOf } from "./live-agent.ts";
import type { RecordedRequest } from "./scripted-server.ts";

/** Leaves a line for each time that it ran. */
const APPEND = shell("echo ran >> ran.txt; echo same");
const MISSING = readFile("missing.txt");
const FOUND =
  "was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since";
/** Of a call whose result came three times, with other news in between. */
const SEEN = "was called with identical arguments and returned the same result 3 times in your last";
/** One failure, of a call that is another each time. */
const FAILS = [1, 2, 3, 4].map((line): Call[] => [{ ...MISSING, args: { ...MISSING.args, start_line: line } }]);
const FAILED = "Tool 'read_file' failed 4 times in a row with the same kind of error, whatever its arguments.";
const REFUSED = "so it was not run again";
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Of all that the hook ever says. */
const OURS =
  /same result|same error|identical arguments|repetitive pattern|was not run|hook_context|aborting to prevent/;

function guardedHome(own = false): Home {
  const home = new Home();
  writeSettings(home, own);
  home.init("gemini");
  return home;
}

/** What `loopguard scan` finds in the sessions that the CLI has left behind. */
function scanned(home: Home): { toolName: string; detector: string; repeats: number }[] {
  const { runs } = JSON.parse(loopguard(["scan", "--json", ...sessionFiles(home)], { env: home.env })) as {
    runs: { detections: { toolName: string; detector: string; repeats: number }[] }[];
  };
  return runs.flatMap(({ detections }) => detections);
}

describeAgent("Gemini CLI", GEMINI, (gemini) => {
  it("a stuck model is refused and stopped", async () => {
    using home = guardedHome();
    const { asked, beyond, results, stderr, code } = await runGemini(gemini, home, stuck(APPEND));
    expect(beyond).toBe(0);
    expect(asked).toHaveLength(7);
    for (const step of [1, 2]) expect(results[step]).toEqual([{ output: expect.not.stringMatching(OURS) }]);
    const refusal = `Tool execution blocked: Tool 'run_shell_command' ${FOUND}, ${REFUSED}`;
    for (const step of [3, 4, 5, 6]) expect(results[step]).toEqual([{ error: expect.stringContaining(refusal) }]);
    const last = results.map(([result]) => result?.error?.includes("This is the last refusal") ?? false);
    expect(last).toEqual([false, false, false, false, false, false, true]);
    expect(home.lines("ran.txt")).toBe(2);
    expect(stderr).toContain(`${FOUND} - aborting to prevent a loop`);
    expect(code).toBe(0);
    recordOutcome({
      runtime: "Gemini CLI",
      version: versionOf("@google/gemini-cli"),
      executions: home.lines("ran.txt"),
      refusals: results.slice(3).length + 1,
      end: "the hook",
    });
  });

  it("a stuck model is warned and refused by the program in Node", async () => {
    using home = guardedHome();
    home.changeCommand(SETTINGS, () => `${process.execPath} ${MAIN} hook --gemini || true`);
    const { results } = await runGemini(gemini, home, says([APPEND], [APPEND], [APPEND], ...FAILS));
    for (const step of [1, 2]) expect(results[step]).toEqual([{ output: expect.not.stringMatching(OURS) }]);
    expect(results[3]).toEqual([{ error: expect.stringContaining(`${FOUND}, ${REFUSED}`) }]);
    expect(results[6]).toEqual([{ error: expect.not.stringMatching(OURS) }]);
    expect(results[7]).toEqual([{ error: expect.stringContaining(FAILED) }]);
    expect(home.lines("ran.txt")).toBe(2);
  });

  it("a model is refused whose calls fail", async () => {
    using home = guardedHome();
    const { asked, beyond, results } = await runGemini(gemini, home, stuck(MISSING));
    expect(beyond).toBe(0);
    expect(asked).toHaveLength(7);
    const failed = `File not found: ${join(home.project, "missing.txt")}`;
    for (const step of [1, 2]) expect(results[step]).toEqual([{ error: failed }]);
    for (const step of [3, 4, 5, 6])
      expect(results[step]).toEqual([{ error: expect.stringContaining(`Tool 'read_file' ${FOUND}, ${REFUSED}`) }]);
  });

  it("a model is warned whose calls all have one failure, in its place", async () => {
    using home = guardedHome();
    const { results, stdout } = await runGemini(gemini, home, says(...FAILS), { anyPace: true });
    const failed = `File not found: ${join(home.project, "missing.txt")}`;
    for (const step of [1, 2, 3]) expect(results[step]).toEqual([{ error: failed }]);
    expect(results[4]).toEqual([{ error: expect.stringContaining(`${failed}\n\n${FAILED}`) }]);
    expect(stdout).toContain("Done.");
  });

  it("a healthy run hears nothing of us", async () => {
    using home = guardedHome();
    writeFileSync(join(home.project, "a.txt"), "one\n");
    const edit = (before: string, after: string): Call => ({
      name: "replace",
      args: { file_path: "a.txt", instruction: "count up", old_string: before, new_string: after },
    });
    const { asked, results, read, stdout, code } = await runGemini(
      gemini,
      home,
      says(
        [shell("ls")],
        [readFile("a.txt")],
        [edit("one", "two")],
        [shell("cat a.txt; exit 1")],
        [edit("two", "three")],
        [shell("cat a.txt; exit 1")],
        [edit("three", "four"), shell("wc -l a.txt")],
        [readFile("a.txt"), shell("cat a.txt; exit 1")],
        [shell("git status"), shell("ls")],
      ),
    );
    expect(asked).toHaveLength(10);
    for (const { output } of results.slice(1).flat()) expect(output).toEqual(expect.any(String));
    expect(results[8]).toEqual([{ output: "four\n" }, { output: expect.stringContaining("Exit Code: 1") }]);
    expect(read).not.toMatch(OURS);
    expect(stdout).toContain("Done.");
    expect(code).toBe(0);
    expect(home.sessions).toHaveLength(1);
    expect(scanned(home)).toEqual([]);
  });

  it("equal calls of one response are one step", async () => {
    using home = guardedHome();
    const { beyond, results } = await runGemini(gemini, home, stuck(APPEND, APPEND));
    expect(beyond).toBe(0);
    for (const step of [1, 2]) expect(JSON.stringify(results[step])).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(4);
    for (const step of [3, 4, 5, 6])
      expect(results[step]).toEqual([0, 1].map(() => ({ error: expect.stringContaining(`${FOUND}, ${REFUSED}`) })));
    expect(results).toHaveLength(7);
  });

  it("a model is refused and stopped whose calls a policy denies", async () => {
    using home = guardedHome();
    const options = { approval: "default", args: ["--allowed-tools", "run_shell_command(echo)"] };
    const { beyond, results, stderr } = await runGemini(gemini, home, stuck(shell("ls -la")), options);
    expect(beyond).toBe(0);
    // The first denial is known with the second call, and is news then: one more than of a call whose end is told.
    for (const step of [1, 2, 3]) expect(results[step]?.[0]).toEqual({ error: "Tool execution denied by policy." });
    for (const step of [4, 5, 6, 7]) expect(results[step]?.[0]?.error).toContain(REFUSED);
    expect(results).toHaveLength(8);
    expect(stderr).toContain("aborting to prevent a loop");
  });

  it.each([
    [
      "the program is gone",
      (home: Home) => home.changeCommand(SETTINGS, (command) => command.replace("/prebuilds/", "/gone/")),
    ],
    ["there is no place for its state", (home: Home) => writeFileSync(join(home.path, "state"), "a file")],
  ])("the agent goes on as without a hook where %s", async (_name, spoil) => {
    using home = guardedHome();
    spoil(home);
    const { asked, results, read, stdout, code } = await runGemini(
      gemini,
      home,
      says(...Array.from({ length: 6 }, () => [APPEND])),
    );
    expect(asked).toHaveLength(7);
    for (const [result] of results.slice(1)) expect(result?.output).toContain("Output: same");
    expect(read).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(6);
    expect(stdout).toContain("Done.");
    expect(code).toBe(0);
  });

  it("a prompt is a new turn, also in a session that goes on, and garbage for a state is a new one", async () => {
    using home = guardedHome();
    const twice = says([APPEND], [APPEND]);
    const first = await runGemini(gemini, home, says([APPEND], [APPEND], [APPEND]));
    expect(first.results[3]).toEqual([{ error: expect.stringContaining(REFUSED) }]);
    const resumed = await runGemini(gemini, home, twice, { args: ["--resume", "latest"], prompt: "again" });
    expect(JSON.stringify(resumed.asked[0]?.body)).toContain(FOUND); // it is the same conversation
    for (const step of [1, 2])
      expect(resumed.results[step]).toEqual([{ output: expect.stringContaining("Output: same") }]);
    expect(home.lines("ran.txt")).toBe(4);
    expect(home.sessions).toHaveLength(1);
    expect(home.spoilStates()).toBeGreaterThan(0);
    const spoilt = await runGemini(gemini, home, twice, { args: ["--resume", "latest"], prompt: "again" });
    expect(spoilt.read).not.toMatch(OURS);
    expect(home.lines("ran.txt")).toBe(6);
    const other = await runGemini(gemini, home, twice);
    expect(other.read).not.toMatch(OURS);
    expect(home.sessions).toHaveLength(2);
  });

  it("a subagent is refused and its session goes on, of which its calls are a part", async () => {
    using home = guardedHome();
    const invoke: Call = { name: "invoke_agent", args: { agent_name: "generalist", prompt: "look" } };
    const ofSubagent = ({ body }: RecordedRequest) => JSON.stringify(body).includes('"complete_task"');
    let own = 0;
    const { asked, beyond, stdout } = await runGemini(gemini, home, (_index, request) =>
      ofSubagent(request) ? [APPEND] : own++ === 0 ? [invoke] : "Done.",
    );
    expect(beyond).toBe(0);
    const results = asked.filter(ofSubagent).map(resultsIn);
    for (const step of [1, 2]) expect(results[step]?.[0]?.output).toContain("Output: same");
    for (const step of [3, 4, 5, 6]) expect(results[step]?.[0]?.error).toContain(`${FOUND}, ${REFUSED}`);
    expect(results[7]?.[0]?.error).toContain("aborting to prevent a loop");
    expect(home.lines("ran.txt")).toBe(2);
    expect(home.sessions).toHaveLength(1);
    expect(stdout).toContain("Done.");
  });

  it("leaves sessions in which scan finds the loop", async () => {
    using home = new Home();
    writeSettings(home);
    await runGemini(gemini, home, says(...Array.from({ length: 9 }, () => [APPEND])));
    expect(home.lines("ran.txt")).toBe(9);
    const loop = { toolName: "run_shell_command", detector: "no_news", repeats: 8, action: "abort" };
    expect(scanned(home).filter(({ detector }) => detector !== "no_progress")).toEqual([expect.objectContaining(loop)]);
  });

  it("comes before the CLI's own detection", async () => {
    using own = new Home();
    writeSettings(own, true);
    const alone = await runGemini(gemini, own, stuck(APPEND));
    expect(alone.asked).toHaveLength(6);
    expect(alone.read).toContain("System: Potential loop detected.");
    expect(own.lines("ran.txt")).toBe(4);

    using both = guardedHome(true);
    const guarded = await runGemini(gemini, both, stuck(APPEND));
    expect(guarded.asked).toHaveLength(6);
    for (const step of [3, 4]) expect(guarded.results[step]).toEqual([{ error: expect.stringContaining(REFUSED) }]);
    expect(guarded.read).toContain("System: Potential loop detected.");
    expect(both.lines("ran.txt")).toBe(2);
  });

  it("stops what the CLI's own detection does not see: the same six calls again and again", async () => {
    const six = [APPEND, ...["a", "b", "c", "d", "e"].map((word) => shell(`echo ran >> ran.txt; echo ${word}`))];
    using own = new Home();
    writeSettings(own, true);
    const alone = await runGemini(gemini, own, (step) => (step < 10 ? six : "Done."));
    expect(alone.stdout).toContain("Done.");
    expect(own.lines("ran.txt")).toBe(60);

    using both = guardedHome(true);
    const guarded = await runGemini(gemini, both, stuck(...six));
    expect(guarded.beyond).toBe(0);
    const refused = guarded.results.map((results) => results.filter(({ error }) => error?.includes(REFUSED)).length);
    // They run at once. The one that came back last may be made once more, unless it was the last in both laps.
    const third = refused[3] as number;
    expect(third).toBeGreaterThanOrEqual(5);
    expect(refused).toEqual([0, 0, 0, third, 6, 6, 6]);
    expect(guarded.stderr).toContain("aborting to prevent a loop");
    expect(both.lines("ran.txt")).toBe(6 + 6 + (6 - third));
  });

  it("warns of what the CLI's own detection does not see: a call that is made again after each of others", async () => {
    const word = (step: number) => "abcdefghijklmnopqrstuvwxyz".slice(0, step);
    // Twice in a row at the steps 2 and 3, and then after each of others.
    const isOther = (step: number) => step === 1 || (step > 3 && step % 2 === 0);
    const between = (step: number) => (step < 20 ? [isOther(step) ? shell(`echo ${word(step)}`) : APPEND] : "Done.");
    using own = new Home();
    writeSettings(own, true);
    const alone = await runGemini(gemini, own, between, { anyPace: true });
    expect(alone.read).not.toContain("loop detected");
    expect(own.lines("ran.txt")).toBe(11);

    using both = guardedHome(true);
    const guarded = await runGemini(gemini, both, between);
    for (const step of [1, 2, 3]) expect(JSON.stringify(guarded.results[step])).not.toMatch(OURS);
    expect(guarded.results[4]).toEqual([{ output: expect.stringMatching(/^<untrusted_context>\nOutput: same\n/) }]);
    expect(guarded.results[4]?.[0]?.output).toContain(`<hook_context>Tool 'run_shell_command' ${SEEN}`);
    // What comes between is news each time, so nothing is refused, nor warned of again.
    for (const step of [6, 8, 10, 12]) expect(JSON.stringify(guarded.results[step])).not.toMatch(OURS);
    expect(both.lines("ran.txt")).toBe(11);
    expect(guarded.stdout).toContain("Done.");
  });

  it("is called as the settings of a project say", async () => {
    using home = new Home();
    writeSettings(home);
    mkdirSync(join(home.project, "node_modules", ".bin"), { recursive: true });
    symlinkSync(ROOT, join(home.project, "node_modules", "loopguard"));
    symlinkSync(MAIN, join(home.project, "node_modules", ".bin", "loopguard"));
    home.init("gemini", "--project");
    const env = { npm_config_offline: "true", npm_config_update_notifier: "false" };
    const { results } = await runGemini(gemini, home, says(...FAILS), { env, anyPace: true });
    expect(results[4]).toEqual([{ error: expect.stringContaining(FAILED) }]);
  });

  it("is called where GEMINI_CLI_HOME has the settings", async () => {
    using home = new Home();
    const folder = join(home.path, "elsewhere");
    const env = { GEMINI_CLI_HOME: folder };
    writeSettings(home, false, folder);
    loopguard(["init", "gemini", "--yes"], { cwd: home.project, env: { ...home.env, ...env } });
    const { results } = await runGemini(gemini, home, says([MISSING], [MISSING], [MISSING]), { env });
    expect(results[3]).toEqual([{ error: expect.stringContaining(`${FOUND}, ${REFUSED}`) }]);
  });
});
