/** opencode in a home of its own, and the model that it asks: a script that speaks OpenAI's Chat Completions API. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Ended, Home } from "./live-agent.ts";
import { type RecordedRequest, ScriptedServer } from "./scripted-server.ts";

/** One item of a response: a text, or a call. */
export type Item = string | { readonly name: string; readonly args: object };

/** What the model says to request `index` of a session; `subagent`: of one that another session has started. */
export type Model = (index: number, subagent: boolean, request: RecordedRequest) => readonly Item[];

/** The program; `undefined` when it is not installed. The baseline build runs on every x64. */
export const OPENCODE: string | undefined = ["linux-x64-baseline", "linux-arm64", "darwin-x64-baseline", "darwin-arm64"]
  .filter((name) => name.startsWith(`${process.platform}-${process.arch}`))
  .map((name) => join(import.meta.dirname, "opencode", "node_modules", `opencode-${name}`, "bin", "opencode"))
  .find((path) => existsSync(path));

/** A shell command, as the model asks for it. */
export const shell = (command: string): Item => ({ name: "bash", args: { command, description: "does it" } });

/** Requests of one session after which the model is silent: a run that goes on beyond has not been ended. */
const BOUND = 20;
/** A long text is streamed in pieces of this length, so that it can be cut. */
const PIECE = 400;
const PAUSE_MS = 5;

/** A message of a session, as the server gives it. */
export interface Message {
  readonly info: { readonly role: string; readonly error?: { name: string; data: { message: string } } };
  readonly parts: readonly {
    readonly type: string;
    readonly text?: string;
    readonly callID?: string;
    readonly state?: { status: string; output?: string; error?: string };
  }[];
}

export class Opencode implements AsyncDisposable {
  readonly home: Home = new Home();
  readonly server: ScriptedServer;
  readonly #program: string;
  readonly #models: Model[];
  #serve: { child: ChildProcess; url: string } | undefined;

  private constructor(program: string, server: ScriptedServer, models: Model[], settings: object) {
    this.#program = program;
    this.server = server;
    this.#models = models;
    const folder = join(this.home.path, ".config", "opencode");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "opencode.json"), JSON.stringify({ ...settingsFor(server.url), ...settings }));
  }

  /** `settings`: what opencode.json has besides the model. */
  static async start(program: string, model: Model, settings: object = {}): Promise<Opencode> {
    const models = [model];
    const sessions = new Map<string, number>();
    const server = await ScriptedServer.start({
      isStep: (request) => request.path.endsWith("/chat/completions") && toolsIn(request).length > 0,
      step: (_index, request) => {
        const session = sessionOf(request);
        const index = sessions.get(session) ?? 0;
        sessions.set(session, index + 1);
        if (index >= BOUND) return undefined;
        const items = (models[0] as Model)(index, request.headers["x-parent-session-id"] !== undefined, request);
        return (_request, response) => void answer(response, `${session.slice(-6)}_${index}`, items);
      },
      aside: (_request, response) => void answer(response, "aside", ["A summary"]),
    });
    return new Opencode(program, server, models, settings);
  }

  get env(): NodeJS.ProcessEnv {
    return {
      ...this.home.env,
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      // It would install the package with its plugins' types; what is not on this machine is nowhere.
      npm_config_registry: "http://127.0.0.1:9",
      npm_config_fetch_retries: "0",
    };
  }

  /** `opencode run`. */
  async run(prompt: string, ...args: string[]): Promise<Ended> {
    return await this.home.run(this.#program, ["run", "--title", "test", ...args, prompt], this.env);
  }

  /** A new session of one `opencode serve`, in which the model is this. */
  async session(model: Model): Promise<string> {
    this.#models[0] = model;
    return ((await this.#post("/session", { title: "test" })) as { id: string }).id;
  }

  /** Sends a user's message, and waits for the end of the turn; returns its last message. */
  async prompt(session: string, text: string): Promise<Message> {
    const from = this.server.steps.length;
    const last = (await this.#post(`/session/${session}/message`, { parts: [{ type: "text", text }] })) as Message;
    this.server.expectPace(from);
    return last;
  }

  async compact(session: string): Promise<void> {
    await this.#post(`/session/${session}/summarize`, { providerID: "scripted", modelID: "scripted" });
  }

  async messages(session: string): Promise<Message[]> {
    return (await this.#ask("GET", `/session/${session}/message`)) as Message[];
  }

  /** The requests that a session made. */
  asked(session: string): RecordedRequest[] {
    return this.server.steps.filter((request) => sessionOf(request) === session);
  }

  /** The requests of the subagents of a session. */
  askedBelow(session: string): RecordedRequest[] {
    return this.server.steps.filter(({ headers }) => headers["x-parent-session-id"] === session);
  }

  async #post(path: string, body: object): Promise<unknown> {
    return await this.#ask("POST", path, JSON.stringify(body));
  }

  async #ask(method: string, path: string, body?: string): Promise<unknown> {
    this.#serve ??= await this.#listen();
    const headers = { "content-type": "application/json", "x-opencode-directory": this.home.project };
    const signal = AbortSignal.timeout(120_000);
    const response = await fetch(this.#serve.url + path, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  }

  async #listen(): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(this.#program, ["serve", "--port", "0"], {
      cwd: this.home.project,
      env: this.env,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true, // a process group of its own
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url !== undefined) return { child, url };
    }
    throw new Error("opencode serve ended before it said where it listens");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { child } = this.#serve ?? {};
    if (child?.pid !== undefined && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      process.kill(-child.pid, "SIGKILL");
      await ended;
    }
    await this.server[Symbol.asyncDispose]();
    this.home[Symbol.dispose]();
  }
}

/** What a request says the model's calls gave, in order. */
export function resultsIn(request: RecordedRequest): string[] {
  return messagesOf(request)
    .filter(({ role }) => role === "tool")
    .map(({ content }) => textOf(content));
}

/** What a request says the user wrote. */
export function promptsIn(request: RecordedRequest): string[] {
  return messagesOf(request)
    .filter(({ role }) => role === "user")
    .map(({ content }) => textOf(content));
}

interface Body {
  readonly tools?: readonly { function: { name: string } }[];
  readonly messages: readonly { role: string; content: string | { text?: string }[] }[];
}

const bodyOf = (request: RecordedRequest): Body => request.body as Body;
const messagesOf = (request: RecordedRequest): Body["messages"] => bodyOf(request).messages;
/** The names of the tools that a request offers; titles and summaries are written without any. */
export function toolsIn(request: RecordedRequest): string[] {
  return (bodyOf(request).tools ?? []).map((tool) => tool.function.name);
}
const sessionOf = (request: RecordedRequest): string => String(request.headers["x-session-id"]);

function textOf(content: string | { text?: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");
}

function settingsFor(url: string): object {
  const limit = { context: 100_000, output: 10_000 };
  return {
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    share: "disabled",
    snapshot: false,
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible", // a part of the program
        options: { baseURL: `${url}/v1`, apiKey: "none" },
        models: { scripted: { name: "scripted", limit } },
      },
    },
    mcp: {
      notes: {
        type: "local",
        command: [process.execPath, fileURLToPath(new URL("mcp-server.mjs", import.meta.url)), "notes"],
      },
    },
  };
}

async function answer(response: ServerResponse, id: string, items: readonly Item[]): Promise<void> {
  const send = (delta: object, finish_reason: string | null = null, usage?: object) =>
    response.write(
      `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 1, model: "scripted", choices: [{ index: 0, delta, finish_reason }], usage })}\n\n`,
    );
  response.on("error", () => {}); // of a client that is gone
  response.writeHead(200, { "content-type": "text/event-stream" });
  let calls = 0;
  for (const item of items) {
    if (typeof item === "string")
      for (let at = 0; at < item.length && !response.closed; at += PIECE) {
        send({ role: "assistant", content: item.slice(at, at + PIECE) });
        await setTimeout(PAUSE_MS);
      }
    else {
      const call = { name: item.name, arguments: JSON.stringify(item.args) };
      send({
        role: "assistant",
        tool_calls: [{ index: calls, id: `call_${id}_${calls}`, type: "function", function: call }],
      });
      calls += 1;
    }
  }
  send({}, calls > 0 ? "tool_calls" : "stop", { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
  response.end("data: [DONE]\n\n");
}
