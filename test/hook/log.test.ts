/** What the person is told: by the agent while the hook observes, and by the log. */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, EACH_PROGRAM, Folder, invoke, PROGRAMS, start } from "./programs.ts";

const call = (n: number, fields: object = {}) => ({
  session_id: "s",
  tool_name: "Read",
  tool_input: { path: "secret.txt" },
  tool_use_id: `t${n}`,
  ...fields,
});
const before = (n: number) => call(n, { hook_event_name: "PreToolUse" });
const after = (n: number) => call(n, { hook_event_name: "PostToolUse", tool_response: "three lines of a file" });

/** Two calls with one result; the answer to the third. */
function third(program: readonly string[], folder: Folder, ...args: string[]) {
  for (let n = 0; n < 2; n++) {
    expect(ask(program, before(n), folder.env, ...args)).toBeUndefined();
    expect(ask(program, after(n), folder.env, ...args)).toBeUndefined();
  }
  return ask(program, before(2), folder.env, ...args);
}

const log = (folder: Folder) =>
  spawnSync(process.execPath, [PROGRAMS.node[1] as string, "hook", "log"], { env: folder.env, encoding: "utf8" });

describe.each(EACH_PROGRAM)("%s", (_name, program) => {
  it.each([[["--observe"]], [["--preset", "observe"]], [["--observe", "--preset", "recommended"]]])(
    "refuses nothing and tells the person: %j",
    (args) => {
      using folder = new Folder();
      const answer = third(program, folder, ...args) as { systemMessage: string };
      expect(Object.keys(answer)).toEqual(["systemMessage"]);
      expect(answer.systemMessage).toMatch(/^loopguard only observes; it would refuse this call: Tool 'Read' /);
      expect(folder.log).toMatchObject([{ tool: "Read", found: [{ verdict: "hint" }], said: answer.systemMessage }]);
    },
  );

  it("logs what was found and said, and arguments only if asked", () => {
    for (const args of [[], ["--log-arguments"]]) {
      using folder = new Folder();
      const begin = Date.now();
      const answer = third(program, folder, ...args) as { hookSpecificOutput: { permissionDecisionReason: string } };
      expect(folder.log).toEqual([
        {
          at: expect.any(Number),
          agent: "claude",
          session: "s",
          event: "PreToolUse",
          tool: "Read",
          ...(args.length > 0 && { arguments: '{"path":"secret.txt"}' }),
          found: [
            { detector: "no_news", verdict: "hint", text: expect.stringMatching(/^Tool 'Read' was called again/) },
          ],
          said: answer.hookSpecificOutput.permissionDecisionReason,
        },
      ]);
      expect((folder.log[0] as { at: number }).at).toBeGreaterThanOrEqual(begin);
      expect(statSync(join(folder.hooks, "hook-000001.log")).mode & 0o777).toBe(0o600);
      const { status, stdout } = log(folder);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^\d{4}-\d\d-\d\d [\d:]{8} {2}claude {2}s {2}PreToolUse {2}Read\n/);
      expect(stdout).toMatch(
        /\n {2}found: no_news, hint: Tool 'Read' was called again .*\n(?: {2}arguments: .*\n)? {2}said: Tool 'Read' was called again /,
      );
    }
  });

  it("keeps two files of half a megabyte", () => {
    using folder = new Folder();
    const complain = () => invoke(program, JSON.stringify(before(0)), folder.env, "--nope");
    complain();
    const file = (n: number) => join(folder.hooks, `hook-00000${n}.log`);
    for (const n of [1, 2]) {
      writeFileSync(file(n), `${"x".repeat(512 * 1024 - 1)}\n`);
      complain();
    }
    expect(readdirSync(folder.hooks)).toEqual(["hook-000002.log", "hook-000003.log"]);
    complain();
    expect(statSync(file(3)).size).toBeLessThan(1000);
  });

  it("follows no symbolic link, and uses nothing of another user's", () => {
    for (const spoil of [
      ({ hooks, path }: Folder) => moved(hooks, join(path, "elsewhere")),
      ({ session, path }: Folder) => moved(session, join(path, "elsewhere")),
      ({ session }: Folder) => chmodSync(session, 0o777),
      ...(process.geteuid?.() === 0 ? [({ session }: Folder) => chownSync(session, 12_345, 0)] : []),
    ]) {
      using folder = new Folder();
      expect(third(program, folder)).toBeDefined();
      const { session } = folder;
      const files = readdirSync(session);
      spoil(folder);
      expect(ask(program, before(3), folder.env)).toBeUndefined();
      expect(readdirSync(session)).toEqual(files);
      expect(invoke(program, JSON.stringify(before(3)), { ...folder.env, LOOPGUARD_DEBUG: "1" }).stderr).toMatch(
        /this user's/,
      );
    }
  });

  it("reads no state through a link, and writes no log through one", () => {
    using folder = new Folder();
    ask(program, before(0), folder.env);
    const [first = ""] = folder.generations;
    moved(first, join(folder.path, "elsewhere"));
    writeFileSync(join(folder.path, "mine"), "");
    symlinkSync(join(folder.path, "mine"), join(folder.hooks, "hook-000001.log"));
    invoke(program, JSON.stringify(before(1)), folder.env, "--nope");
    expect(statSync(join(folder.path, "mine")).size).toBe(0);
  });
});

function moved(path: string, to: string): void {
  renameSync(path, to);
  symlinkSync(to, path);
}

it("many processes log at once, and no line is lost", async () => {
  using folder = new Folder();
  mkdirSync(folder.hooks, { recursive: true });
  const [, program] = EACH_PROGRAM[0] as (typeof EACH_PROGRAM)[number];
  const all = Array.from({ length: 24 }, (_, n) => start([...program, "--nope"], before(n), folder.env).ended);
  await Promise.all(all);
  expect(folder.log).toHaveLength(24);
});

it("hook log --follow prints what is added", async () => {
  using folder = new Folder();
  const [file, main] = PROGRAMS.node as [string, string];
  const child = spawn(file, [main, "hook", "log", "--follow"], { env: folder.env });
  try {
    let printed = "";
    const seen = (text: string) =>
      new Promise<void>((resolve) => {
        child.stdout.on("data", () => printed.includes(text) && resolve());
      });
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    for (const option of ["--nope", "--never"]) {
      const there = seen(`problem: unknown option ${option}`);
      invoke(PROGRAMS.node, JSON.stringify(before(0)), folder.env, option);
      await there;
    }
  } finally {
    child.kill();
  }
});

it("hook log takes no more than --follow: a word is wrong usage, and never the code of a refusal", () => {
  using folder = new Folder();
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAMS.node[1] as string, "hook", "log", "nope"], {
    env: folder.env,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("too many arguments for 'log'");
});
