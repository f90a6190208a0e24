/** Gemini CLI in a home of its own, told to speak to a scripted model and to nobody else. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Call, geminiModel, type Reply, type Result, resultsIn, textIn } from "./gemini-model.ts";
import { type Ended, type Home, installed } from "./live-agent.ts";
import type { RecordedRequest } from "./scripted-server.ts";

/** The CLI's script; `undefined` when it is not installed. */
export const GEMINI: string | undefined = installed("@google/gemini-cli", "bundle/gemini.js");

/** Requests after which there is no answer any more: fewer than the 30 from which on the CLI asks a model about loops. */
const BOUND = 29;

export interface GeminiRun extends Ended {
  /** The requests to the model. */
  readonly asked: readonly RecordedRequest[];
  /** What the model read of its calls, response by response. */
  readonly results: readonly Result[][];
  /** Everything that the model read of them, and all that it was told besides after the first request. */
  readonly read: string;
  /** Requests beyond the script. */
  readonly beyond: number;
}

export interface GeminiOptions {
  /** Arguments besides the prompt's. */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** By default "go". */
  readonly prompt?: string;
  /** What is approved; by default "yolo", everything. */
  readonly approval?: string;
  /** A step may take as long as it will: the test is not about calls that come soon after each other. */
  readonly anyPace?: boolean;
}

export const SETTINGS: string = join(".gemini", "settings.json");

/** Settings without usage statistics and updates, and with the CLI's own loop detection where `own` says so. */
export function writeSettings(home: Home, own = false, folder: string = home.path): void {
  mkdirSync(join(folder, ".gemini"), { recursive: true });
  const settings = {
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: "gemini-api-key" } },
    model: { disableLoopDetection: !own },
  };
  writeFileSync(join(folder, SETTINGS), JSON.stringify(settings));
}

/** One prompt, from the start of the CLI to its end. */
export async function runGemini(
  program: string,
  home: Home,
  reply: (index: number, request: RecordedRequest) => Reply | undefined,
  { args = [], env = {}, prompt = "go", approval = "yolo", anyPace = false }: GeminiOptions = {},
): Promise<GeminiRun> {
  await using model = await geminiModel((index, request) => (index < BOUND ? reply(index, request) : undefined));
  const ended = await home.run(
    process.execPath,
    [program, "--prompt", prompt, "--model", "gemini-2.5-flash", "--approval-mode", approval, ...args],
    {
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_CLI_NO_RELAUNCH: "true",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_TELEMETRY_ENABLED: "false",
      ...env,
    },
  );
  if (!anyPace) model.expectPace();
  const results = model.steps.map(resultsIn);
  const read = [JSON.stringify(results), ...model.steps.slice(1).map(textIn)].join("\n");
  return { ...ended, asked: model.steps, results, read, beyond: model.beyond };
}

/** A model that asks for the same again and again. */
export const stuck =
  (...calls: Call[]) =>
  (): Reply =>
    calls;

/** A model that gives these answers, and then says that it is done. */
export const says =
  (...replies: readonly Call[][]) =>
  (index: number): Reply =>
    replies[index] ?? "Done.";

export const shell = (command: string): Call => ({ name: "run_shell_command", args: { command } });
export const readFile = (path: string): Call => ({ name: "read_file", args: { file_path: path } });

/** The session files, oldest first. */
export const sessionFiles = (home: Home): string[] =>
  home.files(".gemini", ".jsonl").filter((path) => path.includes("chats"));
