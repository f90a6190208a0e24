/** The state on disk: many writers, kills, damage, age, and no disk at all. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { GuardRun } from "../../lib/run/loop-run.ts";
import { enough, size, tries } from "../effort.ts";
import { ask, EACH_PROGRAM, Folder, HAS_C, invoke, PROGRAMS, start } from "./programs.ts";

/** Processes that write at the same time. */
const MANY = size(200);
const KILLS = tries(100);

const event = (id: string, fields: object = {}) => ({
  session_id: "s",
  hook_event_name: "PreToolUse",
  tool_name: "Read",
  tool_input: { id },
  tool_use_id: id,
  ...fields,
});

/** Those of `ids` that the newest state contains. */
function known(folder: Folder, ids: readonly string[]): string[] {
  using guard = LoopGuard.restore(folder.newest);
  const run = guard.run() as GuardRun;
  return ids.filter((id) => run.knows(id));
}

const number = (path: string) => Number.parseInt(path.slice(-16), 16);

/** The name that a writer who has read generation `read` gives its temporary file. */
const temporary = (read: number, rest: string) => `.tmp-${read.toString(16).padStart(16, "0")}-${rest}`;

const inC = it.runIf(HAS_C);

describe.runIf(HAS_C)("many processes at once", () => {
  it(`${MANY} processes on one session lose no call`, async () => {
    using folder = new Folder();
    const ids = Array.from({ length: MANY }, (_, i) => `call-${i}`);
    const all = await Promise.all(ids.map((id) => start(PROGRAMS.c, event(id), folder.env).ended));
    expect(all.every(({ code }) => code === 0)).toBe(true);
    expect(known(folder, ids)).toEqual(ids);
    // One generation for each: none was written over another, and none twice.
    expect(number(folder.generations.at(-1) as string)).toBe(MANY);
  });

  it("both programs together lose no call", async () => {
    using folder = new Folder();
    const ids = Array.from({ length: 24 }, (_, i) => `call-${i}`);
    const all = await Promise.all(
      ids.map((id, i) => start(i % 8 === 0 ? PROGRAMS.node : PROGRAMS.c, event(id), folder.env).ended),
    );
    expect(all.every(({ code }) => code === 0)).toBe(true);
    expect(known(folder, ids)).toEqual(ids);
  });
});

inC(`${KILLS} kills at any moment leave a readable state, and lose at most the killed call`, async () => {
  using folder = new Folder();
  ask(PROGRAMS.c, event("first"), folder.env);
  const heard = ["first"];
  let killed = 0;
  for (let i = 0; i < KILLS; i++) {
    const { child, ended } = start(PROGRAMS.c, event(`call-${i}`), folder.env);
    // From at once to when it has long ended, most of them in between.
    await new Promise((resolve) => setTimeout(resolve, (i % 10) / 2));
    child.kill("SIGKILL");
    const { code, signal } = await ended;
    if (signal === "SIGKILL") killed++;
    else if (code === 0) heard.push(`call-${i}`);
    expect(known(folder, heard)).toEqual(heard);
  }
  expect(killed).toBeGreaterThan(enough(0));
  expect(ask(PROGRAMS.c, event("last"), folder.env)).toBeUndefined();
  expect(known(folder, [...heard, "last"])).toEqual([...heard, "last"]);
});

describe.each(EACH_PROGRAM)("%s", (_name, program) => {
  it("reads the previous generation if one is damaged, empty, truncated or of a newer version", () => {
    for (const spoil of [
      (bytes: Buffer) => bytes.fill(0xff, bytes.length >> 1),
      () => Buffer.alloc(0),
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 1),
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4), Buffer.from([99, 0]), bytes.subarray(6)]),
    ]) {
      using folder = new Folder();
      ask(program, event("a"), folder.env);
      ask(program, event("b"), folder.env);
      const newest = folder.generations.at(-1) as string;
      writeFileSync(newest, spoil(readFileSync(newest)));
      ask(program, event("c"), folder.env);
      expect(known(folder, ["a", "b", "c"])).toEqual(["a", "c"]);
      expect(number(folder.generations.at(-1) as string)).toBe(3);
    }
  });

  it("starts over if nothing is readable, and ignores foreign files", () => {
    using folder = new Folder();
    ask(program, event("a"), folder.env);
    writeFileSync(folder.generations[0] as string, "no snapshot");
    mkdirSync(join(folder.session, "00000000000000ff"));
    writeFileSync(join(folder.session, "ffffffffffffffff"), "too high");
    writeFileSync(join(folder.session, "notes.txt"), "somebody's");
    ask(program, event("b"), folder.env);
    expect(known(folder, ["a", "b"])).toEqual(["b"]);
    expect(number(folder.generations.at(-1) as string)).toBe(0x100);
  });

  it("does not wait for a pipe that has the name of the newest state", () => {
    using folder = new Folder();
    ask(program, event("a"), folder.env);
    execFileSync("mkfifo", [join(folder.session, "0000000000000002")]);
    ask(program, event("b"), folder.env);
    expect(known(folder, ["a", "b"])).toEqual(["a", "b"]);
  });

  it("keeps the newest eight generations, and removes temporary files that were left behind", () => {
    using folder = new Folder();
    for (let i = 0; i < 12; i++) ask(program, event(`c${i}`), folder.env);
    expect(folder.generations.map(number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
    const [left, ahead] = [temporary(12, "left"), temporary(7, "ahead")];
    for (const name of [left, ahead]) writeFileSync(join(folder.session, name), "");
    utimesSync(join(folder.session, ahead), 4e9, 4e9); // no clock is asked
    ask(program, event("last"), folder.env);
    expect(folder.generations.map(number)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    expect(readdirSync(folder.session).filter((name) => name.startsWith(".tmp-"))).toEqual([]);
  });

  it("takes from a writer that sleeps the file that it could link to a name that is free again", () => {
    using folder = new Folder();
    for (let i = 0; i < 4; i++) ask(program, event(`c${i}`), folder.env);
    const asleep = join(folder.session, temporary(3, "asleep"));
    writeFileSync(asleep, "");
    for (let i = 4; i < 20; i++) ask(program, event(`c${i}`), folder.env);
    expect(existsSync(asleep)).toBe(false);
    expect(folder.generations).toHaveLength(8);
  });

  it("removes sessions that were not used for 14 days when another begins", () => {
    using folder = new Folder();
    ask(program, event("a"), folder.env);
    ask(program, event("a", { session_id: "young" }), folder.env);
    const foreign = join(folder.hooks, "notes");
    mkdirSync(foreign);
    const days = (n: number) => new Date(Date.now() - n * 24 * 60 * 60_000);
    const [first, second] = readdirSync(folder.hooks).filter((name) => name.length === 32) as [string, string];
    utimesSync(join(folder.hooks, first), days(15), days(15));
    utimesSync(join(folder.hooks, second), days(13), days(13));
    utimesSync(foreign, days(15), days(15));
    ask(program, event("a", { session_id: "new" }), folder.env);
    expect(existsSync(join(folder.hooks, first))).toBe(false);
    expect(existsSync(join(folder.hooks, second))).toBe(true);
    expect(existsSync(foreign)).toBe(true);
  });

  it("is readable only by its owner, and no path comes from the input", () => {
    using folder = new Folder();
    ask(program, event("a", { session_id: "../../../../escape", agent_id: "/etc" }), folder.env);
    expect(statSync(folder.session).mode & 0o777).toBe(0o700);
    expect(statSync(folder.generations[0] as string).mode & 0o777).toBe(0o600);
    expect(folder.session).toMatch(/\/[0-9a-f]{32}$/);
    expect(readdirSync(folder.path)).toEqual(["state"]);
  });

  it("holds no argument and no result", () => {
    using folder = new Folder();
    ask(program, event("a", { tool_input: { password: "hunter2secret" } }), folder.env);
    ask(program, { ...event("a"), hook_event_name: "PostToolUse", tool_response: "topsecretresult" }, folder.env);
    for (const path of folder.generations) {
      const text = readFileSync(path, "latin1");
      expect(text).not.toContain("hunter2secret");
      expect(text).not.toContain("topsecretresult");
    }
  });

  it("lets the call run without a home, with one that is not a path, and if nothing can be written", () => {
    using folder = new Folder();
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    for (const env of [{}, { HOME: "" }, { HOME: "relative" }, { XDG_STATE_HOME: file }, { HOME: "/proc/nowhere" }]) {
      const { status, stdout, stderr } = invoke(program, JSON.stringify(event("a")), {
        PATH: folder.env["PATH"],
        ...env,
      });
      expect([status, stdout, stderr]).toEqual([0, "", ""]);
    }
    const told = invoke(program, JSON.stringify(event("a")), {
      ...folder.env,
      XDG_STATE_HOME: file,
      LOOPGUARD_DEBUG: "1",
    });
    expect(told).toMatchObject({ status: 0, stdout: "" });
    expect(told.stderr).toMatch(/^loopguard.hook: .*the call goes through\n$/);
  });

  it("uses HOME if XDG_STATE_HOME is not set", () => {
    using folder = new Folder();
    ask(program, event("a"), { PATH: folder.env["PATH"], HOME: folder.path });
    const place = process.platform === "darwin" ? ["Library", "Application Support"] : [".local", "state"];
    expect(readdirSync(join(folder.path, ...place, "loopguard", "hooks"))).toHaveLength(1);
  });
});

/** As another user, for whom permissions hold; root may write anywhere. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

inC("lets the call run if the folder is not writable", () => {
  using folder = new Folder();
  ask(PROGRAMS.c, event("a"), folder.env);
  chmodSync(folder.path, 0o755);
  // In a clone below a folder like /root, the other user could not even start the program.
  const program = join(folder.path, "loopguard");
  copyFileSync(PROGRAMS.c[0] as string, program);
  for (const path of [
    join(folder.path, "state"),
    join(folder.path, "state", "loopguard"),
    folder.hooks,
    folder.session,
  ])
    chmodSync(path, 0o555);
  const { status, stdout, stderr } = spawnSync(program, ["hook"], {
    input: JSON.stringify(event("b")),
    env: folder.env,
    encoding: "utf8",
    ...asNobody,
  });
  chmodSync(folder.session, 0o755);
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
  expect(folder.generations).toHaveLength(1);
});

it.each(EACH_PROGRAM)(
  "%s tells the person, where a turn begins, that there is no place for the state",
  (_, program) => {
    using folder = new Folder();
    const env = { ...folder.env, XDG_STATE_HOME: join(folder.path, "file") };
    writeFileSync(join(folder.path, "file"), "");
    for (const event of [
      { hook_event_name: "SessionStart", source: "startup" },
      { hook_event_name: "UserPromptSubmit" },
    ])
      expect(ask(program, { session_id: "s", prompt: "go", ...event }, env)).toEqual({
        systemMessage: expect.stringMatching(/^loopguard does not guard this agent: /),
      });
    expect(ask(program, event("a"), env)).toBeUndefined();
  },
);

inC("lets the call run on a full disk", () => {
  using folder = new Folder();
  ask(PROGRAMS.c, event("a"), folder.env);
  // A limit on the size of files stands for it: a write fails in the middle, as it would.
  const { status, stdout } = spawnSync("sh", ["-c", `trap "" XFSZ; ulimit -f 0; exec "$0" "$@"`, ...PROGRAMS.c], {
    input: JSON.stringify(event("b")),
    env: folder.env,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, ""]);
  expect(readdirSync(folder.session)).toEqual(["0000000000000001"]);
  expect(ask(PROGRAMS.c, event("c"), folder.env)).toBeUndefined();
  expect(known(folder, ["a", "b", "c"])).toEqual(["a", "c"]);
});

inC("does not follow links that lead out of its folder", () => {
  using folder = new Folder();
  ask(PROGRAMS.c, event("a"), folder.env);
  const aside = join(folder.path, "aside");
  renameSync(folder.generations[0] as string, aside);
  linkSync(aside, join(folder.session, "0000000000000001")); // a second name of the same file is no way out
  rmSync(aside);
  expect(known(folder, ["a"])).toEqual(["a"]);
});
