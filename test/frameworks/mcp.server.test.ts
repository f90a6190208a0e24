import { Server as LowLevel1 } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { Server as LowLevel2 } from "@modelcontextprotocol/server";
import { detectors, findToolLoopError, LoopGuard } from "loopguard";
import { guardServer } from "loopguard/mcp";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Client, connect, MCP1, type Result, type Server, textOf, textResult, VERSIONS } from "./mcp-driver.ts";
import { expectStuck, INFO, inputSchema, params, STUCK } from "./mcp-stuck.ts";

const { errorStreak, unknownTool } = detectors;

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

  test("what a tool returns once its call was cancelled is no result: nobody has read it", async () => {
    const server = guardServer(version.newServer());
    const run = vi.fn(async (_: object, context: { signal?: AbortSignal; mcpReq?: { signal: AbortSignal } }) => {
      const signal = (context.mcpReq?.signal ?? context.signal) as AbortSignal;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return textResult("stopped");
    });
    server.registerTool("search", { inputSchema }, run);
    const client = await connected(server);
    for (let i = 0; i < 4; i++) {
      const call = client.callTool(params, ...version.withOptions({ signal: AbortSignal.timeout(20) }));
      await expect(call).rejects.toThrow();
    }
    expect(run).toHaveBeenCalledTimes(4);
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

  test("so do names of what every object has, and nothing is changed there", async () => {
    const server = guardServer(version.newServer(), STUCK);
    server.registerTool("search", { inputSchema }, search());
    const client = await connected(server);
    for (const name of ["__proto__", "constructor", "toString"])
      await client.callTool({ name }, undefined, { timeout: 1_000 }).catch(() => undefined);
    const changed = ["handler", "executor"].filter((key) => key in {} || key in Object);
    for (const key of changed) delete (Object.prototype as Record<string, unknown>)[key];
    expect(changed).toEqual([]);
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
/** What a program may make of it. */
class OwnServer extends LowLevel1 {
  readonly server = "http://127.0.0.1";
}

/** Guarded before its handler is set. */
function lowLevel1(run: () => Result): Server {
  const server = new OwnServer(INFO, { capabilities: { tools: {} } });
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
