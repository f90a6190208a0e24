/** Kimi Code in a home of its own, told to speak to a scripted model. It needs Node.js 22.19. */
import { join } from "node:path";
import { type ChatOptions, type ChatRun, runChat } from "./chat-agent.ts";
import type { Call, Model } from "./chat-model.ts";
import { Home, installed } from "./live-agent.ts";

/** A Node.js that is new enough: this one, or that of a package; `undefined` when there is none. */
const NODE: string | undefined =
  Number.parseInt(process.versions.node, 10) >= 24
    ? process.execPath
    : installed(`node-${process.platform}-${process.arch}`, join("bin", "node"));

const SCRIPT = installed("@moonshot-ai/kimi-code", join("dist", "main.mjs"));

/** The CLI's script; `undefined` when it, or a Node.js for it, is not installed. */
export const KIMI: string | undefined = NODE === undefined ? undefined : SCRIPT;

export const SETTINGS: string = join(".kimi-code", "config.toml");

export function kimiHome(guarded = true): Home {
  const home = new Home();
  if (guarded) home.init("kimi");
  return home;
}

/** One prompt, from the start of the CLI to its end. */
export function runKimi(home: Home, model: Model, options: ChatOptions = {}): Promise<ChatRun> {
  const { prompt = "go", args = [] } = options;
  const call = (url: string) => ({
    file: NODE as string,
    args: [KIMI as string, "--prompt", prompt, ...args],
    env: {
      KIMI_CODE_NO_AUTO_UPDATE: "1",
      KIMI_MODEL_NAME: "scripted",
      KIMI_MODEL_API_KEY: "none",
      KIMI_MODEL_PROVIDER_TYPE: "openai",
      KIMI_MODEL_BASE_URL: url,
      KIMI_MODEL_MAX_CONTEXT_SIZE: "100000",
      // What is not on this machine is nowhere.
      HTTPS_PROXY: "http://127.0.0.1:9",
      NO_PROXY: "127.0.0.1",
    },
  });
  return runChat(home, model, call, options);
}

export const shell = (command: string): Call => ({ name: "Bash", args: { command } });
export const readFile = (path: string): Call => ({ name: "Read", args: { path } });

/** The events of sessions' agents, oldest first. */
export const sessionFiles = (home: Home): string[] => home.files(join(".kimi-code", "sessions"), "wire.jsonl");
