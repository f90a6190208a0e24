/** Claude Code in its print mode: one prompt to a scripted model, with the hook that `loopguard init claude` writes. */
import { join } from "node:path";
import { type Ended, Home, installed } from "./live-agent.ts";
import { type RecordedRequest, type Script, ScriptedServer } from "./scripted-server.ts";

/** The program; `undefined` when it is not installed. */
export const CLAUDE: string | undefined = installed(
  `@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
  "claude",
);

export interface ClaudeRun extends Ended {
  /** What the model was asked, in order. */
  readonly asked: readonly RecordedRequest[];
  /** Requests beyond the script. */
  readonly beyond: number;
  /** The last line of the output: how the turn ended. */
  readonly result: {
    readonly terminal_reason?: string;
    readonly result?: string;
    readonly permission_denials?: unknown[];
  };
}

export interface ClaudeOptions {
  readonly prompt?: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** A step may take as long as it will: the test is not about calls that come soon after each other. */
  readonly anyPace?: boolean;
}

export const SETTINGS: string = join(".claude", "settings.json");

/** Tools that nobody is asked about. */
const ALLOWED = "Bash,Read,Edit,Write,Glob,Grep,Agent,mcp__notes";

/** What points Claude Code at `server`, and keeps it from any other. */
export function environment(home: Home, server: ScriptedServer): NodeJS.ProcessEnv {
  return {
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_TMPDIR: home.path,
  };
}

/** A home whose Claude Code calls the hook. */
export function guardedHome(...args: string[]): Home {
  const home = new Home();
  home.init("claude", ...args);
  return home;
}

/** Gives `prompt` to Claude Code in `home`, and waits until it ends. */
export async function runClaude(
  home: Home,
  script: Script,
  { prompt = "Go.", args = [], env = {}, anyPace = false }: ClaudeOptions = {},
): Promise<ClaudeRun> {
  await using server = await ScriptedServer.start(script);
  const output = ["--output-format", "stream-json", "--verbose"];
  const ended = await home.run(CLAUDE as string, ["-p", prompt, ...output, "--allowedTools", ALLOWED, ...args], {
    ...environment(home, server),
    ...env,
  });
  if (!anyPace) server.expectPace();
  const last = ended.stdout.trimEnd().split("\n").at(-1) ?? "";
  return { ...ended, asked: server.steps, beyond: server.beyond, result: JSON.parse(last || "{}") };
}
