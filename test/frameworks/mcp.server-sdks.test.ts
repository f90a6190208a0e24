/** What only one version of the MCP SDK has: tasks, pages that are opened first, calls that ask the user for input. */
import { Client as Client2, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Server as LowLevel1 } from "@modelcontextprotocol/sdk/server/index.js";
import { ElicitRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import {
  type AuthInfo,
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { detectors, LoopGuard } from "loopguard";
import { guardClient, guardServer } from "loopguard/mcp";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Client, connect, MCP1, MCP2, type Result, type Server, textOf, textResult } from "./mcp-driver.ts";
import { expectStuck, INFO, inputSchema, params, STUCK } from "./mcp-stuck.ts";

const { duplicate, errorStreak, unknownTool } = detectors;

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
    expect(textOf(await call())).toContain("was not run");
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
