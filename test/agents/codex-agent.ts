/** Codex in a home of its own, and the model that it asks: a script that speaks OpenAI's Responses API. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Ended, Home } from "./live-agent.ts";
import { type RecordedRequest, type Script, ScriptedServer } from "./scripted-server.ts";

/** One item of a response: a text, or a call. */
export type Item = string | { readonly name: string; readonly args: object; readonly namespace?: string };

/** What the model says to a request; nothing ends the script. */
export type Model = (index: number, request: RecordedRequest) => readonly Item[] | undefined;

/** A shell command, as the model asks for it. */
export const shell = (cmd: string): Item => ({ name: "exec_command", args: { cmd } });

export interface CodexOptions {
  readonly resume?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** A step may take as long as it will: the test is not about calls that come soon after each other. */
  readonly anyPace?: boolean;
}

/** Between the items of one response: Codex begins with a call while the response still comes in. */
const GAP_MS = 250;

export class Codex implements AsyncDisposable {
  readonly home: Home = new Home();
  readonly server: ScriptedServer;
  readonly #program: string;

  private constructor(program: string, server: ScriptedServer) {
    this.#program = program;
    this.server = server;
    mkdirSync(join(this.home.path, ".codex"));
    writeFileSync(join(this.home.path, ".codex", "config.toml"), configFor(server.url));
  }

  static async start(program: string, model: Model): Promise<Codex> {
    return new Codex(program, await ScriptedServer.start(scriptOf(model)));
  }

  get env(): NodeJS.ProcessEnv {
    // What is not on this machine is nowhere.
    return { ...this.home.env, SCRIPTED_KEY: "none", HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1" };
  }

  /** The hooks as `loopguard init` writes them, with another command or a foreign hook where given; reviewed by the user. */
  async guard(command?: string, foreign?: { event: string; answer: object }): Promise<void> {
    const file = join(".codex", "hooks.json");
    this.home.init("codex");
    if (command !== undefined) this.home.changeCommand(file, () => command);
    if (foreign !== undefined) this.home.addHook(file, foreign.event, foreign.answer);
    await this.#review();
  }

  /** `codex exec`, or `codex exec resume --last`. */
  async exec(prompt: string, { resume = false, env = {}, anyPace = false }: CodexOptions = {}): Promise<Ended> {
    const options = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
    const args = resume ? ["exec", "resume", "--last", ...options, prompt] : ["exec", ...options, prompt];
    const from = this.server.steps.length;
    const ended = await this.home.run(process.execPath, [this.#program, ...args], { ...this.env, ...env });
    if (!anyPace) this.server.expectPace(from);
    return ended;
  }

  /** What the model was shown of the call that it asked for in step `index`, the one `at` its place in that response. */
  outputOf(index: number, at = 0): string {
    const last = this.server.steps.at(-1) as RecordedRequest;
    const id = callId(index, at);
    const output = inputOf(last).find((item) => item["type"] === "function_call_output" && item["call_id"] === id);
    if (output === undefined) throw new Error(`the model was shown no result of ${id}`);
    return textOf(output["output"]);
  }

  /** What hooks have told the model by request `index`, besides results. */
  toldBy(index: number): string[] {
    const request = this.server.steps[index];
    if (request === undefined) throw new Error(`there was no request ${index}`);
    const items = inputOf(request);
    const prompt = items.findIndex(({ role, content }) => role === "user" && !textOf(content).startsWith("<"));
    return items
      .slice(prompt)
      .filter(({ role }) => role === "developer")
      .map(({ content }) => textOf(content));
  }

  /** Trusts the hooks by the requests that `/hooks` of a session makes. */
  async #review(): Promise<void> {
    const child = spawn(process.execPath, [this.#program, "app-server"], {
      cwd: this.home.project,
      env: this.env,
      stdio: ["pipe", "pipe", "ignore"],
      detached: true, // a process group of its own
      timeout: 60_000,
    });
    const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let made = 0;
    const ask = async (method: string, params: object): Promise<unknown> => {
      const id = ++made;
      child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
      for (;;) {
        const { value, done } = await replies.next();
        if (done) throw new Error(`codex app-server ended before it answered ${method}`);
        const reply = JSON.parse(value) as { id?: number; result?: unknown; error?: unknown };
        if (reply.id !== id) continue; // a notification
        if (reply.error !== undefined) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
        return reply.result;
      }
    };
    try {
      await ask("initialize", { clientInfo: { name: "test", version: "0" }, capabilities: { experimentalApi: true } });
      child.stdin.write(`${JSON.stringify({ method: "initialized" })}\n`);
      const listed = (await ask("hooks/list", { cwds: [this.home.project] })) as {
        data: { hooks: { key: string; currentHash: string }[]; warnings: string[]; errors: unknown[] }[];
      };
      const trouble = listed.data.flatMap(({ warnings, errors }) => [...warnings, ...errors]);
      if (trouble.length > 0) throw new Error(`Codex finds fault with the hooks: ${JSON.stringify(trouble)}`);
      const hooks = listed.data.flatMap((entry) => entry.hooks);
      const value = Object.fromEntries(hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]));
      await ask("config/batchWrite", { edits: [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }] });
    } finally {
      process.kill(-(child.pid as number), "SIGKILL");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this.home[Symbol.dispose]();
  }
}

/** Whether a subagent asks. */
export function isOfSubagent(request: RecordedRequest): boolean {
  return request.headers["x-openai-subagent"] !== undefined;
}

/** The texts of all results that a request has. */
export function resultsIn(request: RecordedRequest): string[] {
  return inputOf(request)
    .filter(({ type }) => type === "function_call_output")
    .map(({ output }) => textOf(output));
}

function configFor(url: string): string {
  return `model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
[feedback]
enabled = false
[features]
apps = false
plugins = false
[mcp_servers.failing]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(fileURLToPath(new URL("mcp-server.mjs", import.meta.url)))}]
`;
}

function scriptOf(model: Model): Script {
  return {
    isStep: ({ method, path }) => method === "POST" && path.endsWith("/responses"),
    step: (index, request) => {
      const items = model(index, request);
      return items && ((_request, response) => void answer(response, index, items));
    },
  };
}

async function answer(response: ServerResponse, index: number, items: readonly Item[]): Promise<void> {
  const send = (event: { type: string; [field: string]: unknown }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  send({ type: "response.created", response: { id: `resp_${index}` } });
  for (const [at, item] of items.entries()) {
    if (at > 0) await setTimeout(GAP_MS);
    send({ type: "response.output_item.done", output_index: at, item: wireOf(item, index, at) });
  }
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  send({ type: "response.completed", response: { id: `resp_${index}`, usage } });
  response.end();
}

function wireOf(item: Item, index: number, at: number): object {
  if (typeof item === "string")
    return { type: "message", role: "assistant", id: `msg_${index}`, content: [{ type: "output_text", text: item }] };
  const { name, args, namespace } = item;
  const call = { type: "function_call", id: `fc_${index}_${at}`, call_id: callId(index, at), name };
  return { ...call, ...(namespace === undefined ? {} : { namespace }), arguments: JSON.stringify(args) };
}

function callId(index: number, at: number): string {
  return `call_${index}_${at}`;
}

function inputOf(request: RecordedRequest): Record<string, unknown>[] {
  return (request.body as { input: Record<string, unknown>[] }).input;
}

/** Of a content or an output: a text, or parts that have texts. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return (value as { text?: string }[]).map(({ text = "" }) => text).join("");
}
