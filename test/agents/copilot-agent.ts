/** Copilot CLI in a home of its own, without a login: offline, with a model provider of one's own. */
import { join } from "node:path";
import { type ChatOptions, type ChatRun, runChat } from "./chat-agent.ts";
import type { Call, Model } from "./chat-model.ts";
import { Home, installed } from "./live-agent.ts";

/** The program; `undefined` when it is not installed. */
export const COPILOT: string | undefined = installed(`@github/copilot-${process.platform}-${process.arch}`, "copilot");

export const SETTINGS: string = join(".copilot", "hooks", "loopguard.json");

/** What the program unpacks itself to: 235 MB and some seconds, which homes share. */
const CACHE = join(import.meta.dirname, "node_modules", ".cache");

export function copilotHome(guarded = true): Home {
  const home = new Home();
  if (guarded) home.init("copilot");
  return home;
}

/** One prompt, from the start of the CLI to its end. */
export function runCopilot(home: Home, model: Model, options: ChatOptions = {}): Promise<ChatRun> {
  const { prompt = "go", args = [] } = options;
  const call = (url: string) => ({
    file: COPILOT as string,
    args: ["--prompt", prompt, "--allow-all-tools", ...args],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_MODEL: "scripted",
      COPILOT_PROVIDER_BASE_URL: url,
      XDG_CACHE_HOME: CACHE,
    },
  });
  return runChat(home, model, call, options);
}

export const shell = (command: string): Call => ({
  name: "bash",
  args: { command, description: "Look", mode: "sync" },
});
export const view = (path: string): Call => ({ name: "view", args: { path } });

/** The events of sessions, oldest first. */
export const sessionFiles = (home: Home): string[] => home.files(join(".copilot", "session-state"), "events.jsonl");
