import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RedisClient, type RedisStoreOptions, redisStore } from "../../lib/redis.ts";
import { frameEntry } from "../../lib/store/journal-entries.ts";
import type { JournalState, JournalStore } from "../../lib/store/store-interface.ts";
import { CLIENT_KINDS, CLIENTS, type OpenClient, openClient, openCluster, openPool } from "./servers/redis-clients.ts";
import { cli, hasRedis, NEEDS_REDIS, RedisServer, startCluster } from "./servers/redis-server.ts";

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);
const WRITER = "0123456789abcdef";
const ENTRY = frameEntry({ writer: WRITER, seq: 1, record: Buffer.from(ALL_BYTES).toString("base64") });
/** Where the log ends when it holds nothing else: the server writes a line of its own behind each append. */
const END = ENTRY.length + 18;

/** What both kinds of server must do. */
function keepsValuesAndJournals(store: () => JournalStore): void {
  it("replaces a value only when nobody was quicker", async () => {
    const key = "a value";
    expect(await store().load(key)).toBeUndefined();
    expect(await store().save(key, ALL_BYTES, "0")).toBeUndefined();
    const first = await store().save(key, ALL_BYTES, undefined);
    expect(first).toBeDefined();
    expect(await store().save(key, Uint8Array.of(1), undefined)).toBeUndefined();
    const loaded = await store().load(key);
    expect([...(loaded?.bytes ?? [])]).toEqual([...ALL_BYTES]);
    expect(loaded?.version).toBe(first);
    const second = await store().save(key, Uint8Array.of(2), first);
    expect(await store().save(key, Uint8Array.of(3), first)).toBeUndefined();
    expect(second).not.toBe(first);
    expect([...((await store().load(key))?.bytes ?? [])]).toEqual([2]);
    await store().delete(key);
    await store().delete(key);
    expect(await store().load(key)).toBeUndefined();
    // Not even a version of the life before.
    expect(await store().save(key, Uint8Array.of(4), second)).toBeUndefined();
  });

  it("lets one of many writers win", async () => {
    const tries = Array.from({ length: 20 }, (_, i) => store().save("contended", Uint8Array.of(i), undefined));
    expect((await Promise.all(tries)).filter((version) => version !== undefined)).toHaveLength(1);
  });

  it("keeps the journals of many runs, wherever they are", async () => {
    const keys = Array.from({ length: 50 }, (_, i) => `run ${i} {x}`);
    const counts = await Promise.all(
      keys.map(async (key, i) => {
        const start = await store().open(key, ALL_BYTES);
        const state = await store().append(key, start, WRITER, 1, [ENTRY]);
        if (state === "gone") throw new Error(`${key} is gone`);
        await store().compact(key, state, Uint8Array.of(i));
        const { snapshot, entries, offset } = await store().open(key, ALL_BYTES);
        return [snapshot?.[0], entries.length, offset];
      }),
    );
    expect(counts).toEqual(keys.map((_, i) => [i, 0, END]));
  });
}

describe.skipIf(!hasRedis)(`a Redis server, with ${CLIENTS}${NEEDS_REDIS}`, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server?.stop());

  describe.each(CLIENT_KINDS)("by %s", (kind) => {
    let opened: OpenClient;
    beforeAll(async () => {
      opened = await openClient(kind, server.port);
    });
    afterAll(() => opened?.close());
    keepsValuesAndJournals(() => redisStore(opened.client, { prefix: `${kind}:` }));
  });

  it("keeps stores with different prefixes apart", async () => {
    const { client, close } = await openClient("redis", server.port);
    await redisStore(client, { prefix: "one:" }).save("key", Uint8Array.of(1), undefined);
    expect(await redisStore(client, { prefix: "two:" }).load("key")).toBeUndefined();
    expect(cli(server.port, "HGET", "one:{key}:state", "bytes")).toBe("\x01");
    close();
  });

  it("refuses a client that calls back, before it is used", async () => {
    const { client, close } = await openClient("redis", server.port);
    const { legacy } = client as { legacy?: () => RedisClient };
    const callsBack = legacy?.call(client);
    expect(() => redisStore(callsBack as RedisClient)).toThrow('Option "client" must be a client of the package');
    close();
  });

  it("takes a pool of connections", async () => {
    const { client, close } = await openPool(server.port);
    const store = redisStore(client);
    const start = await store.open("pooled", ALL_BYTES);
    const state = await store.append("pooled", start, WRITER, 1, [ENTRY]);
    expect(state).toMatchObject({ offset: END });
    expect((await store.open("pooled", ALL_BYTES)).snapshot).toEqual(Buffer.from(ALL_BYTES));
    close();
  });

  it.each([
    ["redis", "answers by RESP2", { RESP: 2 }],
    ["redis", "answers by RESP3", { RESP: 3 }],
    ["redis", "types of its own", { RESP: 3, commandOptions: { typeMapping: { 36: String, 42: Set, 58: String } } }],
    ["ioredis", "automatic pipelines", { enableAutoPipelining: true }],
    ["ioredis", "a prefix of its own", { keyPrefix: "app:" }],
    ["ioredis", "numbers as texts", { stringNumbers: true }],
  ] as const)("takes a client of %s with %s", async (kind, _, more) => {
    const { client, close } = await openClient(kind, server.port, { more });
    const store = redisStore(client, { prefix: "set-up:" });
    await store.delete("key");
    const start = await store.open("key", ALL_BYTES);
    const [one, two] = await Promise.all([WRITER, "fedcba9876543210"].map(addTo));
    expect([one, two].map((state) => state !== "gone" && state?.offset)).toEqual([END, 2 * END]);
    expect((await store.open("key", ALL_BYTES)).snapshot).toEqual(Buffer.from(ALL_BYTES));
    const version = await store.save("key", ALL_BYTES, undefined);
    expect(await store.load("key")).toEqual({ bytes: Buffer.from(ALL_BYTES), version });
    close();

    async function addTo(writer: string): Promise<JournalState | "gone"> {
      return store.append("key", start, writer, 1, [ENTRY.replace(WRITER, writer)]);
    }
  });

  it("gives to one client what the other wrote", async () => {
    const [first, second] = [await openClient("redis", server.port), await openClient("ioredis", server.port)];
    const start = await redisStore(first.client).open("shared", ALL_BYTES);
    await redisStore(first.client).append("shared", start, WRITER, 1, [ENTRY]);
    const { snapshot, entries } = await redisStore(second.client).open("shared", Uint8Array.of(1));
    expect([...(snapshot ?? [])]).toEqual([...ALL_BYTES]);
    expect(entries.replace(/^#.*\n/m, "")).toBe(ENTRY);
    first.close();
    second.close();
  });
});

describe.skipIf(!hasRedis)(`a cluster of three, with ${CLIENTS}${NEEDS_REDIS}`, () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  beforeAll(async () => {
    cluster = await startCluster();
  }, 60_000);
  afterAll(() => cluster?.stop());

  describe.each(CLIENT_KINDS)("by %s", (kind) => {
    let opened: OpenClient;
    beforeAll(async () => {
      opened = await openCluster(kind, cluster.ports);
    });
    afterAll(() => opened?.close());
    keepsValuesAndJournals(() => redisStore(opened.client, { prefix: `${kind}:` }));
  });

  it("has runs on each of its servers", () => {
    for (const port of cluster.ports) expect(Number(cli(port, "DBSIZE"))).toBeGreaterThan(0);
  });

  it("was asked by clients that knew where each run is", () => {
    for (const port of cluster.ports) expect(cli(port, "INFO", "errorstats")).not.toMatch(/MOVED|CROSSSLOT/);
  });
});

describe("redisStore", () => {
  const wrong: [why: string, client: unknown, options: unknown, message: string][] = [
    ["nothing", undefined, {}, 'Option "client" must be a client of the package redis or ioredis'],
    ["a URL", "redis://localhost", {}, 'Option "client" must be a client'],
    ["a Sentinel client", { sendCommand: () => {}, getSentinelNode: () => {} }, {}, 'Option "client" must be a client'],
    ["a prefix with braces", { sendCommand: () => {} }, { prefix: "{a}" }, 'Option "prefix" must be a string without'],
    ["a prefix that is none", { sendCommand: () => {} }, { prefix: 1 }, 'Option "prefix" must be a string without'],
    ["a time that is none", { sendCommand: () => {} }, { ttlMs: 0 }, 'Option "ttlMs" must be an integer from 1'],
    ["an unknown option", { sendCommand: () => {} }, { ttl: 1 }, 'Option "ttl" must be a known option (there are: '],
    ["options that are none", { sendCommand: () => {} }, 5, 'Option "options" must be an object'],
  ];
  it.each(wrong)("refuses %s", (_, client, options, message) => {
    const make = (): unknown => redisStore(client as RedisClient, options as RedisStoreOptions);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  });

  it("says when a client gives text where bytes are needed", async () => {
    const deaf = { sendCommand: async () => ["version", "text"] };
    await expect(redisStore(deaf).load("key")).rejects.toThrow("expected bytes from the client and got string");
    await expect(redisStore({ sendCommand: async () => "text" }).load("key")).rejects.toThrow("expected a list");
  });
});
