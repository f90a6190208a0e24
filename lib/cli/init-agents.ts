/** What `loopguard init` writes for each agent, and where. docs/cli/init.md links to the agents' documentation. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { DIALECTS, type Dialect } from "./hook/dialects.gen.ts";
import { packageList, pluginFile, type Scope, type SettingsFormat } from "./init-files.ts";
import { type CommandHook, type HookGroup, hooksAtTop, hooksIn, hookTables, ownFile } from "./init-settings.ts";

export type Agent = Dialect | "opencode" | "pi";

/** What an agent does when a hook's program fails or is missing, if it is not that the call runs. */
export type HookFailure = "refuses" | "refuses but 2";

export interface AgentSettings {
  readonly title: string;
  path(scope: Scope, env?: NodeJS.ProcessEnv): string;
  /** How our part gets into the file, and out of it. */
  readonly format: SettingsFormat;
  /** What the agent calls or loads: the hook, in its dialect; a plugin, an entry point of this package; or this package. */
  readonly uses: { readonly hook: Dialect } | { readonly plugin: string } | "package";
  readonly failure?: HookFailure;
  /** What the user should do or know after the file is written. */
  readonly next: string;
}

/** Seconds after which an agent continues without the hook's answer. */
const TIMEOUT_S = 10;

/** The agent's events that the hook handles and that it is worth a process to tell it of, in the order of the table. */
const events = (dialect: Dialect, ...but: string[]): string[] =>
  DIALECTS[dialect].events.filter((event) => !but.includes(event));

const CLAUDE_TOOL_EVENTS = ["PreToolUse", "PostToolUse", "PostToolUseFailure"];
/** Of Codex alone; and what tells less than other events do. */
const NOT_OF_CLAUDE = ["PreModelRequest", "SessionStart", "PostCompact"];
/** What Codex does not have. */
const NOT_OF_CODEX = ["PostToolUseFailure", "PostToolBatch", "SessionStart", "PostCompact"];

/** A file of the project's; and of the user's, below the home folder in `folder`, or where a variable of the environment says. */
const file =
  (project: string, folder: string, own: string, variable?: string): AgentSettings["path"] =>
  (scope, env = process.env) =>
    scope === "project" ? join(project) : join((variable && env[variable]) || join(homedir(), folder), own);

const hook = (command: string) => ({ type: "command" as const, command, timeout: TIMEOUT_S });
const named = (command: string) => ({ name: "loopguard", ...hook(command) });

/** A group with the hook for each of these events. */
const groups =
  (names: readonly string[], hookOf: (command: string) => CommandHook = hook) =>
  (command: string): Record<string, HookGroup> =>
    every(names, () => ({ hooks: [hookOf(command)] }));

/** Copilot CLI and VS Code read the same files, and each leaves out what it does not know. */
const COPILOT = {
  path: file(".github/hooks/loopguard.json", ".copilot", "hooks/loopguard.json", "COPILOT_HOME"),
  uses: { hook: "copilot" },
  failure: "refuses",
  format: ownFile((command) => ({
    version: 1,
    hooks: every([...events("copilot", "SessionStart"), ...events("vscode", "SessionStart")], () => [hook(command)]),
  })),
} as const satisfies Partial<AgentSettings>;

export const AGENTS: Readonly<Record<Agent, AgentSettings>> = {
  claude: {
    title: "Claude Code",
    path: file(".claude/settings.json", ".claude", "settings.json", "CLAUDE_CONFIG_DIR"),
    uses: { hook: "claude" },
    format: hooksIn((command) => ({
      ...every(CLAUDE_TOOL_EVENTS, () => ({ matcher: "*", hooks: [hook(command)] })),
      ...groups(events("claude", ...CLAUDE_TOOL_EVENTS, ...NOT_OF_CLAUDE))(command),
    })),
    next: "New sessions are guarded; /hooks shows the hooks.",
  },
  codex: {
    title: "Codex",
    path: file(".codex/hooks.json", ".codex", "hooks.json", "CODEX_HOME"),
    uses: { hook: "codex" },
    format: hooksIn(groups(events("codex", ...NOT_OF_CODEX))),
    next: "Codex runs a hook only after you have reviewed it: use /hooks in a session.",
  },
  gemini: {
    title: "Gemini CLI",
    path: file(".gemini/settings.json", "", ".gemini/settings.json", "GEMINI_CLI_HOME"),
    uses: { hook: "gemini" },
    failure: "refuses",
    format: hooksIn(groups(events("gemini"), (command) => ({ ...named(command), timeout: TIMEOUT_S * 1000 }))),
    next: "New sessions are guarded.",
  },
  copilot: { title: "Copilot CLI", ...COPILOT, next: "New sessions are guarded; VS Code reads the file, too." },
  cursor: {
    title: "Cursor",
    path: file(".cursor/hooks.json", ".cursor", "hooks.json"),
    uses: { hook: "cursor" },
    format: hooksIn((command) => every(events("cursor"), () => ({ command, timeout: TIMEOUT_S })), {
      version: 1,
      hooks: {},
    }),
    next: "Cursor reads the file at once; Customize, Hooks shows the hooks. It runs those of a project in trusted workspaces.",
  },
  droid: {
    title: "Factory droid",
    path: (scope) => {
      const folder = scope === "project" ? ".factory" : join(homedir(), ".factory");
      // An event in hooks.json hides the same event of settings.json.
      const own = join(folder, "hooks.json");
      return existsSync(own) ? own : join(folder, "settings.json");
    },
    uses: { hook: "droid" },
    format: hooksAtTop("hooks.json", groups(events("droid", "SessionStart"))),
    next: "New sessions are guarded; /hooks shows the hooks.",
  },
  kimi: {
    title: "Kimi Code",
    path: (scope, env = process.env) => {
      if (scope === "project") throw new Error("Kimi Code has no settings for a project: leave --project out");
      return join(env["KIMI_CODE_HOME"] || join(homedir(), ".kimi-code"), "config.toml");
    },
    uses: { hook: "kimi" },
    format: hookTables((command) =>
      events("kimi", "SessionStart", "PostCompact").map((event) => ({ event, command, timeout: TIMEOUT_S })),
    ),
    next: "New sessions are guarded.",
  },
  kiro: {
    title: "Kiro",
    path: file(".kiro/hooks/loopguard.json", ".kiro", "hooks/loopguard.json"),
    uses: { hook: "kiro" },
    failure: "refuses but 2",
    format: ownFile((command) => ({
      version: "v1",
      hooks: events("kiro")
        .filter((trigger) => /^[A-Z]/.test(trigger))
        .map((trigger) => ({
          name: `loopguard ${trigger}`,
          trigger,
          ...(trigger.endsWith("ToolUse") ? { matcher: ".*" } : {}),
          action: { type: "command", command },
          timeout: TIMEOUT_S,
          enabled: true,
        })),
    })),
    next: "New sessions of Kiro CLI 3 and Kiro IDE 1 are guarded.",
  },
  opencode: {
    title: "opencode",
    path: file(".opencode/plugins/loopguard.js", ".config", "opencode/plugins/loopguard.js", "XDG_CONFIG_HOME"),
    uses: { plugin: "opencode" },
    format: pluginFile("opencode"),
    next: "opencode is guarded from its next start.",
  },
  pi: {
    title: "pi",
    path: file(".pi/settings.json", ".pi/agent", "settings.json", "PI_CODING_AGENT_DIR"),
    uses: "package",
    format: packageList,
    next: "New sessions are guarded, and open ones after /reload. pi loads packages of a project only if it trusts the project.",
  },
  qwen: {
    title: "Qwen Code",
    path: file(".qwen/settings.json", ".qwen", "settings.json", "QWEN_HOME"),
    uses: { hook: "qwen" },
    format: hooksIn(groups(events("qwen", "SessionStart", "PostCompact"), named)),
    next: "New sessions are guarded; those of a project in trusted folders.",
  },
  vscode: { title: "VS Code", ...COPILOT, next: "New chats are guarded; Copilot CLI reads the file, too." },
};

function every<T>(names: readonly string[], entry: () => T): Record<string, T> {
  return Object.fromEntries(names.map((event) => [event, entry()]));
}
