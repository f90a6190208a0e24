/** `loopguard init` on real files: what it shows, what it writes, and what it leaves alone. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { callCommandSync } from "../command.ts";
import { EFFORT } from "../effort.ts";
import { Folder, invoke, PROGRAMS } from "./programs.ts";

const MAIN = PROGRAMS.node.slice(0, 2);

const PLACES = {
  claude: ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
} as const;
const AGENTS = Object.keys(PLACES) as (keyof typeof PLACES)[];

type Settings = { hooks?: Record<string, { matcher?: string; hooks: { command: string; timeout: number }[] }[]> };

/** With less than full effort without a process of its own, where the working directory does not matter. */
function init(folder: Folder, ...args: string[]) {
  const env = { ...folder.env, NO_COLOR: "1" };
  if (EFFORT < 1 && !args.includes("--project")) {
    const { code, stdout, stderr } = callCommandSync({ args: ["init", ...args], env });
    return { status: code, stdout, stderr };
  }
  const [file, main] = MAIN as [string, string];
  const { status, stdout, stderr } = spawnSync(file, [main, "init", ...args], {
    cwd: folder.path,
    env,
    encoding: "utf8",
    timeout: 60_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { status, stdout, stderr };
}

function put(folder: Folder, place: string, text: string): string {
  const path = join(folder.path, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const read = (path: string): Settings => JSON.parse(readFileSync(path, "utf8")) as Settings;

describe.each(AGENTS)("%s", (agent) => {
  it("makes the file where there is none, says so once, and takes it out again", () => {
    using folder = new Folder();
    const path = join(folder.path, PLACES[agent]);
    const first = init(folder, agent, "--yes");
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toContain(`${path} (a new file)`);
    expect(first.stdout).toContain("Written.");
    const text = readFileSync(path, "utf8");
    expect(text.endsWith("}\n")).toBe(true);
    const again = init(folder, agent, "--yes");
    expect(again.stdout).toContain("already calls loopguard");
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(init(folder, agent, "--remove", "--yes").status).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect(init(folder, agent, "--remove", "--yes").stdout).toContain("has no hook of loopguard");
  });

  it("writes a command that answers, for every event", () => {
    using folder = new Folder();
    init(folder, agent, "--yes");
    const { hooks = {} } = read(join(folder.path, PLACES[agent]));
    const before = agent === "gemini" ? "BeforeTool" : "PreToolUse";
    expect(Object.keys(hooks)).toContain(before);
    for (const [event, [group]] of Object.entries(hooks)) {
      const { command, timeout } = group?.hooks[0] ?? { command: "", timeout: 0 };
      expect(timeout).toBe(agent === "gemini" ? 10_000 : 10);
      const input = JSON.stringify({ session_id: "s", hook_event_name: event, tool_name: "Read" });
      expect(invoke(["sh", "-c", command], input, folder.env)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    }
    expect(folder.generations.length).toBeGreaterThan(0);
  });

  it("names what others have installed too in the settings of a project", () => {
    using folder = new Folder();
    init(folder, agent, "--project", "--yes");
    const { hooks = {} } = read(join(folder.path, PLACES[agent]));
    const command = `npx --offline --no-install loopguard hook --${agent}${agent === "gemini" ? " || true" : ""}`;
    for (const [group] of Object.values(hooks)) expect(group?.hooks[0]?.command).toBe(command);
  });

  it("only shows without --yes where there is nobody to ask, and with --print", () => {
    for (const args of [[], ["--print"]]) {
      using folder = new Folder();
      const { status, stdout } = init(folder, agent, ...args);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^\+ .*"command": /m);
      expect(readdirSync(folder.path)).toEqual([]);
    }
  });
});

const OTHERS = {
  model: "opus",
  hooks: {
    Stop: [{ hooks: [{ type: "command", command: "say done" }] }],
    PreToolUse: [
      { matcher: "Bash", hooks: [{ type: "command", command: "check.sh" }] },
      {
        matcher: "*",
        hooks: [
          { type: "command", command: "/old/loopguard hook --claude" },
          { type: "command", command: "log.sh" },
        ],
      },
    ],
  },
  permissions: { allow: ["Read"] },
};

it("leaves what others wrote as it is, keeps the file's form, and keeps what was there before", () => {
  using folder = new Folder();
  const text = `${JSON.stringify(OTHERS, null, "\t")}\n`;
  const path = put(folder, PLACES.claude, text);
  const { stdout } = init(folder, "claude", "--yes");
  expect(stdout).toContain("\n-");
  expect(readFileSync(`${path}.before-loopguard`, "utf8")).toBe(text);
  const now = read(path);
  expect(Object.keys(now)).toEqual(["model", "hooks", "permissions"]);
  expect(now.hooks?.["Stop"]).toEqual([
    ...OTHERS.hooks.Stop,
    { hooks: [expect.objectContaining({ type: "command" })] },
  ]);
  expect(now.hooks?.["PreToolUse"]?.slice(0, 2)).toEqual([
    OTHERS.hooks.PreToolUse[0],
    { matcher: "*", hooks: [{ type: "command", command: "log.sh" }] },
  ]);
  expect(now.hooks?.["PreToolUse"]).toHaveLength(3);
  expect(readFileSync(path, "utf8")).toContain('\n\t"model"');
  init(folder, "claude", "--remove", "--yes");
  const after = read(path);
  expect(after.hooks?.["Stop"]).toEqual(OTHERS.hooks.Stop);
  expect(Object.keys(after.hooks ?? {})).toEqual(["Stop", "PreToolUse"]);
  expect(JSON.stringify(after)).not.toContain("loopguard");
});

it("leaves a file of the same content alone, whatever its form", () => {
  using folder = new Folder();
  init(folder, "claude", "--yes");
  const path = join(folder.path, PLACES.claude);
  const compact = JSON.stringify(read(path));
  writeFileSync(path, compact);
  expect(init(folder, "claude", "--yes").stdout).toContain("already calls loopguard");
  expect(readFileSync(path, "utf8")).toBe(compact);
});

it("writes through a link, and keeps the file's permissions", () => {
  using folder = new Folder();
  const target = put(folder, "dotfiles/settings.json", "{}\n");
  spawnSync("chmod", ["600", target]);
  mkdirSync(join(folder.path, ".claude"));
  symlinkSync(target, join(folder.path, PLACES.claude));
  expect(init(folder, "claude", "--yes").status).toBe(0);
  expect(read(target).hooks).toBeDefined();
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

it("goes by the agents' own settings for where their settings are", () => {
  using folder = new Folder();
  const [file, main] = MAIN as [string, string];
  const own = (name: string) => join(folder.path, name);
  const env = { ...folder.env, CLAUDE_CONFIG_DIR: own("c"), CODEX_HOME: own("x"), GEMINI_CLI_HOME: own("g") };
  for (const agent of AGENTS) spawnSync(file, [main, "init", agent, "--yes"], { cwd: folder.path, env });
  expect(existsSync(join(own("c"), "settings.json"))).toBe(true);
  expect(existsSync(join(own("x"), "hooks.json"))).toBe(true);
  expect(existsSync(join(own("g"), ".gemini", "settings.json"))).toBe(true);
});

it.each([
  ["{ // comment\n}", "is not plain JSON"],
  ["{", "is not plain JSON"],
  ["[]", "must contain a JSON object"],
  ['{"hooks":[]}', '"hooks" must be an object'],
  ['{"hooks":{"PreToolUse":{}}}', '"hooks.PreToolUse" must be an array'],
])("refuses settings that it does not understand, and changes nothing: %s", (text, words) => {
  using folder = new Folder();
  const path = put(folder, PLACES.claude, text);
  for (const args of [[], ["--remove"]]) {
    const { status, stderr } = init(folder, "claude", "--yes", ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(path);
    expect(stderr).toContain(words);
  }
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(readdirSync(dirname(path))).toEqual(["settings.json"]);
});

it("says what agents there are", () => {
  using folder = new Folder();
  const { status, stderr } = init(folder, "emacs");
  expect(status).toBe(2);
  expect(stderr).toContain("claude, codex, gemini");
});

it("names all that is wrong with the command line and the configuration, and changes nothing", () => {
  using folder = new Folder();
  const config = put(folder, "guard.json", '{"maxRepeets":3}');
  const wrong = ["--preset", "obsrve", "--config", config, "--dry-run"];
  const { status, stdout, stderr } = init(folder, "claude", "--yes", ...wrong);
  expect([status, stdout]).toEqual([2, ""]);
  for (const part of [
    "nothing was changed",
    "unknown option --dry-run",
    "give one",
    "obsrve",
    "guard.json",
    "maxRepeets",
  ])
    expect(stderr).toContain(part);
  expect(existsSync(join(folder.path, PLACES.claude))).toBe(false);
  expect(init(folder, "opencode", "--yes", "--observe").stderr).toContain("takes none of");
});

it("writes the guard of the hook into its command", () => {
  using folder = new Folder();
  const config = put(folder, "guard.json", '{"preset":"strict"}');
  init(folder, "claude", "--yes", "--config", config, "--observe", "--log-arguments");
  const { hooks } = read(join(folder.path, PLACES.claude));
  const command = hooks?.["PreToolUse"]?.[0]?.hooks[0]?.command ?? "";
  expect(command.endsWith(` --claude --config ${config} --observe --log-arguments`)).toBe(true);
  const event = '{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Read"}';
  expect(invoke(["sh", "-c", command], event, folder.env)).toMatchObject({ status: 0, stdout: "", stderr: "" });
});
