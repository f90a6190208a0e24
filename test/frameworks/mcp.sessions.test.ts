/** A guarded MCP server over real transports: one long session, many sessions, and HTTP without sessions. */
import { Client as Client2, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpClient1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { WebStandardStreamableHTTPServerTransport as HttpServer1 } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { LoopGuard } from "loopguard";
import { guardServer } from "loopguard/mcp";
import { describe, expect, test } from "vitest";
import { type Client, connect, MCP1, type Result, textOf, textResult, VERSIONS } from "./mcp-driver.ts";

const INFO = { name: "test", version: "1.0.0" };
const MINUTE = 60_000;
const OPEN = "0 unread";
const USERS = Array.from({ length: 12 }, (_, n) => n);

const ask = (client: Client): Promise<Result> => client.callTool({ name: "unread_count", arguments: {} });

/** What each of so many calls was told, one after the other. */
async function asks(client: Client, times: number): Promise<string[]> {
  const told: string[] = [];
  for (let i = 0; i < times; i++) told.push(textOf(await ask(client)));
  return told;
}

describe.each(VERSIONS)("$name", (version) => {
  /** A server with the tool, in a guard that may be shared. */
  const serverOf = (guard: LoopGuard) => {
    const server = guardServer(version.newServer(), guard);
    server.registerTool("unread_count", {}, () => textResult(OPEN));
    return server;
  };

  test("one session: a call every two minutes is not a loop, twenty in a second are", async () => {
    let ms = 1_700_000_000_000;
    const guard = new LoopGuard({ now: () => ms });
    const client = version.newClient();
    await connect(version, client, serverOf(guard));
    for (let i = 0; i < 50; i++) {
      const result = await ask(client);
      expect(result.content).toEqual(textResult(OPEN).content);
      ms += 2 * MINUTE;
    }
    expect(guard.stats()).toMatchObject({ calls: 50, refused: 0, warned: 0 });
    const results: Result[] = [];
    for (let i = 0; i < 20; i++) {
      results.push(await ask(client));
      ms += 50;
    }
    expect(results.at(-1)?.isError).toBe(true);
  });

  const transportOf = (sessionIdGenerator: (() => string) | undefined) => {
    const options = sessionIdGenerator === undefined ? {} : { sessionIdGenerator };
    return version === MCP1 ? new HttpServer1(options) : new WebStandardStreamableHTTPServerTransport(options);
  };
  const over = async (fetch: (url: string | URL, init?: RequestInit) => Promise<Response>): Promise<Client> => {
    const url = new URL("http://localhost/mcp");
    if (version === MCP1) {
      const client = new Client1(INFO);
      await client.connect(new HttpClient1(url, { fetch }) as never);
      return client as unknown as Client;
    }
    const client = new Client2(INFO);
    await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
    return client as unknown as Client;
  };

  test("many sessions of one guard: only the one that loops is refused", async () => {
    const guard = new LoopGuard();
    const clients = await Promise.all(
      USERS.map(async (n) => {
        const transport = transportOf(() => `session-${n}`);
        await serverOf(guard).connect(transport);
        return over((url, init) => transport.handleRequest(new Request(url, init)));
      }),
    );
    expect((await Promise.all(clients.map((client) => asks(client, 1)))).flat()).toEqual(USERS.map(() => OPEN));
    const [stuck, ...others] = clients as [Client, ...Client[]];
    expect((await asks(stuck, 10)).at(-1)).not.toBe(OPEN);
    expect((await Promise.all(others.map((client) => asks(client, 1)))).flat()).toEqual(others.map(() => OPEN));
    expect(guard.run("session-0").stats().refused).toBeGreaterThan(0);
    expect(guard.run("session-1").stats()).toMatchObject({ calls: 2, refused: 0 });
    await Promise.all(clients.map((client) => client.close()));
  });

  test("a session that is deleted, or whose connection is closed, leaves no run open", async () => {
    const guard = new LoopGuard();
    for (const end of ["delete", "close"]) {
      const transport = transportOf(() => end);
      const server = serverOf(guard) as unknown as McpServer;
      await server.connect(transport as never);
      const told: string[] = [];
      server.server.onclose = () => void told.push(end);
      const fetch = (url: string | URL, init?: RequestInit) => transport.handleRequest(new Request(url, init));
      const client = await over(fetch);
      await asks(client, 2);
      expect(guard.stats().runs).toBe(2);
      if (end === "close") await server.close();
      else await fetch("http://localhost/mcp", { method: "DELETE", headers: { "mcp-session-id": end } });
      expect([guard.stats().runs, told]).toEqual([1, [end]]);
      await client.close();
    }
    expect(guard.stats().calls).toBe(4);
  });

  test("HTTP without sessions: equal calls of different users are not a loop", async () => {
    const guard = new LoopGuard();
    const fetch = async (url: string | URL, init?: RequestInit) => {
      const transport = transportOf(undefined);
      await serverOf(guard).connect(transport);
      return transport.handleRequest(new Request(url, init));
    };
    const clients = await Promise.all(USERS.map(() => over(fetch)));
    expect((await Promise.all(clients.map((client) => asks(client, 1)))).flat()).toEqual(USERS.map(() => OPEN));
    expect(guard.stats()).toMatchObject({ calls: 12, refused: 0, runs: 1 });
    await Promise.all(clients.map((client) => client.close()));
  });
});
