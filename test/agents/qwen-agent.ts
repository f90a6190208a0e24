/** qwen-code in a home of its own, told to speak to a scripted model. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChatOptions, type ChatRun, runChat } from "./chat-agent.ts";
import type { Call, Model } from "./chat-model.ts";
import { Home, installed } from "./live-agent.ts";

/** The folder of its package, in a folder of its own: not every mirror of npm has all that it may bring. */
export const PACKAGE: string = join("..", "qwen", "node_modules", "@qwen-code", "qwen-code");
/** The CLI's script; `undefined` when it is not installed. */
export const QWEN: string | undefined = installed(PACKAGE, "cli-entry.js");

export const SETTINGS: string = join(".qwen", "settings.json");

/** A home without usage statistics and updates, whose qwen-code calls the hook where `guarded`. */
export function qwenHome(guarded = true): Home {
  const home = new Home();
  mkdirSync(join(home.path, ".qwen"));
  const settings = {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: "openai" } },
    telemetry: { enabled: false },
  };
  writeFileSync(join(home.path, SETTINGS), JSON.stringify(settings));
  if (guarded) home.init("qwen");
  return home;
}

/** One prompt, from the start of the CLI to its end. */
export function runQwen(home: Home, model: Model, options: ChatOptions = {}): Promise<ChatRun> {
  const { prompt = "go", args = [] } = options;
  const call = (url: string) => ({
    file: process.execPath,
    args: [QWEN as string, "--prompt", prompt, "--yolo", ...args],
    env: {
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: url,
      OPENAI_MODEL: "scripted",
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    },
  });
  return runChat(home, model, call, options);
}

export const shell = (command: string): Call => ({
  name: "run_shell_command",
  args: { command, is_background: false },
});
export const readFile = (path: string): Call => ({ name: "read_file", args: { file_path: path } });

/** The files of sessions and sub-agents, oldest first. */
export const sessionFiles = (home: Home): string[] => home.files(join(".qwen", "projects"), ".jsonl");
