/** `loopguard init` keeps what was in the settings before it came, whatever is done afterwards. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { AGENTS, type Agent } from "../../lib/cli/init-agents.ts";
import { Folder } from "../hook/programs.ts";
import { loopguard } from "./scan-process.ts";

const NAMES = { claude: "CLAUDE_CONFIG_DIR", codex: "CODEX_HOME" } as const;
const FILES = { claude: "settings.json", codex: "hooks.json" } as const;

it.each(["claude", "codex"] as const)("%s: the first backup stays, byte for byte", async (agent) => {
  using folder = new Folder();
  const path = join(folder.path, FILES[agent]);
  const backup = `${path}.before-loopguard`;
  // Not as it would be written, and with what would be lost by it.
  const pristine = Buffer.from('\t{ "model" :"opus",\r\n"x": 1.0, "é":"\\u00e9" }  \n');
  writeFileSync(path, pristine);
  chmodSync(path, 0o640);
  const init = async (...args: string[]) => {
    const { code, stderr, stdout } = await loopguard(["init", agent, "--yes", ...args], {
      env: { ...folder.env, [NAMES[agent]]: folder.path },
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(existsSync(backup)).toBe(true);
    expect(readFileSync(backup).equals(pristine)).toBe(true);
    return stdout;
  };
  for (let time = 0; time < 2; time++) {
    await init();
    await init();
    writeFileSync(path, readFileSync(path, "utf8").replace("opus", "haiku"));
    expect(await init("--remove")).toContain(`Written. ${backup} has what was there before loopguard`);
    await init("--remove");
  }
  expect(readFileSync(path, "utf8")).toContain("haiku");
  expect(statSync(backup).mode & 0o777).toBe(0o640);
});

const HOOKS = '"hooks": { "PreToolUse": [ {"matcher":"x", "hooks": [{"type": "command", "command": "a.sh"}]} ] }';
const JSON_FILES = [
  "",
  "{}",
  "{ }\r\n",
  '{"n": 1.0,\r\n\t"big": 12345678901234567890}',
  `{${HOOKS}, "hooks2": []}\n\n`,
];
const TOML_FILES = ["", "a = 1", "a = 1\r\n# x\r\n", '\n[[hooks]]\nevent = "Stop"\ncommand = "a.sh"\n\n\n'];
const PLACES: readonly (readonly [Agent, string, string, readonly string[]])[] = [
  ["claude", "CLAUDE_CONFIG_DIR", "settings.json", JSON_FILES],
  ["copilot", "COPILOT_HOME", "hooks/loopguard.json", JSON_FILES],
  ["kimi", "KIMI_CODE_HOME", "config.toml", TOML_FILES],
  ["pi", "PI_CODING_AGENT_DIR", "settings.json", ["", "{ }", '{"packages": [ "npm:x" ]}']],
];

it.each(PLACES)("%s: a file is the same bytes again, if only our part was changed since", async (...row) => {
  const [agent, variable, name, texts] = row;
  for (const text of texts) {
    using folder = new Folder();
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const env = { ...folder.env, [variable]: folder.path };
    expect(AGENTS[agent].path("user", env)).toBe(path);
    for (const more of [[], [], ["--remove"]]) {
      expect(await loopguard(["init", agent, "--yes", ...more], { env })).toMatchObject({ code: 0, stderr: "" });
      if (more.length === 0) expect(readFileSync(path, "utf8")).not.toBe(text);
    }
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(existsSync(`${path}.before-loopguard`)).toBe(false);
  }
});

it("a backup that has an older hook of ours does not bring it back", async () => {
  using folder = new Folder();
  const path = join(folder.path, "settings.json");
  writeFileSync(path, '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/old/loopguard hook"}]}]},"a":1}');
  for (const more of [[], ["--remove"]])
    await loopguard(["init", "claude", "--yes", ...more], {
      env: { ...folder.env, CLAUDE_CONFIG_DIR: folder.path },
    });
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ a: 1 });
});

it("our hook goes out of a group that has others", async () => {
  using folder = new Folder();
  const path = join(folder.path, "settings.json");
  const own = { type: "command", command: "a.sh" };
  const hooks = (...list: object[]) => ({ hooks: { Stop: [{ hooks: [own, ...list] }] } });
  writeFileSync(path, JSON.stringify(hooks({ type: "command", command: "/usr/lib/loopguard hook --claude" })));
  const env = { ...folder.env, CLAUDE_CONFIG_DIR: folder.path };
  expect(await loopguard(["init", "claude", "--yes", "--remove"], { env })).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(hooks());
});

it("ends of lines stay what they are", async () => {
  using folder = new Folder();
  const path = join(folder.path, "settings.json");
  writeFileSync(path, '{\r\n  "a": 1\r\n}\r\n');
  await loopguard(["init", "claude", "--yes"], { env: { ...folder.env, CLAUDE_CONFIG_DIR: folder.path } });
  expect(readFileSync(path, "utf8")).toMatch(/^(?:[^\r\n]+\r\n)+$/);
});

it("a file of somebody else's that has the name of ours is not deleted", async () => {
  using folder = new Folder();
  const path = join(folder.path, "hooks", "loopguard.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "{}");
  const { stdout } = await loopguard(["init", "copilot", "--yes", "--remove"], {
    env: { ...folder.env, COPILOT_HOME: folder.path },
  });
  expect(stdout).toContain("has no hook of loopguard");
  expect(readFileSync(path, "utf8")).toBe("{}");
});

it("what a project's settings contain does not steer the terminal on which they are shown", async () => {
  using folder = new Folder();
  const env = { ...folder.env, CLAUDE_CONFIG_DIR: folder.path };
  writeFileSync(join(folder.path, "settings.json"), '{\n\t"a": "\u009b2J\u202e"\n}\n');
  const { stdout } = await loopguard(["init", "claude", "--print"], { env });
  expect(stdout).toContain('\t"a": " 2J "');
  expect(stdout).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
});

describe.each([
  ["claude", "CLAUDE_CONFIG_DIR", "settings.json"],
  ["cursor", "HOME", ".cursor/hooks.json"],
  ["pi", "PI_CODING_AGENT_DIR", "settings.json"],
] as const)("%s, where there was no file", (agent, variable, name) => {
  const inFolder = (folder: Folder) => {
    const path = join(folder.path, name);
    const init = (...more: string[]) =>
      loopguard(["init", agent, "--yes", ...more], { env: { ...folder.env, [variable]: folder.path } });
    return { path, init };
  };

  it("what init made goes with the hooks, and there is no backup of our own hooks", async () => {
    using folder = new Folder();
    const { path, init } = inFolder(folder);
    await init();
    expect((await init()).stdout).toContain("already");
    if (agent !== "pi") {
      await init("--observe");
      expect(readFileSync(path, "utf8")).toContain("--observe");
    }
    expect((await init("--remove")).stdout).toMatch(/\(is deleted\)\n.*Removed/s);
    expect([path, `${path}.before-loopguard`].filter((file) => existsSync(file))).toEqual([]);
  });

  it("what somebody has added since stays", async () => {
    using folder = new Folder();
    const { path, init } = inFolder(folder);
    await init();
    writeFileSync(path, readFileSync(path, "utf8").replace("{", '{ "mine": 1,'));
    await init("--remove");
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ mine: 1 });
  });
});

it("the same hook for many events is shown once", async () => {
  using folder = new Folder();
  const env = { ...folder.env, CLAUDE_CONFIG_DIR: folder.path };
  const shown = async (...more: string[]) => (await loopguard(["init", "claude", ...more], { env })).stdout;
  const added = await shown("--yes");
  expect(added.match(/"command": /g)).toHaveLength(1);
  expect(added.match(/"SubagentStop"|"PreToolUse"|"Stop"/g)).toHaveLength(3);
  expect(added).toContain("as above");
  const changed = await shown("--observe", "--yes");
  expect(changed.match(/^[+-]/gm)).toHaveLength(2);
  const removed = await shown("--remove", "--yes");
  expect(removed.match(/--observe/g)).toHaveLength(1);
});

it("a folder in the place of the settings is told in one line", async () => {
  using folder = new Folder();
  mkdirSync(join(folder.path, FILES.claude));
  const { code, stderr } = await loopguard(["init", "claude", "--yes"], {
    env: { ...folder.env, CLAUDE_CONFIG_DIR: folder.path },
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .*settings\.json: cannot be read \(EISDIR.*\); nothing was changed\n$/);
});

it.each([
  ["a file that is not there", "elsewhere.json", "ENOENT"],
  ["itself", FILES.claude, "ELOOP"],
])("a link to %s stays one, and nothing is written", async (_, target, code) => {
  using folder = new Folder();
  const path = join(folder.path, FILES.claude);
  symlinkSync(target, path);
  const done = await loopguard(["init", "claude", "--yes"], { env: { ...folder.env, CLAUDE_CONFIG_DIR: folder.path } });
  expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining(`cannot be read (${code}`) });
  expect(readlinkSync(path)).toBe(target);
});

it.each([
  ["claude", "CLAUDE_CONFIG_DIR", "settings.json"],
  ["pi", "PI_CODING_AGENT_DIR", "settings.json"],
] as const)("%s: a byte order mark, as Windows writes it, stays where it is", async (agent, variable, name) => {
  using folder = new Folder();
  const path = join(folder.path, name);
  writeFileSync(path, '\ufeff{\n  "x": 1\n}\n');
  const env = { ...folder.env, [variable]: folder.path };
  expect((await loopguard(["init", agent, "--yes"], { env })).code).toBe(0);
  const added = readFileSync(path, "utf8");
  expect(added.startsWith('\ufeff{\n  "x": 1,\n')).toBe(true);
  expect((await loopguard(["init", agent, "--yes"], { env })).stdout).toContain("already");
  expect(readFileSync(path, "utf8")).toBe(added);
});
