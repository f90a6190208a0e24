/** Codex itself, with the hook that `loopguard init codex` writes, and a scripted model. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Codex, type Item, isOfSubagent, type Model, resultsIn, shell } from "./codex-agent.ts";
import { describeAgent, installed, loopguard, MAIN, recordOutcome, versionOf } from "./live-agent.ts";

const FOUND =
  "Tool 'Bash' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since";
const ENDED = "No further call of this turn is run: an earlier one was in a loop - aborting to prevent a loop";
const REFUSED = `hook: ${FOUND}, so it was not run again.`;
/** Of a call whose result came three times, with other news in between. */
const SEEN = "Tool 'Bash' was called with identical arguments and returned the same result 3 times in your last";
/** Any word of ours. */
const OURS = /same result|identical arguments|repetitive pattern|was not run|blocked by PreToolUse|in a row/;

/** Leaves a line behind wherever it runs, and says the same each time. */
const STUCK = shell("echo ran >> ran; echo the same");

/** A picture of one dot. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Asks for the same `times` times, and then is done. */
const stuck =
  (times: number, item: Item = STUCK): Model =>
  (index) =>
    index < times ? [item] : index === times ? ["done"] : undefined;

/** All that the model was shown, in all requests. */
function shown(codex: Codex): string {
  const told = codex.server.steps.flatMap((step, index) => [...resultsIn(step), ...codex.toldBy(index)]);
  return told.join("\n");
}

function expectUntouched(codex: Codex, ended: { code: number | null; timedOut: boolean }): void {
  expect(ended).toMatchObject({ code: 0, timedOut: false });
  expect(codex.server.beyond).toBe(0);
  expect(shown(codex)).not.toMatch(OURS);
}

describeAgent("Codex", installed("@openai/codex", "bin/codex.js"), (program) => {
  it("refuses what a stuck model asks for, and tells it to end; the rollout shows the loop", async () => {
    await using codex = await Codex.start(program, stuck(12));
    await codex.guard();
    const ended = await codex.exec("go");
    expect(ended).toMatchObject({ code: 0, timedOut: false });

    for (let i = 0; i < 2; i++) expect(codex.outputOf(i)).toMatch(/exited with code 0\n(?:.*\n)+the same\n$/);
    for (let i = 2; i < 6; i++) expect(codex.outputOf(i)).toContain(REFUSED);
    for (let i = 0; i < 12; i++) expect(codex.outputOf(i).includes("This is the last refusal")).toBe(i === 5);
    // No hook can end a turn of Codex. What can be done is done: nothing runs, and the model is told to end it.
    expect(codex.outputOf(6)).toContain(`${FOUND} - aborting to prevent a loop. End your turn now: `);
    for (let i = 7; i < 12; i++) expect(codex.outputOf(i)).toContain(`${ENDED}. End your turn now: `);
    expect(codex.toldBy(12)).toEqual([]);
    expect(codex.home.lines("ran")).toBe(2);
    expect(codex.server.steps).toHaveLength(13);
    recordOutcome({
      runtime: "Codex",
      version: versionOf("@openai/codex"),
      executions: codex.home.lines("ran"),
      refusals: 10,
      end: "the model; until then each call is refused",
    });

    const [rollout] = codex.home.files(".codex/sessions", ".jsonl");
    const { runs, errors } = JSON.parse(loopguard(["scan", rollout as string, "--json"], { env: codex.home.env }));
    expect(errors).toEqual([]);
    expect(runs).toEqual([
      expect.objectContaining({
        detections: [
          expect.objectContaining({ detector: "no_news", toolName: "exec_command", repeats: 2, action: "abort" }),
        ],
      }),
    ]);
  });

  it("says nothing of a healthy run", async () => {
    const commands = [
      "ls -a",
      "echo a > a; cat a",
      "cat missing", // fails
      "grep -c x a", // fails
      "echo b > a; cat a",
      "date +%N", // another result each time
      "date +%N",
      "date +%N",
      "date +%N",
      "cat a",
    ];
    await using codex = await Codex.start(program, (index) =>
      index < commands.length ? [shell(commands[index] as string)] : index === commands.length ? ["done"] : undefined,
    );
    await codex.guard();
    expectUntouched(codex, await codex.exec("go"));
    expect(codex.server.steps).toHaveLength(commands.length + 1);
    expect(codex.home.sessions).toHaveLength(1);
  });

  it("ends an agent that a stop hook sends back with the same words", async () => {
    const model: Model = (index) => (index === 0 ? [STUCK] : index < 20 ? ["Done."] : undefined);
    await using codex = await Codex.start(program, model);
    await codex.guard(undefined, { event: "Stop", answer: { decision: "block", reason: "The tests must pass." } });
    expect(await codex.exec("go", { anyPace: true })).toMatchObject({ code: 0, timedOut: false });
    expect(codex.server.steps).toHaveLength(2 + 4);
  });

  it("refuses by the program in Node as by the one in C", async () => {
    await using codex = await Codex.start(program, stuck(3));
    await codex.guard(`'${process.execPath}' '${MAIN}' hook --codex`);
    expect(await codex.exec("go")).toMatchObject({ code: 0, timedOut: false });
    expect(codex.outputOf(2)).toContain(REFUSED);
    expect(codex.home.lines("ran")).toBe(2);
  });

  it.each([
    ["C", undefined],
    ["Node", `'${process.execPath}' '${MAIN}' hook --codex`],
  ])(
    "warns of a call that gives the same twice in a row, and did so before something new, by the program in %s",
    async (_, command) => {
      const items = [STUCK, shell("echo a"), STUCK, STUCK, shell("echo b"), STUCK];
      await using codex = await Codex.start(program, (index) =>
        index < items.length ? [items[index] as Item] : index === items.length ? ["done"] : undefined,
      );
      await codex.guard(command);
      expect(await codex.exec("go", { anyPace: true })).toMatchObject({ code: 0, timedOut: false });
      expect(codex.toldBy(3)).toEqual([]);
      expect(codex.toldBy(4)).toEqual([expect.stringContaining(SEEN)]);
      expect(codex.toldBy(6)).toHaveLength(1); // not behind something new
      expect(codex.home.lines("ran")).toBe(4);
    },
  );

  it("takes equal calls of one response for one", async () => {
    await using codex = await Codex.start(program, (index) =>
      index < 7 ? [STUCK, STUCK, STUCK] : index === 7 ? ["done"] : undefined,
    );
    await codex.guard();
    expect(await codex.exec("go")).toMatchObject({ code: 0, timedOut: false });
    expect(codex.home.lines("ran")).toBe(6);
    for (const at of [0, 1, 2]) {
      for (const index of [0, 1]) expect(codex.outputOf(index, at)).not.toMatch(OURS);
      for (const index of [2, 3, 4, 5]) expect(codex.outputOf(index, at)).toContain(REFUSED);
      expect(codex.outputOf(6, at)).toContain("aborting to prevent a loop");
    }
  });

  it.each<[string, Item, string]>([
    ["view_image", { name: "view_image", args: { path: "missing.png" } }, "unable to locate image"],
    ["mcp__failing__look", { namespace: "mcp__failing", name: "look", args: {} }, "no such database"],
  ])("refuses a tool that goes on failing, of whose end Codex tells nothing: %s", async (name, call, failure) => {
    await using codex = await Codex.start(program, stuck(6, call));
    await codex.guard();
    expect(await codex.exec("go")).toMatchObject({ code: 0, timedOut: false });
    // The first failure is known with the second call, and is news then: one more than of a call whose end is told.
    for (let i = 0; i < 3; i++) expect(codex.outputOf(i)).toContain(failure);
    const found = `Tool '${name}' was called again with the same arguments; it gave the same result 3 times`;
    for (let i = 3; i < 6; i++) expect(codex.outputOf(i)).toMatch(new RegExp(`hook: ${found}.* was not run`));
  });

  it("takes no call for failed that goes well, whatever the tool", async () => {
    const look: Item = { name: "view_image", args: { path: "dot.png" } };
    const count: Item = { namespace: "mcp__failing", name: "count", args: {} };
    const patch = shell("apply_patch <<'P'\n*** Begin Patch\n*** Add File: a\n+a\n*** End Patch\nP"); // Codex does it itself
    const items = [look, count, patch, count, count, look, patch, count, count];
    await using codex = await Codex.start(program, (index) =>
      index < items.length ? [items[index] as Item] : index === items.length ? ["done"] : undefined,
    );
    writeFileSync(join(codex.home.project, "dot.png"), DOT);
    await codex.guard();
    expectUntouched(codex, await codex.exec("go"));
    for (const [index, text] of [
      [1, "1 times"],
      [2, "Success"],
      [8, "5 times"],
    ] as const)
      expect(codex.outputOf(index)).toContain(text);
  });

  it("takes a command that still runs for no failure", async () => {
    const slow = { name: "exec_command", args: { cmd: "sleep 20", yield_time_ms: 250 } };
    await using codex = await Codex.start(program, stuck(5, slow));
    await codex.guard();
    expectUntouched(codex, await codex.exec("go"));
  });

  it("keeps a subagent's calls apart", async () => {
    const agents = "multi_agent_v1";
    const main: Item[] = [{ namespace: agents, name: "spawn_agent", args: { message: "look" } }, STUCK, STUCK];
    const sub: Item[] = [STUCK, STUCK];
    await using codex = await Codex.start(program, (index, request) => {
      if (index > 15) return undefined;
      if (isOfSubagent(request)) return [sub.shift() ?? "looked"];
      const id = /"agent_id":"([^"]+)"/.exec(resultsIn(request).join())?.[1];
      if (main.length === 2 && !resultsIn(request).some((text) => text.includes("looked")))
        return [{ namespace: agents, name: "wait_agent", args: { targets: [id], timeout_ms: 30_000 } }];
      return [main.shift() ?? "done"];
    });
    await codex.guard();
    expectUntouched(codex, await codex.exec("go"));
    expect(codex.home.lines("ran")).toBe(4);
    expect(codex.home.sessions).toHaveLength(2);
  });

  it("begins anew with a prompt in the same session", async () => {
    await using codex = await Codex.start(program, (index) => [index === 3 || index === 7 ? "done" : STUCK]);
    await codex.guard();
    expect(await codex.exec("go")).toMatchObject({ code: 0, timedOut: false });
    expect(codex.outputOf(2)).toContain(REFUSED);
    expect(await codex.exec("and again", { resume: true })).toMatchObject({ code: 0, timedOut: false });
    expect(resultsIn(codex.server.steps[4] as never)).toHaveLength(3); // it is the same session
    expect(codex.home.sessions).toHaveLength(1);
    for (const index of [4, 5]) expect(codex.outputOf(index)).toContain("the same");
    expect(codex.outputOf(6)).toContain(REFUSED);
    expect(codex.home.lines("ran")).toBe(4);
  });

  it("runs no hook that nobody has reviewed", async () => {
    await using codex = await Codex.start(program, stuck(5));
    expect(codex.home.init("codex")).toContain("only after you have reviewed it");
    expectUntouched(codex, await codex.exec("go"));
    expect(codex.home.lines("ran")).toBe(5);
    expect(codex.home.sessions).toEqual([]);
  });

  it("goes on as without a hook when the program is not there", async () => {
    await using codex = await Codex.start(program, stuck(5));
    await codex.guard(join(codex.home.path, "gone", "loopguard"));
    expectUntouched(codex, await codex.exec("go"));
    expect(codex.home.lines("ran")).toBe(5);
  });

  it("goes on as without a hook when there is no place for state", async () => {
    await using codex = await Codex.start(program, stuck(5));
    await codex.guard();
    const file = join(codex.home.path, "file");
    writeFileSync(file, "");
    expectUntouched(codex, await codex.exec("go", { env: { XDG_STATE_HOME: file } }));
    expect(codex.home.lines("ran")).toBe(5);
  });

  it("begins anew when the state is damaged", async () => {
    await using codex = await Codex.start(program, (index) => {
      if (index === 3) damageState(codex);
      return [index < 6 ? STUCK : "done"];
    });
    await codex.guard();
    expect(await codex.exec("go")).toMatchObject({ code: 0, timedOut: false });
    for (const index of [0, 1, 3, 4]) expect(codex.outputOf(index)).not.toMatch(OURS);
    for (const index of [2, 5]) expect(codex.outputOf(index)).toContain(REFUSED);
    expect(codex.home.lines("ran")).toBe(4);
  });
});

/** Every generation of every session, to the letter. */
function damageState(codex: Codex): void {
  for (const path of codex.home.files("state", "")) {
    try {
      writeFileSync(path, "x".repeat(readFileSync(path).length));
    } catch {} // a folder
  }
}
