/** opencode itself, with the plugin that `loopguard init opencode` writes, and a scripted model. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeAgent, loopguard } from "./live-agent.ts";
import { type Item, OPENCODE, Opencode, promptsIn, resultsIn, shell } from "./opencode-agent.ts";

const FOUND =
  "Tool 'bash' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since";
const REFUSED = `${FOUND}, so it was not run again.`;
const ENDED = `${FOUND} - aborting to prevent a loop`;
/** Any word of ours. */
const OURS = /same result|same error|identical arguments|repetitive pattern|was not run|in a row|repeat/;

/** Leaves a line behind wherever it runs, and says the same each time. */
const STUCK = shell("echo ran >> ran; echo the same");
const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

describeAgent(
  "opencode",
  OPENCODE,
  (program) => {
    it("opencode run: what a stuck model asks for is refused, and the run ends with the reason", async () => {
      // The first call takes long: the program gets ready.
      await using opencode = await Opencode.start(program, (index) => [index === 0 ? shell("true") : STUCK]);
      const { home, server } = opencode;
      const said = loopguard(["init", "opencode", "--yes"], { cwd: home.project, env: home.env });
      expect(said).toContain("opencode is guarded from its next start");
      const ended = await opencode.run("go");
      server.expectPace(1);
      expect(ended).toMatchObject({ code: 1, timedOut: false });
      expect(ended.stderr).toContain(ENDED);
      expect(home.lines("ran")).toBe(2);
      // Two that ran, four refusals, and the call that ended it, of which the model is told nothing any more.
      expect(server.steps).toHaveLength(8);
      const results = resultsIn(server.steps.at(-1) as never).slice(1);
      expect(results.slice(0, 2)).toEqual(["the same\n", "the same\n"]);
      for (const [at, result] of results.slice(2).entries()) {
        expect(result).toContain(REFUSED);
        expect(result.includes("This is the last refusal")).toBe(at === 3);
      }

      loopguard(["init", "opencode", "--remove", "--yes"], { cwd: home.project, env: home.env });
      expect(existsSync(join(home.path, ".config", "opencode", "plugins", "loopguard.js"))).toBe(false);
    });

    let opencode: Opencode;
    beforeAll(async () => {
      opencode = await Opencode.start(program, () => [], { plugin: [[PACKAGE, { preset: "recommended" }]] });
    });
    afterAll(() => opencode[Symbol.asyncDispose]());

    /** What the model read of its calls, in its last request. */
    const read = (session: string): string[] => resultsIn(opencode.asked(session).at(-1) as never);

    /** A model that asks for these, one after the other, and then says that it is done. */
    const says =
      (...items: Item[]) =>
      (index: number): Item[] => [items[index] ?? "Done."];

    it("a healthy run reads nothing of ours", async () => {
      const session = await opencode.session(
        says(
          shell("echo a > a; cat a"),
          shell("cat missing"),
          { name: "read", args: { filePath: join(opencode.home.project, "a") } },
          shell("date +%N"),
          shell("date +%N"),
          { name: "notes_count", args: {} },
          shell("date +%N"),
          { name: "notes_count", args: {} },
          shell("echo b > a; cat a"),
        ),
      );
      const { info, parts } = await opencode.prompt(session, "go");
      expect(info.error).toBeUndefined();
      expect(parts.find(({ type }) => type === "text")?.text).toBe("Done.");
      expect(read(session)).toHaveLength(9);
      expect(read(session).join("\n")).not.toMatch(OURS);
    });

    it("after an abort, the user's next message begins a new turn", async () => {
      const session = await opencode.session(() => [STUCK]);
      for (const prompt of ["go", "Try that once more, please."]) {
        const before = opencode.home.lines("ran");
        const { info } = await opencode.prompt(session, prompt);
        expect(info.error?.data.message).toBe(ENDED);
        expect(opencode.home.lines("ran") - before).toBe(2);
      }
      expect(opencode.asked(session)).toHaveLength(14);
    });

    it("onAbort: answer: the last request has no tools, and what the model says to it ends the turn", async () => {
      const settings = { plugin: [[PACKAGE, { onAbort: "answer" }]] };
      await using own = await Opencode.start(program, () => [STUCK], settings);
      const session = await own.session(() => [STUCK]);
      const { info, parts } = await own.prompt(session, "go");
      expect(info.error).toBeUndefined();
      expect(parts.find(({ type }) => type === "text")?.text).toBe("A summary"); // to a request without tools
      expect(own.home.lines("ran")).toBe(2);
      expect(own.asked(session)).toHaveLength(7);
      const { body } = own.server.asides.at(-1) as { body: { messages: { content: unknown }[] } };
      expect(JSON.stringify(body.messages.at(-1))).toContain("Answer with what you have");
      // The user's next message has its tools again.
      await own.prompt(session, "Once more, please.");
      expect(own.home.lines("ran")).toBe(4);
    });

    it("equal calls of one response are one observation, and are all refused by an abort", async () => {
      const before = opencode.home.lines("ran");
      const session = await opencode.session(() => [STUCK, STUCK]);
      const { info } = await opencode.prompt(session, "go");
      expect(info.error?.data.message).toBe(ENDED);
      expect(opencode.home.lines("ran") - before).toBe(4);
      expect(opencode.asked(session)).toHaveLength(7);
      expect(read(session).slice(0, 4).join("\n")).not.toMatch(OURS);
      expect(read(session).slice(4)).toHaveLength(8);
      for (const result of read(session).slice(4)) expect(result).toContain(REFUSED);

      const file = join(opencode.home.path, "session.json");
      writeFileSync(file, JSON.stringify(await opencode.messages(session)));
      const { runs, errors } = JSON.parse(loopguard(["scan", file, "--json"], { env: opencode.home.env }));
      expect(errors).toEqual([]);
      const found = expect.objectContaining({ detector: "no_news", toolName: "bash", action: "abort" });
      expect(runs).toEqual([expect.objectContaining({ id: session, detections: [found] })]);
    });

    it("warns with the result of a tool, of an MCP server too, and with the error of one that fails", async () => {
      const look = (name: string): Item => ({ name: "read", args: { filePath: join(opencode.home.project, name) } });
      const session = await opencode.session(
        says(
          ...[1, 2, 3, 4, 5, 6].map((n) => shell(`true ${n}; echo nothing found`)),
          ...[1, 2, 3, 4, 5, 6].map((n) => ({ name: "notes_note", args: { text: `${n}` } })),
          ...[1, 2, 3, 4].map((n) => look(`missing-${n}`)),
        ),
      );
      const { info } = await opencode.prompt(session, "go");
      expect(info.error).toBeUndefined();
      const results = read(session);
      expect(results).toHaveLength(16);
      const warned = results.map((result) => OURS.test(result));
      expect(warned).toEqual([5, 11, 15].reduce((all, at) => all.with(at, true), new Array(16).fill(false)));
      expect(results[5]).toMatch(/^nothing found\n\n\nTool 'bash'/);
      expect(results[11]).toMatch(/^noted\n+Tool 'notes_note'/);
      expect(results[15]).toMatch(/^File not found: .*missing-4/);
    });

    it("calls that cannot be made are refused and end the turn", async () => {
      const session = await opencode.session(() => [{ name: "no_such_tool", args: { a: 1 } }]);
      const { info } = await opencode.prompt(session, "go");
      expect(info.error?.data.message).toContain("no_such_tool");
      expect(opencode.asked(session).length).toBeLessThan(10);
    });

    it("a subagent is a run of its own: its end is an error of the call that started it", async () => {
      const before = opencode.home.lines("ran");
      const task = { description: "look", prompt: "Look everywhere for it.", subagent_type: "general" };
      const session = await opencode.session((index, subagent) =>
        subagent ? [STUCK] : [[STUCK, { name: "task", args: task }, STUCK, "Done."][index] as Item],
      );
      const { info, parts } = await opencode.prompt(session, "go");
      expect(info.error).toBeUndefined();
      expect(parts.find(({ type }) => type === "text")?.text).toBe("Done.");
      expect(opencode.askedBelow(session)).toHaveLength(7);
      const [first, delegated, last] = read(session);
      expect([first, last]).toEqual(["the same\n", "the same\n"]);
      expect(delegated).toContain(ENDED);
      expect(opencode.home.lines("ran") - before).toBe(4);
    });

    it("a compaction lets a call be made once more, and is no turn", async () => {
      const before = opencode.home.lines("ran");
      const session = await opencode.session((index) => (index === 1 ? ["Done."] : [STUCK]));
      await opencode.prompt(session, "go");
      await opencode.compact(session);
      const { info } = await opencode.prompt(session, "continue");
      expect(info.error?.data.message).toBe(ENDED);
      expect(opencode.home.lines("ran") - before).toBe(3);
    });

    it("cuts a text that repeats itself, and tells the model with the user's next message", async () => {
      const chant = "I will now check the file again, and then I will check the file again. ".repeat(2000);
      const session = await opencode.session((index) => [index === 0 ? chant : "Done."]);
      const { info, parts } = await opencode.prompt(session, "go");
      expect(info.error?.name).toBe("MessageAbortedError");
      expect(parts.find(({ type }) => type === "text")?.text?.length).toBeLessThan(chant.length / 2);
      const next = await opencode.prompt(session, "What is wrong?");
      expect(next.info.error).toBeUndefined();
      expect(promptsIn(opencode.asked(session).at(-1) as never).at(-1)).toMatch(
        /^What is wrong\?\nThe same text came 16 times in a row/,
      );
    });
  },
  "npm ci --ignore-scripts in test/agents/opencode",
);
