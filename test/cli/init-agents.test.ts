/** What `loopguard init` makes of the files of agents: own files, a flat list, TOML. No file of this machine is touched. */
import { describe, expect, it } from "vitest";
import { DIALECTS, type Dialect } from "../../lib/cli/hook/dialects.gen.ts";
import { hookCommand } from "../../lib/cli/init.ts";
import { AGENTS, type Agent } from "../../lib/cli/init-agents.ts";
import { Folder, invoke } from "../hook/programs.ts";

const COMMAND = "/usr/lib/loopguard hook --x";

const add = (agent: Agent, text?: string, path = "file.json", command = COMMAND) =>
  AGENTS[agent].format(text, command, path) as string;
const remove = (agent: Agent, text: string, path = "file.json") => AGENTS[agent].format(text, undefined, path);

const NAMES = Object.keys(AGENTS) as Agent[];

const dialectOf = (agent: Agent): Dialect | undefined => {
  const { uses } = AGENTS[agent];
  return typeof uses === "object" && "hook" in uses ? uses.hook : undefined;
};

describe.each(NAMES.filter((agent) => dialectOf(agent) !== undefined))("%s", (agent) => {
  const { events } = DIALECTS[dialectOf(agent) as Dialect];

  it("a new file names the event before a call, is the same the second time, and goes or loses its hooks", () => {
    const text = add(agent);
    const before = events.find((event) => /^(?:PreToolUse|BeforeTool)$/i.test(event));
    expect(text).toContain(`"${before}"`);
    expect(text.split(COMMAND).length).toBeGreaterThan(3);
    expect(text.endsWith("\n")).toBe(true);
    expect(add(agent, text)).toBe(text);
    expect(remove(agent, text) ?? "").not.toContain("loopguard");
  });

  it("an old command is replaced", () => {
    const text = add(agent, add(agent, undefined, "file.json", "/old/loopguard hook --x"));
    expect(text).not.toContain("/old/");
    expect(add(agent, text)).toBe(text);
  });
});

it.each([
  ["claude", ".claude/settings.json"],
  ["codex", ".codex/hooks.json"],
  ["gemini", ".gemini/settings.json"],
  ["copilot", ".github/hooks/loopguard.json"],
  ["vscode", ".github/hooks/loopguard.json"],
  ["cursor", ".cursor/hooks.json"],
  ["droid", ".factory/settings.json"],
  ["kiro", ".kiro/hooks/loopguard.json"],
  ["qwen", ".qwen/settings.json"],
] as const)("the file of a project for %s: %s", (agent, path) => {
  expect(AGENTS[agent].path("project", {})).toBe(path);
});

it("goes by the variables that move an agent's folder", () => {
  const env = { COPILOT_HOME: "/c", KIMI_CODE_HOME: "/k", QWEN_HOME: "/q" };
  expect((["copilot", "vscode", "kimi", "qwen"] as const).map((agent) => AGENTS[agent].path("user", env))).toEqual([
    "/c/hooks/loopguard.json",
    "/c/hooks/loopguard.json",
    "/k/config.toml",
    "/q/settings.json",
  ]);
  expect(() => AGENTS.kimi.path("project", env)).toThrow("no settings for a project");
});

it.each(["copilot", "gemini", "kiro", "vscode"] as const)("a hook that fails lets the calls of %s through", (agent) => {
  using folder = new Folder();
  const { text: command } = hookCommand(agent, dialectOf(agent) as Dialect, {}, "project");
  const status = (program: string) =>
    invoke(["sh", "-c", command.replace(/^npx [\w -]+/, program)], "{}", folder.env).status;
  expect(status("/gone/loopguard hook ")).toBe(0);
  expect(status("false ")).toBe(0);
  expect(status("(exit 2) ")).toBe(agent === "kiro" ? 2 : 0);
});

it("numbers that JavaScript would write otherwise stay as they are", () => {
  const own = ["9007199254740993", "-12345678901234567890", "1.0", "1e3", '"9007199254740993"', '"\\"1.0"'];
  const text = `{\n  "own": [\n    ${own.join(",\n    ")}\n  ]\n}\n`;
  const now = add("claude", text);
  expect(now.startsWith(text.slice(0, text.lastIndexOf("\n}")))).toBe(true);
  expect(add("claude", now)).toBe(now);
  expect(remove("claude", now)).toBe(text);
  expect(() => add("claude", '{ "own": 01 }')).toThrow("is not plain JSON");
});

it("what looks like our table within a text of TOML is none", () => {
  const table = `[[hooks]]\ncommand = "${COMMAND}"\nhooks = 1\n`;
  const text = `a = "'''" # """\nhelp = """\n${table}"""\nmore = '''\n${table}'''\n`;
  const now = add("kimi", text);
  expect(now.startsWith(text)).toBe(true);
  expect(now.split("[[hooks]]").length).toBeGreaterThan(5);
  expect(add("kimi", now)).toBe(now);
  expect(remove("kimi", now)).toBe(text);
});

it("leaves other hooks of Cursor as they are, and an empty list where there are none", () => {
  const hooks = { preToolUse: [{ command: "./check.sh", matcher: "Shell" }], stop: [{ command: "./audit.sh" }] };
  const text = `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
  const now = add("cursor", text);
  expect(JSON.parse(now).hooks.preToolUse).toEqual([...hooks.preToolUse, { command: COMMAND, timeout: 10 }]);
  expect(remove("cursor", now)).toBe(text);
  expect(JSON.parse(remove("cursor", add("cursor")) ?? "")).toEqual({ version: 1, hooks: {} });
});

it("takes its own hook out of an event for which it has none any more, and no other", () => {
  const other = { hooks: [{ type: "command", command: "audit.sh" }] };
  const SessionStart = [{ hooks: [{ type: "command", command: COMMAND, timeout: 10 }] }, other];
  const { hooks } = JSON.parse(
    add("claude", JSON.stringify({ hooks: { SessionStart, Notification: SessionStart.slice(0, 1) } })),
  );
  expect(hooks).toMatchObject({ SessionStart: [other], PreToolUse: [{ matcher: "*" }] });
  expect(hooks).not.toHaveProperty("Notification");
});

it("has the events of droid's hooks.json at the top, and those of settings.json in a member", () => {
  const own = { PreToolUse: [{ matcher: "Execute", hooks: [{ type: "command", command: "check.sh" }] }] };
  const text = `${JSON.stringify(own, null, 2)}\n`;
  const now = add("droid", text, "/h/.factory/hooks.json");
  expect(Object.keys(JSON.parse(now))).toEqual(["PreToolUse", "PostToolUse", "UserPromptSubmit", "PreCompact", "Stop"]);
  expect(JSON.parse(now).PreToolUse).toHaveLength(2);
  expect(remove("droid", now, "/h/.factory/hooks.json")).toBe(text);
  expect(Object.keys(JSON.parse(add("droid", undefined, "/h/.factory/settings.json")))).toEqual(["hooks"]);
});

describe("the TOML of Kimi Code", () => {
  it.each([
    'default_model = "k2" # mine\n',
    'default_model = "k2"',
    '[models."k2"]\nprovider = "p"\n\n[[hooks]]\nevent = "Stop"\ncommand = "say done"\n\n# the end\n',
    '[[hooks]] # one\nevent = "Stop"\ncommand = \'grep "loopguard" log\'\n',
  ])("keeps what else is in it, byte for byte: %j", (text) => {
    const now = add("kimi", text);
    expect(now.startsWith(text)).toBe(true);
    const table = `[[hooks]]\nevent = "PreToolUse"\ncommand = "${COMMAND}"\ntimeout = 10\n`;
    expect(now.split(table)).toHaveLength(2);
    expect(remove("kimi", now)).toBe(text.endsWith("\n") ? text : `${text}\n`);
  });

  it("knows its tables as Kimi Code writes them, wherever they are", () => {
    const reordered = add("kimi").replace(
      /event = (.*)\ncommand = "(.*)"\ntimeout = 10\n/g,
      "  command = '$2'\n  timeout = 10\n  event = $1\n",
    );
    const text = `${reordered}[models]\n`;
    expect(add("kimi", text)).toBe(text);
    expect(remove("kimi", text)).toBe("[models]\n");
  });

  it("is not changed where the hooks are a list", () => {
    expect(() => add("kimi", 'hooks = [{ event = "Stop", command = "x" }]\n')).toThrow("[[hooks]] tables");
  });
});
