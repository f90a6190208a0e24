/** Factory droid in a home of its own, without a login: with a model of one's own. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChatOptions, type ChatRun, runChat } from "./chat-agent.ts";
import type { Call, Model } from "./chat-model.ts";
import { Home, installed } from "./live-agent.ts";

/** The program; `undefined` when it is not installed. It is in a folder of its own, since it takes 243 MB. */
export const DROID: string | undefined = installed(
  join("..", "droid", "node_modules", "@factory", `cli-${process.platform}-${process.arch}`),
  join("bin", "droid"),
);

export const SETTINGS: string = join(".factory", "settings.json");

export function droidHome(guarded = true): Home {
  const home = new Home();
  if (guarded) home.init("droid");
  return home;
}

/** One prompt, from the start of the CLI to its end. */
export function runDroid(home: Home, model: Model, options: ChatOptions = {}): Promise<ChatRun> {
  const { prompt = "go", args = [] } = options;
  const call = (url: string) => {
    addModel(home, url);
    return {
      file: DROID as string,
      args: ["exec", "--auto", "high", "--model", "custom:scripted-0", ...args, prompt],
      env: { FACTORY_DROID_AUTO_UPDATE_ENABLED: "false" },
    };
  };
  return runChat(home, model, call, options);
}

/** Puts the model into the settings, beside the hooks. */
function addModel(home: Home, url: string): void {
  mkdirSync(join(home.path, ".factory"), { recursive: true });
  const path = join(home.path, SETTINGS);
  const model = { model: "scripted", displayName: "scripted", baseUrl: url, apiKey: "none", maxOutputTokens: 1000 };
  const customModels = [{ ...model, provider: "generic-chat-completion-api" }];
  writeFileSync(path, JSON.stringify({ ...settingsAt(path), cloudSessionSync: false, customModels }));
}

function settingsAt(path: string): object {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as object;
  } catch {
    return {}; // none yet
  }
}

export const shell = (command: string): Call => ({
  name: "Execute",
  args: { command, summary: "Look", riskLevelReason: "It only prints.", riskLevel: "low" },
});
export const readFile = (path: string): Call => ({ name: "Read", args: { file_path: path } });

/** The session files, oldest first. */
export const sessionFiles = (home: Home): string[] => home.files(join(".factory", "sessions"), ".jsonl");
