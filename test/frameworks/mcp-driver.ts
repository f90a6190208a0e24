/** Hosts and servers of both versions of the MCP SDK, for the conformance suite and for tests of their own. */
import { AsyncLocalStorage } from "node:async_hooks";
import * as client2 from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as InMemoryTransport1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as server2 from "@modelcontextprotocol/server";
import { findToolLoopError, LoopGuard } from "loopguard";
import { guardClient, guardServer } from "loopguard/mcp";
import { z } from "zod";
import type { Driver, Scenario } from "./conformance.ts";

/** What the tests use of a result. */
export interface Result {
  content: { type: string; text: string }[];
  isError?: boolean;
  structuredContent?: unknown;
  _meta?: Record<string, unknown>;
}

/** What the tests use of either version. The types of each are tested in mcp.test-d.ts. */
export interface Client {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(params?: object): Promise<{ tools: { name: string }[]; nextCursor?: string }>;
  callTool(params: { name: string; arguments?: object }, ...rest: unknown[]): Promise<Result>;
  experimental?: {
    tasks: { callToolStream(params: object): AsyncIterable<{ type: string; result?: Result; error?: unknown }> };
  };
}

export interface Tool {
  update(updates: object): void;
  remove(): void;
}

export type Callback = (...given: never[]) => unknown;

export interface Server {
  connect(transport: object): Promise<void>;
  registerTool(name: string, config: object, callback: Callback): Tool;
}

export interface Version {
  name: string;
  /** The folder in node_modules. */
  package: string;
  newClient(options?: object): Client;
  newServer(options?: object): Server;
  transports(): [object, object];
  /** The options of `callTool` come after a result schema in version 1. */
  withOptions(options: object): unknown[];
}

const INFO = { name: "test", version: "1.0.0" };

export const MCP1: Version = {
  name: "MCP SDK 1",
  package: "@modelcontextprotocol/sdk",
  newClient: (options) => new Client1(INFO, options) as unknown as Client,
  newServer: (options) => new McpServer1(INFO, options) as unknown as Server,
  transports: () => InMemoryTransport1.createLinkedPair(),
  withOptions: (options) => [undefined, options],
};
export const MCP2: Version = {
  name: "MCP SDK 2",
  package: "@modelcontextprotocol/client",
  newClient: (options) => new client2.Client(INFO, options) as unknown as Client,
  newServer: (options) => new server2.McpServer(INFO, options) as unknown as Server,
  transports: () => server2.InMemoryTransport.createLinkedPair(),
  withOptions: (options) => [options],
};
export const VERSIONS: readonly Version[] = [MCP1, MCP2];

export async function connect({ transports }: Version, client: Client, server: Server): Promise<void> {
  const [near, far] = transports();
  await server.connect(far);
  await client.connect(near);
}

export function textResult(text: string): Result {
  return { content: [{ type: "text", text }] };
}

export function textOf({ content }: Result): string {
  return content.map(({ text }) => text).join("\n\n");
}

/** A server with the tools of a scenario. */
function serverOf(version: Version, { tools }: Scenario): Server {
  const server = version.newServer();
  // A server without any tool does not declare the capability.
  server.registerTool("unused", { description: "Is never called" }, () => textResult(""));
  for (const [name, run] of Object.entries(tools))
    server.registerTool(name, { inputSchema: z.object({ q: z.string() }) }, (args: { q: string }) =>
      textResult(run(args)),
    );
  return server;
}

/** How a host calls a tool. */
type CallTool = (client: Client, params: { name: string; arguments: object }) => Promise<Result>;

const plainCall: CallTool = (client, params) => client.callTool(params);

/** By the stream of version 1, which is for tools that may start tasks. */
const streamedCall: CallTool = async (client, params) => {
  const { tasks } = client.experimental as Required<Client>["experimental"];
  for await (const { type, result, error } of tasks.callToolStream(params)) {
    if (type === "error") throw error;
    if (type === "result") return result as Result;
  }
  throw new Error("The stream ended without a result");
};

/**
 * The loop of a host: asks the model, calls its tools at once, gives it what they return. Errors are told to the model, as
 * hosts do, but for ours. A result with the reason for an end in it ends the run: with that as an error if `throws`.
 */
async function host(client: Client, { script }: Scenario, callTool: CallTool, throws: boolean): Promise<unknown> {
  await client.listTools();
  const transcript: unknown[] = [];
  const results: string[] = [];
  for (let step = 0; step < 20; step++) {
    const { calls = [], text } = script({ results: [...results], raw: [...transcript] });
    if (calls.length === 0) return { text };
    const answers = await Promise.all(
      calls.map(async ({ name, arguments: args }) => {
        try {
          return await callTool(client, { name, arguments: args as object });
        } catch (error) {
          if (findToolLoopError(error) !== undefined) throw error;
          return { ...textResult((error as Error).message), isError: true };
        }
      }),
    );
    const loop = findToolLoopError(answers);
    if (loop !== undefined && throws) throw loop;
    if (loop !== undefined) return answers;
    transcript.push({ calls, answers });
    results.push(...answers.map(textOf));
  }
  throw new Error("The run had no end");
}

export function clientDriver(version: Version): Driver {
  return {
    name: `${version.name}: guardClient`,
    makeAgent: (scenario) => {
      const { guard, onAbort } = scenario;
      const shared = guard === "off" || guard instanceof LoopGuard ? guard : new LoopGuard(guard);
      const run = async (callTool: CallTool): Promise<unknown> => {
        const client = version.newClient();
        await connect(version, client, serverOf(version, scenario));
        if (shared !== "off") guardClient(client, shared, onAbort === undefined ? {} : { onAbort });
        return host(client, scenario, callTool, false);
      };
      return version === MCP1
        ? { generate: () => run(plainCall), stream: () => run(streamedCall) }
        : { generate: () => run(plainCall) };
    },
    concurrentRuns: true,
    stops: true,
    rounds: false,
    // A client learns only from the server's answer that arguments are invalid.
    sees: { unknownTool: true, invalidArguments: false, brokenJson: false },
  };
}

/** One connection that all runs share, as in a web server. */
export function sharedClientDriver(version: Version): Driver {
  return {
    ...clientDriver(version),
    name: `${version.name}: guardClient, one client for several runs`,
    makeAgent: (scenario) => {
      const { guard, onAbort = "throw" } = scenario;
      const client = version.newClient();
      const connected = connect(version, client, serverOf(version, scenario));
      const runs = new AsyncLocalStorage<object>();
      if (guard !== "off") guardClient(client, guard, { onAbort, runKey: () => runs.getStore() });
      const run = async (): Promise<unknown> => {
        await connected;
        return runs.run({}, () => host(client, scenario, plainCall, false));
      };
      return { generate: run };
    },
  };
}

export function serverDriver(version: Version): Driver {
  return {
    name: `${version.name}: guardServer`,
    makeAgent: (scenario) => {
      const { guard, onAbort } = scenario;
      const shared = guard === "off" || guard instanceof LoopGuard ? guard : new LoopGuard(guard);
      const run = async (): Promise<unknown> => {
        const client = version.newClient();
        const server = serverOf(version, scenario);
        // A server only stops.
        const ended = onAbort === undefined || onAbort === "stop" ? {} : ({ onAbort } as object);
        await connect(version, client, shared === "off" ? server : guardServer(server, shared, ended));
        return host(client, scenario, plainCall, onAbort !== "stop");
      };
      return { generate: run };
    },
    concurrentRuns: true,
    stops: true,
    rounds: false,
    sees: { unknownTool: true, invalidArguments: true, brokenJson: false },
  };
}
