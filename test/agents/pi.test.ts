/** pi itself, with the extension that `loopguard init pi` has it load, and a scripted model. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { describeAgent, loopguard } from "./live-agent.ts";
import { type Item, type Model, messagesIn, NODE, PI, Pi, shell, textOf } from "./pi-agent.ts";

const FOUND =
  "Tool 'bash' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since";
const REFUSED = `${FOUND}, so it was not run again.`;
const ABORTED = `${FOUND} - aborting to prevent a loop`;
/** Of a call whose result came three times, with other news in between. */
const SEEN = "\n\nTool 'bash' was called with identical arguments and returned the same result 3 times in your last";
const CUT = /^The same text came \d+ times in a row\. Your response was cut off there\. /;
/** Any word of ours. */
const OURS = /same result|identical arguments|same text|repetitive pattern|was not run|in a row/;

/** Leaves a line behind wherever it runs, and says the same each time. */
const STUCK = shell("echo ran >> ran; echo the same");
const CHANT = "Let me think about this again. ".repeat(1000);

/** Makes these responses, and then is done. */
const says =
  (...responses: readonly (readonly Item[])[]): Model =>
  (index) =>
    index < responses.length ? responses[index] : index === responses.length ? ["Done."] : undefined;
const times = (count: number, ...items: Item[]) => Array.from({ length: count }, () => items);

/** All that the model was shown by its last request. */
const shown = (pi: Pi) => messagesIn(pi.server.steps.at(-1) ?? fail()).map(({ content }) => textOf(content));

function fail(): never {
  throw new Error("the model was not asked");
}

/** A file that pi loads by itself. */
function addExtension(pi: Pi, name: string, code: string): void {
  const folder = join(pi.home.path, ".pi", "agent", "extensions");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), code);
}

const ADAPTER = new URL("../../dist/node/frameworks/pi.js", import.meta.url).pathname;

describeAgent("pi", NODE === undefined ? undefined : PI, (program) => {
  it("refuses what a stuck model asks for, and ends the run; the session shows the loop", async () => {
    await using pi = await Pi.start(program, says(...times(20, STUCK)));
    pi.home.init("pi");
    // The second prompt begins a turn, in which it goes the same way.
    const ended = await pi.print(["go", "again"]);
    expect(ended).toMatchObject({ code: 1, stdout: "", stderr: `${ABORTED}\n`, timedOut: false });
    expect(pi.server.steps).toHaveLength(7 + 7);
    for (const step of [0, 1, 7, 8]) expect(pi.resultOf(step)).toBe("the same\n");
    for (const step of [2, 3, 4, 5, 9, 10, 11, 12]) expect(pi.resultOf(step)).toContain(REFUSED);
    expect(pi.resultOf(5)).toContain("This is the last refusal");
    expect(pi.resultOf(6)).toBe(ABORTED);
    expect(pi.home.lines("ran")).toBe(2 + 2);

    const { runs, errors } = JSON.parse(loopguard(["scan", ...pi.sessions, "--json"], { env: pi.home.env }));
    expect(errors).toEqual([]);
    const loop = { detector: "no_news", toolName: "bash", repeats: 2, action: "abort" };
    expect(runs).toEqual([expect.objectContaining({ detections: [expect.anything(), expect.objectContaining(loop)] })]);
  });

  it("says nothing of a healthy run", async () => {
    const commands = [
      "echo a > a; cat a",
      "cat missing", // fails
      "grep -c x a", // fails
      "echo b > a; cat a",
      ...Array.from({ length: 4 }, () => "date +%N"), // another result each time
      "seq 5000", // is cut, and the rest is in a file with another name each time
      "cat a",
    ];
    await using pi = await Pi.start(program, says(...commands.map((command) => [shell(command)])));
    pi.home.init("pi");
    expect(await pi.print("go", { anyPace: true })).toMatchObject({ code: 0, stdout: "Done.\n", stderr: "" });
    expect(pi.server.steps).toHaveLength(commands.length + 1);
    expect(pi.resultOf(8)).toContain("Full output: ");
    expect(shown(pi).join("\n")).not.toMatch(OURS);
  });

  it("warns of a call that gives the same twice in a row, and did so before something new", async () => {
    const items = [STUCK, shell("echo a"), STUCK, STUCK, shell("echo b"), STUCK];
    await using pi = await Pi.start(program, says(...items.map((item) => [item])));
    pi.home.init("pi");
    expect(await pi.print("go", { anyPace: true })).toMatchObject({ code: 0, stdout: "Done.\n" });
    for (const step of [0, 2, 5]) expect(pi.resultOf(step)).toBe("the same\n");
    expect(pi.resultOf(3)).toContain(`the same\n${SEEN}`);
    expect(pi.home.lines("ran")).toBe(4);
  });

  it("takes equal calls of one response for one, and ends with all of them", async () => {
    await using pi = await Pi.start(program, says(...times(12, STUCK, STUCK)));
    pi.home.init("pi");
    expect(await pi.print("go")).toMatchObject({ code: 1, stderr: `${ABORTED}\n` });
    expect(pi.server.steps).toHaveLength(7);
    expect(pi.home.lines("ran")).toBe(4);
    for (const at of [0, 1]) for (const step of [2, 3, 4, 5]) expect(pi.resultOf(step, at)).toContain(REFUSED);
  });

  it("cuts a chanting model off and tells it; the run goes on, or ends if it chants again and again", async () => {
    await using pi = await Pi.start(program, (index) => (index === 1 ? ["All right."] : [CHANT]));
    pi.home.init("pi");
    const ended = await pi.print(["go", "again"]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(" in a row - aborting to prevent a loop") });
    expect(pi.server.steps).toHaveLength(2 + 3);
    const read = shown(pi);
    expect(read.slice(read.indexOf("go"))).toEqual([
      "go",
      expect.stringMatching(CUT),
      "All right.",
      "again",
      expect.stringMatching(CUT),
      expect.stringMatching(CUT),
    ]);
    // What was written before the cut is in the session, and not all of the chant.
    expect(readFileSync(pi.sessions[0] as string, "utf8").length).toBeLessThan(CHANT.length);
  });

  it("refuses a tool that does not exist, and ends the run", async () => {
    await using pi = await Pi.start(program, says(...times(12, { name: "nope", args: {} })));
    pi.home.init("pi");
    const ended = await pi.print("go");
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("aborting to prevent a loop") });
    expect(pi.resultOf(0)).toBe("Tool nope not found");
    expect(pi.resultOf(3)).toMatch(/^Tool nope not found\n\nTool 'nope' /);
  });

  it("guards a session of the SDK, and an agent without pi", async () => {
    await using pi = await Pi.start(program, says(...times(30, STUCK)));
    pi.home.init("pi");
    pi.addSettings({ packages: [], defaultProvider: "scripted", defaultModel: "scripted" });
    const script = new URL("pi-sdk.mjs", import.meta.url).pathname;
    const { stdout, code } = await pi.home.run(NODE as string, [script, dirname(program), ADAPTER]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ ends: [ABORTED, ABORTED], errorMessage: ABORTED, requests: 7 });
    expect(pi.server.steps).toHaveLength(7 + 7 + 7);
    expect(pi.home.lines("ran")).toBe(2 + 2 + 2);
    for (const step of [16, 17, 18, 19]) expect(pi.resultOf(step)).toContain(REFUSED);
  });

  it("knows what the model remembers of a session that goes on, and of a branch", async () => {
    const twice = says([STUCK], [STUCK]);
    await using pi = await Pi.start(program, (index, request) => twice(index % 3, request));
    addExtension(
      pi,
      "loopguard.js",
      `import { toolLoopExtension } from ${JSON.stringify(ADAPTER)};
       export default toolLoopExtension({ maxRepeats: 3, action: "hint" });`,
    );
    addExtension(
      pi,
      "back.js",
      `export default (pi) => pi.registerCommand("back", {
        handler: async (_, context) => {
          const spoken = context.sessionManager.getBranch().filter(({ message }) => message?.role === "user");
          await context.navigateTree(spoken[1].id);
        },
      });`,
    );
    const print = async (prompts: string | string[], ...args: string[]) => {
      const ended = await pi.print(prompts, { args, anyPace: true });
      expect(ended).toMatchObject({ code: 0, stdout: "Done.\n", stderr: "" });
    };
    await print("go");
    expect(pi.home.lines("ran")).toBe(2);
    await print("go on", "-c");
    expect(pi.home.lines("ran")).toBe(3);
    // Back to where the call had been made twice.
    await print(["/back", "go another way"], "-c");
    expect(pi.home.lines("ran")).toBe(4);
    expect(shown(pi)).not.toContain("go on");
    const { runs } = JSON.parse(loopguard(["scan", ...pi.sessions, "--json"], { env: pi.home.env }));
    expect(runs).toHaveLength(2);
  });

  it("allows once more what the model forgot in a compaction", async () => {
    // The fourth request asks for the summary.
    const model = says([STUCK], [STUCK, 99_000], ["A summary."], [STUCK], [STUCK]);
    await using pi = await Pi.start(program, model);
    pi.home.init("pi");
    pi.addSettings({ compaction: { keepRecentTokens: 1 } });
    expect(await pi.print("go", { anyPace: true })).toMatchObject({ code: 0, stdout: "Done.\n" });
    expect(shown(pi).join("\n")).toContain("A summary.");
    expect(pi.home.lines("ran")).toBe(3);
    expect(pi.resultOf(4)).toContain(
      "gave the same result 3 times, and nothing new has happened since, so it was not run again",
    );
  });

  it("recovers, and a run that is stopped answers without tools", async () => {
    const names = (at: number) => {
      const { tools = [] } = (pi.server.steps[at] ?? fail()).body as { tools?: { function: { name: string } }[] };
      return tools.map(({ function: { name } }) => name);
    };
    await using pi = await Pi.start(program, (index, request) => {
      const { tools: offered = [] } = request.body as { tools?: object[] };
      if (offered.length === 0) return index < 10 ? ["It is the same."] : [STUCK];
      return [STUCK];
    });
    const options = '{ recover: true }, { onAbort: "answer" }';
    addExtension(
      pi,
      "guard.js",
      `import { toolLoopExtension } from ${JSON.stringify(ADAPTER)};\nexport default toolLoopExtension(${options});\n`,
    );
    const ended = await pi.print(["go", "again"]);
    expect(ended).toMatchObject({ code: 0, timedOut: false });
    expect(ended.stdout).toContain("The task was not finished"); // of the second prompt: the model called all the same
    expect(names(3)).toContain("bash");
    expect(names(4)).not.toContain("bash");
    expect(names(5)).toContain("bash");
    expect(names(7)).toEqual([]);
    expect(
      messagesIn(pi.server.steps[3] ?? fail())
        .map(({ content }) => textOf(content))
        .join(),
    ).toContain("These calls were left out");
    expect(textOf(messagesIn(pi.server.steps[7] ?? fail()).at(-1)?.content)).toContain("Answer with what you have");
    expect(pi.home.lines("ran")).toBe(2 + 2);
  });
});
