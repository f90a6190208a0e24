/** pi in a home of its own, and the model that it asks: a script that speaks OpenAI's Chat Completions API. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Ended, Home, installed } from "./live-agent.ts";
import { type RecordedRequest, type Script, ScriptedServer } from "./scripted-server.ts";

/** One item of a response: a text, a call, or how many tokens of input the response is billed for. */
export type Item = string | { readonly name: string; readonly args: object } | number;

/** What the model says to a request; nothing ends the script. */
export type Model = (index: number, request: RecordedRequest) => readonly Item[] | undefined;

/** A shell command, as the model asks for it. */
export const shell = (command: string): Item => ({ name: "bash", args: { command } });

/** pi itself is one bundled file. */
export const PI: string | undefined = installed("@earendil-works/pi-coding-agent", "dist/bundle/cli.js");

/** A Node.js that pi runs on: this one from 22.19 on, else the one of npm. */
export const NODE: string | undefined = isNewEnough(process.versions.node)
  ? process.execPath
  : installed(`node-${process.platform}-${process.arch}`, "bin/node");

export interface PiOptions {
  readonly args?: readonly string[];
  /** A step may take as long as it will: the test is not about calls that come soon after each other. */
  readonly anyPace?: boolean;
}

export class Pi implements AsyncDisposable {
  readonly home: Home = new Home();
  readonly server: ScriptedServer;
  readonly #program: string;

  private constructor(program: string, server: ScriptedServer) {
    this.#program = program;
    this.server = server;
    const folder = join(this.home.path, ".pi", "agent");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "models.json"), JSON.stringify(modelsFor(server.url)));
  }

  static async start(program: string, model: Model): Promise<Pi> {
    return new Pi(program, await ScriptedServer.start(scriptOf(model)));
  }

  addSettings(more: object): void {
    const path = join(this.home.path, ".pi", "agent", "settings.json");
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, "utf8")) as object), ...more }));
  }

  /** `pi --print`, with one prompt after the other. */
  async print(prompts: string | readonly string[], { args = [], anyPace = false }: PiOptions = {}): Promise<Ended> {
    const from = this.server.steps.length;
    const options = ["--offline", "--provider", "scripted", "--model", "scripted", ...args, "-p"];
    const all = [this.#program, ...options, ...[prompts].flat()];
    const ended = await this.home.run(NODE as string, all);
    if (!anyPace) this.server.expectPace(from);
    return ended;
  }

  /** What the model was shown of the call that it asked for in step `index`, the one `at` its place in that response. */
  resultOf(index: number, at = 0): string {
    const message = messagesIn(this.server.steps.at(-1) as RecordedRequest).find(
      ({ role, tool_call_id: id }) => role === "tool" && id === callId(index, at),
    );
    if (message === undefined) throw new Error(`the model was shown no result of ${callId(index, at)}`);
    return textOf(message.content);
  }

  /** Paths of the sessions, oldest first. */
  get sessions(): string[] {
    return this.home.files(join(".pi", "agent", "sessions"), ".jsonl");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this.home[Symbol.dispose]();
  }
}

interface Message {
  readonly role: string;
  readonly tool_call_id?: string;
  readonly content: unknown;
}

export function messagesIn({ body }: RecordedRequest): Message[] {
  return (body as { messages: Message[] }).messages;
}

/** Of a content: a text, or parts that have texts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(({ text = "" }: { text?: string }) => text).join("") : "";
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

function modelsFor(url: string): object {
  const cost = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 };
  const model = { id: "scripted", reasoning: false, input: ["text"], cost, contextWindow: 100_000, maxTokens: 10_000 };
  return {
    providers: {
      scripted: { baseUrl: `${url}/v1`, apiKey: "none", api: "openai-completions", models: [model] },
    },
  };
}

function scriptOf(model: Model): Script {
  return {
    isStep: ({ method, path }) => method === "POST" && path.endsWith("/chat/completions"),
    step: (index, request) => {
      const items = model(index, request);
      return items && ((_request, response) => void answer(response, index, items));
    },
  };
}

/** Between the pieces of a long text, which come as fast as a fast model writes. */
const GAP_MS = 2;
const PIECE = 40;

async function answer(response: ServerResponse, index: number, items: readonly Item[]): Promise<void> {
  const send = (delta: object, finish_reason: string | null = null, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({
        id: `chat_${index}`,
        object: "chat.completion.chunk",
        created: 1,
        model: "scripted",
        choices: [{ index: 0, delta, finish_reason }],
        ...more,
      })}\n\n`,
    );
  response.writeHead(200, { "content-type": "text/event-stream" });
  let calls = 0;
  let billed = 10;
  for (const [at, item] of items.entries()) {
    if (typeof item === "number") {
      billed = item;
      continue;
    }
    if (typeof item !== "string") {
      const call = { index: calls++, id: callId(index, at), type: "function" };
      send({ tool_calls: [{ ...call, function: { name: item.name, arguments: JSON.stringify(item.args) } }] });
      continue;
    }
    for (let from = 0; from < item.length && !response.destroyed; from += PIECE) {
      send({ content: item.slice(from, from + PIECE) });
      if (item.length > PIECE) await setTimeout(GAP_MS);
    }
  }
  const usage = { prompt_tokens: billed, completion_tokens: 5, total_tokens: billed + 5 };
  send({}, calls > 0 ? "tool_calls" : "stop", { usage });
  response.end("data: [DONE]\n\n");
}

function callId(index: number, at: number): string {
  return `call_${index}_${at}`;
}
