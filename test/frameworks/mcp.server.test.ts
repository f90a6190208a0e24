/** The features of MCP servers: registration of tools, sessions, and calls that ask the user for input. */
import { Client as Client2, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Server as LowLevel1 } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ElicitRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import {
  type AuthInfo,
  acceptedContent,
  createMcpHandler,
  inputRequired,
  Server as LowLevel2,
  McpServer,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import {
  duplicate,
  errorStreak,
  findToolLoopError,
  LoopGuard,
  type LoopGuardOptions,
  repeat,
  unknownTool,
} from "loopguard";
import { guardClient, guardServer } from "loopguard/mcp";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  type Client,
  connect,
  MCP1,
  MCP2,
  type Result,
  type Server,
  textOf,
  textResult,
  VERSIONS,
} from "./mcp-driver.ts";

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const inputSchema = z.object({ q: z.string() });
const params = { name: "search", arguments: { q: "x" } };
const INFO = { name: "test", version: "1.0.0" };

/** The results of five identical calls: two results, two refusals, and the abort. */
async function expectStuck(client: Client, given: { name: string; arguments?: object } = params): Promise<void> {
  const results: Result[] = [];
  for (let i = 0; i < 5; i++) results.push(await client.callTool(given));
  const [first, second, ...refused] = results as [Result, Result, ...Result[]];
  expect(textOf(first)).toBe("found");
  expect(textOf(second)).toMatch(/^found\n\nTool '.*' called 2 times/);
  for (const result of refused) expect(result.isError).toBe(true);
  expect(results.map((result) => findToolLoopError(result)?.repeats)).toEqual([...Array(4).fill(undefined), 5]);
}

describe.each(VERSIONS)("$name: guardServer", (version) => {
  const search = () => vi.fn(() => textResult("found"));
  const connected = async (server: Server): Promise<Client> => {
    const client = version.newClient();
    await connect(version, client, server);
    return client;
  };

  test("returns the server itself, and guards it once", async () => {
    const server = version.newServer();
    expect(guardServer(server, STUCK)).toBe(server);
    const { registerTool } = server;
    expect(guardServer(server, { maxRepeats: 1 })).toBe(server);
    expect(server.registerTool).toBe(registerTool);
  });

  test("throws for what is not a server, and for invalid options, and guards nothing", async () => {
    const option = expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" });
    expect(() => guardServer({})).toThrow(option);
    // Some other library's, with a method of the same name.
    expect(() => guardServer({ registerTool() {}, server: {} })).toThrow(option);
    expect(() => guardServer({ setRequestHandler() {} })).toThrow(option);
    const server = version.newServer();
    const { registerTool } = server;
    expect(() => guardServer(server, { maxRepeats: -1 })).toThrow(option);
    expect(server.registerTool).toBe(registerTool);
  });

  test("guards tools that are already registered", async () => {
    const server = version.newServer();
    const run = search();
    server.registerTool("search", { inputSchema }, run);
    await expectStuck(await connected(guardServer(server, STUCK)));
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("guards tools that are registered later, on a server that declared the capability before", async () => {
    const server = guardServer(version.newServer({ capabilities: { tools: {} } }), STUCK);
    const run = search();
    const client = await connected(server);
    server.registerTool("search", { inputSchema }, run);
    await expectStuck(client);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("guards tools without arguments", async () => {
    const server = guardServer(version.newServer(), STUCK);
    const run = vi.fn((context: { signal?: unknown; mcpReq?: unknown }) =>
      textResult((context.signal ?? context.mcpReq) ? "found" : "no context"),
    );
    server.registerTool("list", {}, run);
    await expectStuck(await connected(server), { name: "list" });
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("guards a replaced tool, under its new name", async () => {
    const server = version.newServer();
    const before = server.registerTool("old", { inputSchema }, () => textResult("old"));
    guardServer(server, STUCK);
    const after = server.registerTool("new", { inputSchema }, () => textResult("new"));
    const runs = [search(), search()];
    before.update({ callback: runs[0] });
    before.update({ name: "search" });
    after.update({ name: "find", callback: runs[1] });
    const client = await connected(server);
    await expectStuck(client);
    await expectStuck(client, { name: "find", arguments: { q: "x" } });
    expect(runs.map((run) => run.mock.calls.length)).toEqual([2, 2]);
    const refused = await client.callTool({ name: "find", arguments: { q: "x" } });
    expect(textOf(refused)).toContain("'find'");
    server.registerTool("gone", { inputSchema }, () => textResult("")).remove();
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(["find", "search"]);
  });

  test("a tool with an output schema keeps its structured content, and is refused without any", async () => {
    const server = guardServer(version.newServer(), STUCK);
    const outputSchema = z.object({ hits: z.array(z.string()) });
    server.registerTool("search", { inputSchema, outputSchema }, () => ({
      ...textResult("found"),
      structuredContent: { hits: ["a"] },
    }));
    const client = await connected(server);
    await client.listTools();
    await expectStuck(client);
  });

  test("calls with invalid arguments get the SDK's error, and later the message", async () => {
    const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } };
    const server = guardServer(version.newServer(), guard);
    server.registerTool("search", { inputSchema }, search());
    const client = await connected(server);
    const results: Result[] = [];
    for (const q of [1, 2, 3, 4]) results.push(await client.callTool({ name: "search", arguments: { q } }));
    for (const result of results) expect(textOf(result)).toContain("Invalid arguments for tool search");
    expect(textOf(results[0] as Result)).not.toContain("there is no such tool, or its arguments");
    expect(textOf(results[1] as Result).split("there is no such tool, or its arguments")).toHaveLength(2);
    expect(findToolLoopError(results[3])?.detection.detector).toBe("unknown_tool");
  });

  test("so do calls of an unknown tool", async () => {
    const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1 } };
    const plain = version.newServer();
    const server = guardServer(version.newServer(), guard);
    for (const each of [plain, server]) each.registerTool("search", { inputSchema }, search());
    const [plainClient, client] = [await connected(plain), await connected(server)];
    const answer = (asked: Client) =>
      asked.callTool({ name: "serach" }).then(
        (result) => ({ text: textOf(result), isError: result.isError }),
        (error: Error & { code: number }) => ({ text: error.message, code: error.code, class: error.constructor }),
      );
    const expected = await answer(plainClient);
    expect(await answer(client)).toEqual(expected);
    const second = await answer(client);
    expect(second).toEqual({ ...expected, text: expect.stringContaining("there is no such tool, or its arguments") });
    expect(second.text.startsWith(expected.text)).toBe(true);
  });

  test("an error of the tool has the same answer as without a guard, and counts as a failure", async () => {
    const failing = (): never => {
      throw new McpError(-32602, "Which index?");
    };
    const plain = version.newServer();
    plain.registerTool("search", { inputSchema }, failing);
    const expected = await (await connected(plain)).callTool(params);
    const guard = {
      detectors: [unknownTool({ threshold: 1 }), errorStreak({ threshold: 2 })],
      ladder: { warn: 1, abort: 2 },
    };
    const server = guardServer(version.newServer(), guard);
    server.registerTool("search", { inputSchema }, failing);
    const client = await connected(server);
    expect(await client.callTool(params)).toEqual(expected);
    const second = await client.callTool(params);
    expect(textOf(second)).toContain(textOf(expected));
    expect(textOf(second)).toContain("failed 2 times in a row with the same error");
  });

  test("one server for each session: one guard, a run for each", async () => {
    const guard = new LoopGuard(STUCK);
    const clients = await Promise.all(
      [0, 1].map(async () => {
        const server = guardServer(version.newServer(), guard);
        server.registerTool("search", { inputSchema }, search());
        return connected(server);
      }),
    );
    await Promise.all(clients.map((client) => expectStuck(client)));
  });

  test("the low-level server: every call reaches its handler", async () => {
    const run = search();
    await expectStuck(await connected(version === MCP1 ? lowLevel1(run) : lowLevel2(run)));
    expect(run).toHaveBeenCalledTimes(2);
  });
});

const list = () => ({ tools: [{ name: "search", inputSchema: { type: "object" as const } }] });
/** Guarded before its handler is set. */
function lowLevel1(run: () => Result): Server {
  const server = new LowLevel1(INFO, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, list);
  guardServer(server, STUCK).setRequestHandler(CallToolRequestSchema, () => run() as never);
  return server as unknown as Server;
}

/** Guarded afterwards. */
function lowLevel2(run: () => Result): Server {
  const server = new LowLevel2(INFO, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", list);
  server.setRequestHandler("tools/call", () => run() as never);
  return guardServer(server, STUCK) as unknown as Server;
}

describe("MCP SDK 1", () => {
  test("server.tool, the older way to register, is guarded", async () => {
    const server = guardServer(MCP1.newServer(), STUCK) as Server & { tool(...given: unknown[]): unknown };
    server.tool("search", "Searches", inputSchema.shape, () => textResult("found"));
    const client = MCP1.newClient();
    await connect(MCP1, client, server);
    await expectStuck(client);
  });

  test("tools that start tasks are not guarded", async () => {
    const server = MCP1.newServer() as Server & {
      experimental: { tasks: { registerToolTask(...given: unknown[]): unknown } };
    };
    const config = { inputSchema, execution: { taskSupport: "optional" } };
    server.experimental.tasks.registerToolTask("before", config, { createTask() {} });
    const guard = new LoopGuard({ detectors: [unknownTool({ threshold: 1 })], action: "abort" });
    guardServer(server, guard);
    server.experimental.tasks.registerToolTask("after", config, { createTask() {} });
    const client = MCP1.newClient();
    await connect(MCP1, client, server);
    for (const name of ["before", "after"])
      expect(textOf(await client.callTool({ name, arguments: { q: "x" } }))).toBe(
        "No task store provided for task-capable tool.",
      );
    expect(guard.run(server).stats().calls).toBe(0);
  });

  test("a tool that asks the user to open a page first has not failed", async () => {
    const guard = new LoopGuard({ detectors: [errorStreak({ threshold: 2 })], action: "abort" });
    const server = guardServer(MCP1.newServer(), guard);
    server.registerTool("search", { inputSchema }, () => {
      throw new McpError(-32042, "Sign in first", { elicitations: [] });
    });
    const client = MCP1.newClient();
    await connect(MCP1, client, server);
    for (let i = 0; i < 3; i++) await expect(client.callTool(params)).rejects.toMatchObject({ code: -32042 });
    expect(guard.run(server).tripped).toBeNull();
    expect(guard.run(server).stats().calls).toBe(3);
  });
});

describe("MCP SDK 2", () => {
  /** A tool that asks the user before it runs, and a client whose user says yes. */
  const schema = z.object({ sure: z.boolean() });
  const asking = (runs: () => void) => async (_: unknown, context: ServerContext) => {
    if (acceptedContent(context.mcpReq.inputResponses, "sure", schema) === undefined)
      return inputRequired({
        inputRequests: { sure: inputRequired.elicit({ message: "Sure?", requestedSchema: schema }) },
      });
    runs();
    return { content: [{ type: "text" as const, text: "found" }] };
  };
  const consenting = (client: Client2): Client2 => {
    client.setRequestHandler("elicitation/create", () => ({ action: "accept" as const, content: { sure: true } }));
    return client;
  };
  const options = { capabilities: { elicitation: {} } };

  test("a call that asks the user for input is one call: on the server, protocol of 2025", async () => {
    const runs = vi.fn();
    const server = new McpServer(INFO);
    guardServer(server, STUCK).registerTool("search", { inputSchema }, asking(runs));
    const client = consenting(new Client2(INFO, options));
    await connect(MCP2, client as unknown as Client, server as unknown as Server);
    await expectStuck(client as unknown as Client);
    expect(runs).toHaveBeenCalledTimes(2);
  });

  /** A server without sessions, of the protocol of 2026: another `McpServer` for each request. */
  const stateless = async (newServer: () => McpServer, given: object = options): Promise<Client2> => {
    const handler = createMcpHandler(newServer);
    const fetch = (url: string | URL, init?: RequestInit) => {
      const request = new Request(url, init);
      const user = request.headers.get("authorization") ?? "";
      return handler.fetch(request, { authInfo: { token: user, clientId: user, scopes: [] } });
    };
    const client = consenting(new Client2(INFO, { ...given, versionNegotiation: { mode: { pin: "2026-07-28" } } }));
    const requestInit = { headers: { authorization: `user ${++users}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch, requestInit }));
    return client;
  };
  let users = 0;

  test("the same with the protocol of 2026, with separate users", async () => {
    const runs = vi.fn();
    const guard = new LoopGuard(STUCK);
    const newServer = (): McpServer => {
      const server = new McpServer(INFO);
      guardServer(server, guard, { runKey: ({ http }) => (http as { authInfo: AuthInfo }).authInfo.clientId });
      server.registerTool("search", { inputSchema }, asking(runs));
      return server;
    };
    for (let user = 0; user < 2; user++) await expectStuck((await stateless(newServer)) as unknown as Client);
    expect(runs).toHaveBeenCalledTimes(4);
  });

  test("its second half is not judged again", async () => {
    const guard = new LoopGuard({ detectors: [duplicate()], action: "hint" });
    const run = {};
    const client = await stateless(() => {
      const server = guardServer(new McpServer(INFO), guard, { runKey: () => run });
      server.registerTool("search", { inputSchema }, asking(vi.fn()));
      return server;
    });
    expect((await client.callTool(params)).content).toEqual(textResult("found").content);
    expect(textOf((await client.callTool(params)) as unknown as Result)).toContain("already executed");
    expect(guard.run(run).stats().calls).toBe(2);
  });

  test("the same on the client, if the host asks the user itself", async () => {
    const runs = vi.fn();
    const newServer = (): McpServer => {
      const server = new McpServer(INFO);
      server.registerTool("search", { inputSchema }, asking(runs));
      return server;
    };
    const client = await stateless(newServer, { ...options, inputRequired: { autoFulfill: false } });
    guardClient(client, STUCK);
    const call = async (): Promise<Result> => {
      const inputResponses = { sure: { action: "accept", content: { sure: true } } };
      const asked = (await client.callTool(params, { allowInputRequired: true })) as unknown as {
        resultType?: string;
      } & Result;
      if (asked.resultType !== "input_required") return asked;
      return (await client.callTool({ ...params, inputResponses } as never)) as unknown as Result;
    };
    expect(textOf(await call())).toBe("found");
    expect(textOf(await call())).toMatch(/^found\n\nTool 'search' called 2 times/);
    expect(textOf(await call())).toContain("This call was not run");
    await call();
    await expect(call()).rejects.toMatchObject({ code: "ERR_TOOL_LOOP", repeats: 5 });
    expect(runs).toHaveBeenCalledTimes(2);
  });

  test("the same if the client asks, which its guard does not see", async () => {
    const runs = vi.fn();
    const newServer = (): McpServer => {
      const server = new McpServer(INFO);
      server.registerTool("search", { inputSchema }, asking(runs));
      return server;
    };
    const client = guardClient(await stateless(newServer), STUCK, { onAbort: "stop" });
    await expectStuck(client as unknown as Client);
    expect(runs).toHaveBeenCalledTimes(2);
  });

  test("sessions are runs, by their ids", async () => {
    const guard = new LoopGuard(STUCK);
    const server = guardServer(new McpServer(INFO), guard);
    server.registerTool("search", { inputSchema }, () => ({ content: [{ type: "text", text: "found" }] }));
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => "session-1" });
    await server.connect(transport);
    const client = new Client2(INFO);
    const fetch = (url: string | URL, init?: RequestInit) => transport.handleRequest(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch }));
    await expectStuck(client as unknown as Client);
    expect(guard.run("session-1").tripped?.toolName).toBe("search");
    await client.close();
  });
});

test("an elicitation of version 1 is part of its call", async () => {
  const server = guardServer(MCP1.newServer(), STUCK);
  const ask = (server as unknown as { server: LowLevel1 }).server;
  server.registerTool("search", { inputSchema }, async () => {
    const requestedSchema = { type: "object" as const, properties: { sure: { type: "boolean" as const } } };
    const { action } = await ask.elicitInput({ message: "Sure?", requestedSchema });
    return textResult(action === "accept" ? "found" : "");
  });
  const client = MCP1.newClient({ capabilities: { elicitation: {} } });
  (client as unknown as { setRequestHandler(...given: unknown[]): void }).setRequestHandler(
    ElicitRequestSchema,
    () => ({
      action: "accept",
      content: { sure: true },
    }),
  );
  await connect(MCP1, client, server);
  await expectStuck(client);
});
