/**
 * Sessions of the Copilot SDK with the real Copilot CLI of test/agents, offline and without a login; their model is a script,
 * by way of a provider of one's own.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  approveAll,
  CopilotClient,
  type CopilotSession,
  defineTool,
  RuntimeConnection,
  type SessionConfig,
} from "@github/copilot-sdk";
import { withLoopGuard } from "loopguard/copilot-sdk";
import type { Driver, Scenario, ScriptedResponse } from "../conformance.ts";

const AGENTS = join(import.meta.dirname, "..", "..", "agents", "node_modules");
const PROGRAM = join(AGENTS, "@github", `copilot-${process.platform}-${process.arch}`, "copilot");

export const installed: boolean = existsSync(PROGRAM);

interface Message {
  readonly role: string;
  readonly content: string | null;
}

type Respond = (messages: readonly Message[]) => ScriptedResponse;

/** The texts of all tool messages. */
export function resultsIn(messages: readonly Message[]): string[] {
  return messages.filter(({ role }) => role === "tool").map(({ content }) => content ?? "");
}

/** One CLI, and one server with the models of all sessions. */
export class Copilot implements AsyncDisposable {
  readonly #home = mkdtempSync(join(tmpdir(), "loopguard-copilot-"));
  readonly #models: Respond[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const respond = this.#models[Number(request.url?.split("/")[1])];
      if (respond === undefined || request.url?.endsWith("/chat/completions") !== true) response.writeHead(404).end();
      else answer(response, respond(JSON.parse(Buffer.concat(chunks).toString("utf8")).messages));
    });
  });
  #client: CopilotClient | undefined;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const env = {
      PATH: process.env["PATH"],
      HOME: this.#home,
      // What the program unpacks itself to: 235 MB and some seconds, which the tests of agents share.
      XDG_CACHE_HOME: join(AGENTS, ".cache"),
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_MODEL: "scripted",
      COPILOT_PROVIDER_BASE_URL: this.#url,
    };
    const connection = RuntimeConnection.forStdio({ path: PROGRAM });
    this.#client = new CopilotClient({ connection, env, useLoggedInUser: false, workingDirectory: this.#home });
    await this.#client.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client?.stop();
    this.#server.close();
    rmSync(this.#home, { recursive: true, force: true });
  }

  get #url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A session whose model's responses come from `respond`, with these tools and no others. */
  async session(
    respond: Respond,
    tools: Scenario["tools"],
    guard: Scenario["guard"],
    own: SessionConfig["hooks"] = {},
    onAbort: "throw" | "stop" = "throw",
  ): Promise<CopilotSession> {
    const client = this.#client as CopilotClient;
    const url = `${this.#url}/${this.#models.push(respond) - 1}/v1`;
    const parameters = { type: "object", properties: { q: { type: "string" } }, required: ["q"] };
    const config: SessionConfig = {
      model: "scripted",
      provider: { type: "openai", baseUrl: url, apiKey: "none" },
      tools: Object.entries(tools).map(([name, run]) =>
        defineTool(name, { description: name, parameters, handler: async (args) => run(args as { q: string }) }),
      ),
      availableTools: Object.keys(tools),
      onPermissionRequest: approveAll,
    };
    const guarded = guard === "off" ? client : withLoopGuard(client, guard, { onAbort });
    return guarded.createSession({ ...config, hooks: own });
  }
}

/** The response in the form of OpenAI's chat completions. */
function answer(response: ServerResponse, { calls = [], text = "" }: ScriptedResponse): void {
  const tool_calls = calls.map(({ id, name, arguments: args }) => {
    const json = typeof args === "string" ? args : JSON.stringify(args);
    return { id, type: "function", function: { name, arguments: json } };
  });
  const message = { role: "assistant", ...(calls.length > 0 ? { content: null, tool_calls } : { content: text }) };
  const choices = [{ index: 0, message, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }];
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "scripted", choices, usage }));
}

/** The CLI writes the time into prompts. */
const plain = ({ role, content, ...more }: Message): object => ({
  role,
  content: role === "system" ? "" : content?.replace(/<current_datetime>.*?<\/current_datetime>/, ""),
  ...more,
});

export function driverOf(copilot: Copilot): Driver {
  return {
    name: "copilot-sdk",
    makeAgent({ script, tools, guard, onAbort }) {
      const respond: Respond = (messages) => script({ results: resultsIn(messages), raw: messages.map(plain) });
      return {
        async generate() {
          const session = await copilot.session(respond, tools, guard, {}, onAbort as "stop" | undefined);
          try {
            const answer = await session.sendAndWait({ prompt: "Go." }, 30_000);
            return onAbort === "stop" ? session : answer;
          } finally {
            await session.disconnect();
          }
        },
      };
    },
    concurrentRuns: true,
    stops: true,
    // Calls that no tool can take come to the hooks as calls that fail.
    sees: { unknownTool: false, invalidArguments: false, brokenJson: false },
  };
}
