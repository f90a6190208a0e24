/** What the agents have in common whose model speaks chat completions: one run, and what came of it. */
import { chatServer, type Model, resultsIn, toldIn } from "./chat-model.ts";
import type { Ended, Home } from "./live-agent.ts";
import type { RecordedRequest } from "./scripted-server.ts";

export interface ChatRun extends Ended {
  /** The requests to the model. */
  readonly asked: readonly RecordedRequest[];
  /** What the model read of its calls, request by request. */
  readonly results: readonly string[][];
  /** Everything that the model was told after the first request. */
  readonly read: string;
  /** Requests beyond the script. */
  readonly beyond: number;
}

export interface ChatOptions {
  readonly prompt?: string;
  /** Arguments besides the prompt's. */
  readonly args?: readonly string[];
  /** A step may take as long as it will: the test is not about calls that come soon after each other. */
  readonly anyPace?: boolean;
}

/** How a program is called: its arguments, and what points it at the model. */
export interface Called {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Runs an agent from its start to its end. `call`: how it is called for the model at a URL, which ends in /v1. */
export async function runChat(
  home: Home,
  model: Model,
  call: (url: string) => Called,
  { anyPace = false }: ChatOptions = {},
): Promise<ChatRun> {
  await using server = await chatServer(model);
  const { file, args, env } = call(`${server.url}/v1`);
  const ended = await home.run(file, args, env);
  if (!anyPace) server.expectPace();
  const read = server.steps.slice(1).map(toldIn).join("\n");
  return { ...ended, asked: server.steps, results: server.steps.map(resultsIn), read, beyond: server.beyond };
}

/** Of all that the hook ever says. */
export const OURS: RegExp =
  /same result|same error|identical arguments|repetitive pattern|was not run|aborting to prevent|in a row with/;
export const FOUND =
  "was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since";
export const REFUSED = "so it was not run again";
export const LAST = "This is the last refusal";
/** Of calls of which no further one is run. */
export const ENDED = "No further call of this turn is run: an earlier one was in a loop";
