/** The features of MCP clients: results, options, and runs. */
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions } from "loopguard";
import { guardClient } from "loopguard/mcp";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  type Callback,
  type Client,
  connect,
  MCP1,
  type Server,
  textOf,
  textResult,
  VERSIONS,
  type Version,
} from "./mcp-driver.ts";

const { duplicate, errorStreak, noProgress, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const inputSchema = z.object({ q: z.string() });
const params = { name: "search", arguments: { q: "x" } };

async function pair(
  version: Version,
  search: Callback,
  config: object = {},
): Promise<{ client: Client; server: Server }> {
  const client = version.newClient();
  const server = version.newServer({ capabilities: { tools: { listChanged: true } } });
  server.registerTool("search", { inputSchema, ...config }, search);
  await connect(version, client, server);
  return { client, server };
}

describe.each(VERSIONS)("$name: guardClient", (version) => {
  test("returns the client itself, and guards it once", async () => {
    const { client } = await pair(version, () => textResult("found"));
    expect(guardClient(client, STUCK)).toBe(client);
    const guarded = client.callTool;
    expect(guardClient(client, { maxRepeats: 1 })).toBe(client);
    expect(client.callTool).toBe(guarded);
  });

  test("throws for what is not a client, and for invalid options, and guards nothing", async () => {
    const { client } = await pair(version, () => textResult("found"));
    const { callTool } = client;
    const option = expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" });
    expect(() => guardClient({} as Client)).toThrow(option);
    expect(() => guardClient(client, { maxRepeats: -1 })).toThrow(option);
    expect(client.callTool).toBe(callTool);
    guardClient(client);
    expect(client.callTool).not.toBe(callTool);
  });

  test("a warning is another part of the content; the tool's own parts are unchanged", async () => {
    const image = { type: "image", data: "AAAA", mimeType: "image/png" };
    const { client } = await pair(version, () => ({ content: [{ type: "text", text: "found" }, image] }));
    guardClient(client, STUCK);
    const first = await client.callTool(params);
    expect(first.content).toEqual([{ type: "text", text: "found" }, image]);
    const { content } = await client.callTool(params);
    expect(content.slice(0, 2)).toEqual(first.content);
    expect(content).toHaveLength(3);
    expect(content[2]?.text).toMatch(/^Tool 'search' called 2 times/);
  });

  test("a tool with an output schema keeps its structured content, and is refused without any", async () => {
    const outputSchema = z.object({ hits: z.array(z.string()) });
    const search = vi.fn(() => ({ content: [], structuredContent: { hits: ["a"] } }));
    const { client } = await pair(version, search, { outputSchema });
    guardClient(client, STUCK);
    await client.listTools(); // from here on the client checks results against the schema
    expect((await client.callTool(params)).structuredContent).toEqual({ hits: ["a"] });
    const warned = await client.callTool(params);
    expect(warned.structuredContent).toEqual({ hits: ["a"] });
    expect(textOf(warned)).toContain("repetitive pattern");
    const refused = await client.callTool(params);
    expect(refused).toMatchObject({ isError: true, content: [{ type: "text" }] });
    expect(textOf(refused)).toContain("was not run");
    expect(search).toHaveBeenCalledTimes(2);
  });

  test("an aborted call rejects with the ToolLoopError itself", async () => {
    const { client } = await pair(version, () => textResult("found"));
    guardClient(client, STUCK);
    for (let i = 0; i < 4; i++) await client.callTool(params);
    const error: unknown = await client.callTool(params).catch((caught: unknown) => caught);
    expect(findToolLoopError(error)).toBe(error);
    expect(error).toMatchObject({ code: "ERR_TOOL_LOOP", repeats: 5 });
  });

  test("with onAbort: stop it resolves with the reason", async () => {
    const { client } = await pair(version, () => textResult("found"));
    guardClient(client, STUCK, { onAbort: "stop" });
    for (let i = 0; i < 4; i++) expect(findToolLoopError(await client.callTool(params))).toBeUndefined();
    const result = await client.callTool(params);
    expect(result.isError).toBe(true);
    expect(findToolLoopError(result)).toMatchObject({ toolName: "search", repeats: 5 });
  });

  test("an abort after the call is thrown with the result", async () => {
    const guard: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], action: "abort" };
    const thrown = await pair(version, () => textResult("found"));
    guardClient(thrown.client, guard);
    await thrown.client.callTool(params);
    const error: unknown = await thrown.client.callTool(params).catch((caught: unknown) => caught);
    expect(findToolLoopError(error)?.results).toMatchObject([textResult("found")]);
    const { client } = await pair(version, () => textResult("found"));
    guardClient(client, guard, { onAbort: "stop" });
    await client.callTool(params);
    const result = await client.callTool(params);
    expect(result.isError).not.toBe(true);
    expect(textOf(result)).toMatch(/^found\n\nTool 'search' called 2 times/);
    expect(findToolLoopError(result)?.repeats).toBe(2);
  });

  test("an abort after a failure: an error, or a result with the failure and the reason", async () => {
    const guard: LoopGuardOptions = { detectors: [unknownTool({ threshold: 1 })], action: "abort" };
    const { client } = await pair(version, () => textResult("found"));
    guardClient(client, guard, { onAbort: "stop" });
    await client.listTools();
    const result = await client.callTool({ name: "serach", arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/serach not found\n\nTool 'serach' was called 1 times/);
    expect(findToolLoopError(result)?.toolName).toBe("serach");
    const thrown = await pair(version, () => new Promise(() => {}));
    guardClient(thrown.client, { detectors: [repeat({ threshold: 2 })], action: "abort" });
    const call = () =>
      thrown.client.callTool(params, ...version.withOptions({ timeout: 10 })).catch((caught: Error) => caught);
    const first = await call();
    expect(await call()).toMatchObject({ code: "ERR_TOOL_LOOP", cause: { message: (first as Error).message } });
  });

  test("an earlier result is replayed if the guard keeps it", async () => {
    const search = vi.fn(() => ({ ...textResult("found"), _meta: { at: search.mock.calls.length } }));
    const { client } = await pair(version, search);
    guardClient(client, { detectors: [duplicate({ replay: true })], action: "hint" });
    await client.callTool(params);
    expect((await client.callTool(params)).content).toEqual(textResult("found").content);
    expect(search).toHaveBeenCalledTimes(1);
  });

  test("a change only in _meta is not progress", async () => {
    let at = 0;
    const { client } = await pair(version, () => ({ ...textResult("found"), _meta: { at: ++at } }));
    guardClient(client, { detectors: [noProgress({ threshold: 2 })], ladder: { warn: 1 } });
    const first = await client.callTool(params);
    expect(first._meta).toMatchObject({ at: 1 });
    const second = await client.callTool(params);
    expect(second._meta).toMatchObject({ at: 2 });
    expect(textOf(second)).toContain("returned the same result 2 times");
  });

  test("an error result is a failure, by its text", async () => {
    const { client } = await pair(version, () => ({ ...textResult("No index."), isError: true }));
    guardClient(client, { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1 } });
    await client.callTool({ name: "search", arguments: { q: "1" } });
    const second = await client.callTool({ name: "search", arguments: { q: "2" } });
    expect(second.isError).toBe(true);
    expect(textOf(second)).toMatch(
      /^No index\.\n\nTool 'search' failed 2 times in a row with the same kind of error, /,
    );
  });

  test("a call that the user cancels rejects as without a guard, and is not a failure", async () => {
    const pending = () => new Promise<never>(() => {});
    const cancel = async (client: Client): Promise<Error> => {
      const controller = new AbortController();
      const call = client.callTool(params, ...version.withOptions({ signal: controller.signal }));
      controller.abort(new Error("enough"));
      return call.then(
        () => new Error("resolved"),
        (error: Error) => error,
      );
    };
    const plain = (await pair(version, pending)).client;
    const { client } = await pair(version, pending);
    guardClient(client, { detectors: [errorStreak({ threshold: 2 })], action: "abort" });
    for (let i = 0; i < 3; i++) {
      const [expected, error] = [await cancel(plain), await cancel(client)];
      expect([error.constructor, error.message]).toEqual([expected.constructor, expected.message]);
    }
  });

  test("a timeout is a failure, and only the text of its error changes", async () => {
    const slow = () => new Promise((resolve) => setTimeout(() => resolve(textResult("late")), 100));
    const { client } = await pair(version, slow);
    guardClient(client, { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1 } });
    const options = version.withOptions({ timeout: 10 });
    const first = await client
      .callTool(params, ...options)
      .catch((error: unknown) => error as Error & { code: unknown });
    const second = await client
      .callTool(params, ...options)
      .catch((error: unknown) => error as Error & { code: unknown });
    expect(first).toBeInstanceOf(Error);
    expect(second).toBeInstanceOf((first as Error).constructor);
    expect(second).toMatchObject({ code: (first as { code: unknown }).code });
    expect((second as Error).message.startsWith((first as Error).message)).toBe(true);
    expect((second as Error).message).toContain("Tool 'search' called 2 times");
  });

  test("progress notifications arrive", async () => {
    const { client } = await pair(version, async (...given: unknown[]) => {
      const context = given[1] as {
        sendNotification?: Notify;
        _meta?: Meta;
        mcpReq?: { notify: Notify; _meta?: Meta };
      };
      const notify = (context.mcpReq?.notify ?? context.sendNotification) as Notify;
      const progressToken = (context.mcpReq?._meta ?? context._meta)?.progressToken;
      await notify({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2 } });
      return textResult("found");
    });
    guardClient(client);
    const onprogress = vi.fn();
    await client.callTool(params, ...version.withOptions({ onprogress }));
    expect(onprogress).toHaveBeenCalledWith(expect.objectContaining({ progress: 1, total: 2 }));
  });

  describe("tools that a server has not listed", () => {
    const unknown = unknownTool({ threshold: 1 });

    test("are unknown only after all pages were read", async () => {
      const { client } = await pair(version, () => textResult("found"));
      const pages = [{ tools: [{ name: "a" }], nextCursor: "2" }, { tools: [{ name: "search" }] }];
      client.listTools = async (given?: { cursor?: string }) => pages[given?.cursor === "2" ? 1 : 0] as never;
      guardClient(client, { detectors: [unknown], action: "abort" });
      const answer = (name: string) =>
        client.callTool({ name, arguments: { q: "x" } }).catch((error: unknown) => error);
      await client.listTools();
      expect(findToolLoopError(await answer("b"))).toBeUndefined();
      await client.listTools({ cursor: "2" });
      expect(await answer("search")).toMatchObject(textResult("found"));
      expect(findToolLoopError(await answer("b"))?.toolName).toBe("b");
    });

    test("but has are tools like others", async () => {
      const { client, server } = await pair(version, () => textResult("found"));
      guardClient(client, { detectors: [unknown, repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2 } });
      await client.listTools();
      const run = vi.fn(() => textResult("late"));
      server.registerTool("late", { inputSchema }, run);
      const late = { name: "late", arguments: { q: "x" } };
      expect(textOf(await client.callTool(late))).toBe("late");
      expect(textOf(await client.callTool(late))).toMatch(/^late\n\nTool 'late' called 2 times/);
      expect(textOf(await client.callTool(late))).toContain("was not run");
      expect(run).toHaveBeenCalledTimes(2);
    });
  });

  describe("runs", () => {
    const calls = async (client: Client, count: number): Promise<string[]> => {
      const results: string[] = [];
      for (let i = 0; i < count; i++) results.push(textOf(await client.callTool(params)));
      return results;
    };

    test("the default is guard.run(client), on which a host can begin turns", async () => {
      const { client } = await pair(version, () => textResult("found"));
      const guard = new LoopGuard(STUCK);
      guardClient(client, guard);
      for (let turn = 0; turn < 3; turn++) {
        guard.run(client).beginTurn();
        const [first, second] = await calls(client, 2);
        expect(first).toBe("found");
        expect(second).toContain("called 2 times");
      }
    });

    test("and rounds, if it calls the tools of a response one after the other", async () => {
      const { client } = await pair(version, () => textResult("found"));
      const guard = new LoopGuard(STUCK);
      guardClient(client, guard);
      guard.run(client).beginRound();
      expect(await calls(client, 3)).toEqual(["found", "found", "found"]);
      guard.run(client).beginRound();
      expect((await calls(client, 1))[0]).toContain("called 2 times");
    });

    test("equal calls of one response that are refused together are one strike", async () => {
      const { client } = await pair(version, () => textResult("found"));
      guardClient(client, STUCK);
      for (const refused of [false, false, true, true]) {
        const results = await Promise.all([1, 2, 3].map(() => client.callTool(params)));
        expect(results.map(({ isError = false }) => isError)).toEqual(Array(3).fill(refused));
      }
      await expect(client.callTool(params)).rejects.toThrow("loop");
    });

    test("several clients may share one run", async () => {
      const guard = new LoopGuard(STUCK);
      const run = {};
      const clients = await Promise.all(
        [0, 1].map(async () => (await pair(version, () => textResult("found"))).client),
      );
      for (const client of clients) guardClient(client, guard, { runKey: () => run });
      const together = await Promise.all(clients.map((client) => client.callTool(params)));
      expect(together.map(textOf)).toEqual(["found", "found"]); // side by side: one observation
      expect(textOf(await (clients[1] as Client).callTool(params))).toContain("called 2 times");
      expect(guard.run(run).stats().calls).toBe(3);
    });

    test("without a key, the run is the client's own", async () => {
      const { client } = await pair(version, () => textResult("found"));
      const guard = new LoopGuard(STUCK);
      const runKey = vi.fn(() => undefined);
      guardClient(client, guard, { runKey });
      await client.callTool(params);
      expect(runKey).toHaveBeenCalledWith(params);
      expect(guard.run(client).stats().calls).toBe(1);
    });
  });
});

describe("MCP SDK 1: callToolStream", () => {
  const streamed = async (
    client: Client,
    given: object = params,
  ): Promise<{ type: string; result?: unknown; error?: unknown }[]> => {
    const messages: { type: string }[] = [];
    for await (const message of (client.experimental as Required<Client>["experimental"]).tasks.callToolStream(given))
      messages.push(message);
    return messages;
  };

  test("shares its run with callTool; a refusal is a result message", async () => {
    const search = vi.fn(() => textResult("found"));
    const { client } = await pair(MCP1, search);
    guardClient(client, STUCK);
    await client.callTool(params);
    const [warned] = await streamed(client);
    expect(warned).toMatchObject({ type: "result", result: { content: [{ text: "found" }, { type: "text" }] } });
    expect(await streamed(client)).toMatchObject([{ type: "result", result: { isError: true } }]);
    expect(textOf(await client.callTool(params))).toContain("was not run");
    await expect(streamed(client)).rejects.toMatchObject({ code: "ERR_TOOL_LOOP" });
    expect(search).toHaveBeenCalledTimes(2);
  });

  test("an error in the stream is a failure", async () => {
    const { client } = await pair(MCP1, () => ({ content: "not a list" }));
    const plain = (await pair(MCP1, () => ({ content: "not a list" }))).client;
    const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, abort: 2 } };
    guardClient(client, guard, { onAbort: "stop" });
    const [expected] = await streamed(plain);
    const [first] = await streamed(client);
    expect(first).toEqual(expected);
    const [second] = await streamed(client);
    expect(String(second?.error)).toContain("failed 2 times in a row");
    const [third] = await streamed(client);
    expect(third?.type).toBe("result");
    expect(findToolLoopError(third)?.detection.detector).toBe("error_streak");
  });

  test("a stream that is not read to its end is neither a result nor a failure", async () => {
    const { client } = await pair(MCP1, () => textResult("found"));
    const tasks = (client.experimental as Required<Client>["experimental"]).tasks;
    tasks.callToolStream = async function* () {
      yield { type: "taskCreated" };
      yield { type: "result", result: textResult("found") };
    };
    const guard = new LoopGuard({
      detectors: [noProgress({ threshold: 2 }), errorStreak({ threshold: 2 })],
      action: "abort",
    });
    guardClient(client, guard);
    for (let i = 0; i < 3; i++)
      for await (const { type } of tasks.callToolStream(params)) if (type === "taskCreated") break;
    expect(guard.run(client).tripped).toBeNull();
    await streamed(client);
    await expect(streamed(client)).rejects.toMatchObject({ detection: { detector: "no_progress" } });
  });

  test("but it is a call", async () => {
    const { client } = await pair(MCP1, () => new Promise(() => {}));
    const tasks = (client.experimental as Required<Client>["experimental"]).tasks;
    tasks.callToolStream = async function* () {
      yield { type: "taskCreated" };
    };
    guardClient(client, { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2 } });
    const types: string[] = [];
    for (let i = 0; i < 3; i++) for await (const { type } of tasks.callToolStream(params)) types.push(type);
    expect(types).toEqual(["taskCreated", "taskCreated", "result"]);
  });
});

type Meta = { progressToken?: unknown };
type Notify = (notification: object) => Promise<void>;
