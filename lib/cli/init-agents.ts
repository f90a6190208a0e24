/** What `loopguard init` writes for each agent, and where. docs/cli/init.md links to the agents' documentation. */
import { homedir } from "node:os";
import { join } from "node:path";

export type Agent = "claude" | "codex" | "gemini" | "pi";
export type Scope = "user" | "project";

/** One entry of an event: hooks, and the tools that they apply to. */
export interface HookGroup {
  matcher?: string;
  hooks: { type: "command"; command: string; timeout: number; name?: string }[];
}

export interface AgentSettings {
  /** The agent's name for people. */
  readonly title: string;
  /** The path of the settings file. */
  path(scope: Scope, env?: NodeJS.ProcessEnv): string;
  /** What the settings get: our entry for each event, or this package in a list with this name. */
  readonly adds: ((command: string) => Readonly<Record<string, HookGroup>>) | string;
  /** What the user should do or know after the file is written. */
  readonly next: string;
}

/** Seconds after which an agent continues without the hook's answer. */
const TIMEOUT_S = 10;

const CLAUDE_TOOL_EVENTS = ["PreToolUse", "PostToolUse", "PostToolUseFailure"];
/** When the context is compacted, and when the agent, or a subagent, wants to end its turn. Gemini CLI tells neither. */
const CLAUDE_ENDS = ["PreCompact", "Stop", "SubagentStop"];
const CLAUDE_EVENTS = ["PostToolBatch", "UserPromptSubmit", ...CLAUDE_ENDS];
const CODEX_EVENTS = ["PreModelRequest", "PreToolUse", "PostToolUse", "UserPromptSubmit", ...CLAUDE_ENDS];
const GEMINI_EVENTS = ["BeforeModel", "BeforeTool", "AfterTool", "BeforeAgent"];

export const AGENTS: Readonly<Record<Agent, AgentSettings>> = {
  claude: {
    title: "Claude Code",
    path: (scope, env = process.env) =>
      scope === "project"
        ? join(".claude", "settings.json")
        : join(env["CLAUDE_CONFIG_DIR"] || join(homedir(), ".claude"), "settings.json"),
    adds: (command) => {
      const hooks = [{ type: "command" as const, command, timeout: TIMEOUT_S }];
      return {
        ...every(CLAUDE_TOOL_EVENTS, () => ({ matcher: "*", hooks })),
        ...every(CLAUDE_EVENTS, () => ({ hooks })),
      };
    },
    next: "New sessions are guarded; /hooks shows the hooks.",
  },
  codex: {
    title: "Codex",
    path: (scope, env = process.env) =>
      scope === "project"
        ? join(".codex", "hooks.json")
        : join(env["CODEX_HOME"] || join(homedir(), ".codex"), "hooks.json"),
    adds: (command) => every(CODEX_EVENTS, () => ({ hooks: [{ type: "command", command, timeout: TIMEOUT_S }] })),
    next: "Codex runs a hook only after you have reviewed it: use /hooks in a session.",
  },
  gemini: {
    title: "Gemini CLI",
    path: (scope, env = process.env) =>
      scope === "project"
        ? join(".gemini", "settings.json")
        : join(env["GEMINI_CLI_HOME"] || homedir(), ".gemini", "settings.json"),
    adds: (command) =>
      every(GEMINI_EVENTS, () => ({
        hooks: [{ name: "loopguard", type: "command", command, timeout: TIMEOUT_S * 1000 }],
      })),
    next: "New sessions are guarded.",
  },
  pi: {
    title: "pi",
    path: (scope, env = process.env) =>
      scope === "project"
        ? join(".pi", "settings.json")
        : join(env["PI_CODING_AGENT_DIR"] || join(homedir(), ".pi", "agent"), "settings.json"),
    adds: "packages",
    next: "New sessions are guarded, and those that are open after /reload. pi loads packages of a project only if it trusts that.",
  },
};

function every(events: readonly string[], group: () => HookGroup): Record<string, HookGroup> {
  return Object.fromEntries(events.map((event) => [event, group()]));
}
