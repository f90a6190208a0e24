/** What `loopguard init` writes for each agent, and where. docs/cli/init.md links to the agents' documentation. */
import { homedir } from "node:os";
import { join } from "node:path";

import type { SettingsFormat } from "./init-format.ts";
import { type HookGroup, hooksIn } from "./init-settings.ts";

export type Agent =
  | "claude" //
  | "codex"
  | "gemini";

export type Scope = "user" | "project";

/** The option by which the hook knows its agent. */
export type HookOption = "claude" | "codex" | "gemini";

/** What an agent does when a hook's program fails or is missing, if it is not that the call runs. */
export type HookFailure = "refuses" | "refuses but 2";

export interface AgentSettings {
  /** The agent's name for people. */
  readonly title: string;
  /** The path of the file. Throws a Failure for a scope that the agent does not have. */
  path(scope: Scope, env?: NodeJS.ProcessEnv): string;
  /** How our part gets into the file, and out of it. */
  readonly format: SettingsFormat;
  /** Undefined: the agent does not call the hook program, and `format.add` gets no command. */
  readonly option?: HookOption;
  readonly failure?: HookFailure;
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
    option: "claude",
    format: hooksIn((command) => {
      const hooks = [{ type: "command" as const, command, timeout: TIMEOUT_S }];
      return {
        ...every(CLAUDE_TOOL_EVENTS, () => ({ matcher: "*", hooks })),
        ...every(CLAUDE_EVENTS, () => ({ hooks })),
      };
    }),
    next: "New sessions are guarded; /hooks shows the hooks.",
  },
  codex: {
    title: "Codex",
    path: (scope, env = process.env) =>
      scope === "project"
        ? join(".codex", "hooks.json")
        : join(env["CODEX_HOME"] || join(homedir(), ".codex"), "hooks.json"),
    option: "codex",
    format: hooksIn((command) =>
      every(CODEX_EVENTS, () => ({ hooks: [{ type: "command", command, timeout: TIMEOUT_S }] })),
    ),
    next: "Codex runs a hook only after you have reviewed it: use /hooks in a session.",
  },
  gemini: {
    title: "Gemini CLI",
    path: (scope, env = process.env) =>
      scope === "project"
        ? join(".gemini", "settings.json")
        : join(env["GEMINI_CLI_HOME"] || homedir(), ".gemini", "settings.json"),
    option: "gemini",
    failure: "refuses",
    format: hooksIn((command) =>
      every(GEMINI_EVENTS, () => ({
        hooks: [{ name: "loopguard", type: "command", command, timeout: TIMEOUT_S * 1000 }],
      })),
    ),
    next: "New sessions are guarded.",
  },
};

function every(events: readonly string[], group: () => HookGroup): Record<string, HookGroup> {
  return Object.fromEntries(events.map((event) => [event, group()]));
}
