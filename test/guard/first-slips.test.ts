/** Slips that say what happened, with which value, and what would be right: an error where it is plainly wrong, else one warning. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { defineTool } from "../../lib/executor/define-tool.ts";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { guardFunction } from "../../lib/frameworks/guard-function.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, custom, delegation, limit } from "../../lib/rules/factories.ts";
import { fileStore } from "../../lib/store/file-store.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { hearWarnings } from "./process-warnings.ts";

const { all: warnings, codes } = hearWarnings();
const never = (value: unknown): never => value as never;
const SAME = { name: "search", arguments: { q: "x" } };
const textOf = (at = 0): string | undefined => warnings[at]?.text;

describe("plainly wrong, so an error:", () => {
  it.each<[string, () => unknown, string]>([
    [
      "a number as text",
      () => count(never("3")),
      'Option "count" must be an object, of maxRepeats, canonical, got "3" (string)',
    ],
    ["a number", () => count(never(3)), 'Option "count" must be an object, of maxRepeats, canonical, got 3 (number)'],
    [
      "an action",
      () => custom("mine", () => null, never("abort")),
      'Option "custom" must be an object, of detect, got "abort"',
    ],
    [
      "options of memoryStore",
      () => memoryStore(never({ ttl: 60 })),
      'Option "options" must be absent: each state is kept until the process ends',
    ],
    ["no options of a context", () => new RunContext(never(undefined)), 'such as { sessionId: "s-1" }, got undefined'],
    ["a session as text", () => new RunContext(never("s-1")), 'such as { sessionId: "s-1" }, got "s-1" (string)'],
  ])("%s", (_what, act, text) => {
    expect(act).toThrow(text);
  });

  it("a tool without execute", () => {
    const tool = never({ name: "search", description: "d", parameters: {} });
    const wanted = /search.*execute" must be a function, got undefined/;
    expect(() => new ToolExecutor([defineTool(tool)])).toThrow(wanted);
  });

  it.each<[string, object]>([
    ["a policy", { tools: { "/search.*/": false } }],
    ["a policy, made by JavaScript", { tools: { [String(/search.*/i)]: { limit: 2 } } }],
    ["a limit", { detectors: [limit({ limits: { "/search.*/": 3 } })] }],
    ["a budget's tools", { budget: { calls: 3, tools: ["/search.*/"] } }],
  ])("a regular expression as a tool's name: %s", (_what, options) => {
    expect(() => new LoopGuard(options)).toThrow(/a name, or a glob such as "get_\*": \/search\.\*\/i? is a/);
  });

  it.each<[string, () => unknown, string]>([
    [
      "a guard as options",
      () => new LoopGuard(never(new LoopGuard())),
      "LoopGuardOptions, got an instance of LoopGuard",
    ],
    ["a URL as a folder", () => fileStore(never(new URL("file:///tmp/x"))), "got an instance of URL"],
    ["a key that is not awaited", () => new LoopGuard().run(Promise.resolve("s")), "await it first, got a promise"],
    ["another's cap", () => new LoopGuard(never({ maxSteps: 5 })), "must be budget: { calls: 50 }, got 5"],
    ["another's limit", () => new LoopGuard(never({ threshold: 3 })), "must be maxRepeats: 3, got 3"],
    ["another's listener", () => new LoopGuard(never({ onLoop: () => {} })), "must be onDetection, got"],
    ["a switch", () => new LoopGuard(never({ enabled: false })), "must be shadow: true, or no guard, got false"],
    [
      "an adapter's option",
      () => new LoopGuard(never({ runKey: 1 })),
      "the next argument, as in ({}, { runKey }), got",
    ],
    ["a clone of a guard", () => new LoopGuard(never(structuredClone(new LoopGuard()))), "not a copy of one"],
    ["a guard that was spread", () => new LoopGuard(never({ ...new LoopGuard() })), "not a copy of one"],
    ["a guard from JSON", () => new LoopGuard(never(JSON.parse(JSON.stringify(new LoopGuard())))), "not a copy of one"],
    ["names in one", () => new LoopGuard({ tools: { "search|find": false } }), "search|find is a regular expression"],
  ])("%s", (_what, act, text) => {
    expect(act).toThrow(text);
  });

  it("but names with slashes are names", () => {
    expect(() => new LoopGuard({ tools: { "/api/users": false, "a/b/": false, "//": false } }).close()).not.toThrow();
  });
});

describe("told once, and the run goes on:", () => {
  it("a scope without a key that says whose it is", async () => {
    vi.resetModules(); // it is told once in a process
    const { runScope, scopeKey } = await import("../../lib/guard/run-scope.ts");
    const keys = ["", "", 7, Promise.resolve("u")].map((key) => runScope(never(key), scopeKey));
    expect(new Set(keys).size).toBe(4);
    expect(codes()).toEqual(["LOOPGUARD_SCOPE"]);
    expect(textOf()).toContain('"key" must be a string that is not empty, or an object, got "" (string)');
  });

  it("a run whose key is empty", () => {
    using guard = new LoopGuard();
    for (let i = 0; i < 3; i++) expect(guard.run("").before({ ...SAME, id: `${i}` }).action).toBe("allow");
    expect(codes()).toEqual(["LOOPGUARD_SCOPE"]);
    expect(textOf()).toContain("all who have no key share one run");
  });

  it("objects made anew as keys of one run", () => {
    using guard = new LoopGuard();
    const step = () => guard.run({ sessionId: "s-1" }).before(SAME).action;
    expect([step(), step()]).toEqual(["allow", "allow"]);
    expect(warnings).toEqual([]);
    for (let i = 0; i < 5; i++) step();
    expect(codes()).toEqual(["LOOPGUARD_SCOPE"]);
    expect(textOf()).toContain("3 keys in a row were equal objects (sessionId). Each object is a run");
    expect(textOf()).not.toContain("s-1");
    expect(textOf()).toContain("pass the same object in all steps, or a string.");
  });

  // What a healthy server with many users may do as well, so it is not told; docs/guides/many-users.md says how it is seen.
  it("but not {} made anew at each call: each is a run, which stats tell", () => {
    using guard = new LoopGuard();
    for (let i = 0; i < 6; i++) expect(guard.run({}).before(SAME).action).toBe("allow");
    expect([warnings.length, guard.stats().runs]).toEqual([0, 7]);
  });

  it.each([
    ["memory", {}],
    ["a store", {}],
    ["memory", { volatile: [/x/] }],
  ])("a result of which nothing can be seen, in %s", async (where, options) => {
    using guard = new LoopGuard(options);
    const run = where === "memory" ? guard : guard.storedRun("r", memoryStore());
    for (let i = 0; i < 3; i++) {
      expect((await run.before(SAME)).allowed).toBe(true);
      await run.after(SAME, { result: new Response("none") });
    }
    expect(codes()).toEqual(["LOOPGUARD_FAILED"]);
    expect(textOf()).toContain('The result of "search" cannot be compared');
    expect(textOf()).toContain("as a Response does; return its text");
  });

  it("but not where results do not matter", () => {
    using guard = new LoopGuard({ maxRepeats: 3 });
    guard.before(SAME);
    guard.after(SAME, { result: new Response("none") });
    expect(warnings).toEqual([]);
  });

  it("a delegation to nobody", () => {
    using guard = new LoopGuard({ preset: "recommended", detectors: [delegation()] });
    guard.delegate(never(undefined));
    expect(codes()).toEqual(["LOOPGUARD_FAILED"]);
    expect(textOf()).toContain("delegate must be given the name of an agent, got undefined");
  });

  it("but not keys that differ, or are one, or say nothing, or whose runs ended", () => {
    using guard = new LoopGuard();
    const one = { sessionId: "s" };
    for (let i = 0; i < 6; i++) for (const key of [one, { sessionId: `${i}` }, {}, { at: new Date(0) }]) guard.run(key);
    for (let i = 0; i < 6; i++) guard.run({});
    for (let i = 0; i < 6; i++) guard.run(one).close();
    for (let i = 0; i < 6; i++) guard.run({ sessionId: "s" }).close();
    for (let i = 0; i < 6; i++)
      guard.run(
        new (class Context {
          sessionId = "s";
        })(),
      );
    expect(warnings).toEqual([]);
  });

  it("a store that fails, such as a folder that is a file, unless the host is told of each failure", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "loopguard-slip-")), "state.json");
    writeFileSync(path, "{}");
    using guard = new LoopGuard();
    const run = guard.storedRun("r", { store: fileStore(path), onStoreError: "throw" });
    await expect(run.before(SAME)).rejects.toMatchObject({ code: "ERR_LOOPGUARD_STORE" });
    expect(warnings).toEqual([]);
    const store = fileStore(path);
    for (const key of ["a", "b"]) expect((await guard.storedRun(key, store).before(SAME)).action).toBe("allow");
    expect(codes()).toEqual(["LOOPGUARD_STORE"]);
    expect(textOf()).toContain("A store has failed, and the run goes on without it");
    expect(textOf()).toContain("ENOTDIR");
    rmSync(dirname(path), { recursive: true });
  });

  it.each([["yes"], [true], [undefined], [null], [{ allow: "yes" }]])("a decision that is none: %j", (decision) => {
    using guard = new LoopGuard({ maxRepeats: 1, ladder: { ask: 1 } });
    guard.before(SAME);
    expect(guard.before({ ...SAME, id: "2" }).action).toBe("ask");
    for (let i = 0; i < 2; i++) expect(guard.decide({ ...SAME, id: "2" }, never(decision)).allowed).toBe(false);
    expect(codes()).toEqual(["LOOPGUARD_DECISION"]);
    expect(textOf()).toContain("a no: decide(call, { allow: true })");
  });

  it("a refused call that is run anyway", () => {
    using guard = new LoopGuard({ maxRepeats: 1, action: "hint" });
    const step = (result: (message: string) => unknown) => {
      const { allowed, message } = guard.before(SAME);
      guard.after(SAME, { result: allowed ? "none" : result(message) });
    };
    step(() => "");
    for (const outcome of [{ error: "no", result: "no" }, { status: "ERROR", result: "Blocked." }, { result: null }]) {
      expect(guard.before(SAME).allowed).toBe(false);
      guard.after(SAME, outcome);
    }
    const refusals = [
      (text: string) => text,
      (text: string) => `Error: ${text}`,
      (text: string) => ({ error: true, text }),
    ];
    for (const refusal of refusals) step(refusal);
    expect(warnings).toEqual([]);
    step(() => "none");
    step(() => "none");
    expect(codes()).toEqual(["LOOPGUARD_REFUSED"]);
    expect(textOf()).toContain('A refused call of "search" has a result');
    expect(textOf()).toContain("Run a call only if verdict.allowed");
  });

  it("tells of a refused call that came back with bytes", () => {
    using guard = new LoopGuard({ preset: "strict" });
    while (guard.before(SAME).allowed) guard.after(SAME, { result: "none" });
    guard.after(SAME, { result: new Uint8Array(3) });
    expect(codes()).toEqual(["LOOPGUARD_REFUSED"]);
  });

  const unread = { toJSON: () => JSON.parse("{") };
  it.each([
    ["arguments", { id: 1n }, "x", "memory"],
    ["arguments", { id: 1n }, "x", "a store"],
    ["result", {}, unread, "memory"],
    ["result", {}, unread, "a store"],
  ])("%s that cannot be compared", async (what, args, result, where) => {
    using guard = new LoopGuard();
    const run = where === "memory" ? guard.run() : guard.storedRun("r", memoryStore());
    const call = { name: "search", arguments: args };
    for (let i = 0; i < 4; i++) {
      expect((await run.before({ ...call })).action).toBe("allow");
      await run.after(call, { result });
    }
    expect(codes()).toEqual(["LOOPGUARD_FAILED"]);
    expect(textOf()).toContain(`The ${what} of "search" cannot be compared, so no loop of it is found: `);
  });

  it("an instance whose state cannot be seen, made anew at each call of a function", async () => {
    class Session {
      readonly #id = 1;
      get id() {
        return this.#id;
      }
    }
    const search = guardFunction("search", async (_q: string, _session: Session) => "none");
    const one = new Session();
    for (let i = 0; i < 20; i++) await search(`${i}`, one);
    const both = guardFunction("both", async (_q: string, _from: Session, _to: Session) => "none");
    const other = new Session();
    for (let i = 0; i < 20; i++) await both(`${i}`, one, other);
    const load = guardFunction("load", async (_: Request) => "none");
    for (let i = 0; i < 6; i++) await load(new Request(`http://localhost/${i}`));
    expect(warnings).toEqual([]);
    for (let i = 0; i < 20; i++) expect(await search("x", new Session())).toBe("none");
    expect(codes()).toEqual(["LOOPGUARD_HIDDEN"]);
    expect(textOf()).toContain('"search" is given an instance of Session whose state cannot be seen');
    expect(textOf()).toContain("{ argumentsOf }");
    const named = guardFunction(
      "search",
      async (_q: string, _session: Session) => "none",
      {},
      { argumentsOf: (q) => [q] },
    );
    const said = [];
    for (let i = 0; i < 3; i++) said.push(await named("x", new Session()));
    expect(said[2]).not.toBe("none");
  });

  it("a part of a stream in place of its text", async () => {
    using guard = new LoopGuard();
    for (const none of [undefined, null]) expect(guard.text(never(none)).action).toBe("allow");
    expect(warnings).toEqual([]);
    for (let i = 0; i < 2; i++) expect(guard.text(never({ delta: "again and again" })).action).toBe("allow");
    expect(codes()).toEqual(["LOOPGUARD_FAILED"]);
    expect(textOf()).toBe(
      "text() found no loop, since it failed: text() takes a string, such as chunk.delta, got an object",
    );
    await guard.storedRun("r", memoryStore()).text(never(7));
    expect(codes()).toHaveLength(1);
  });
});
