import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { detectors, LoopGuard } from "../../lib/index.ts";
import { redisStore } from "../../lib/redis.ts";
import { callTimes, counter, countIn } from "./servers/counted-runs.ts";
import { CLIENT_KINDS, openClient, openCluster } from "./servers/redis-clients.ts";
import { cli, hasRedis, NEEDS_REDIS, RedisServer, startCluster } from "./servers/redis-server.ts";

const { budget } = detectors;

const COUNTER = fileURLToPath(new URL("servers/children/stored-counter.mjs", import.meta.url));
const SPENDER = fileURLToPath(new URL("servers/children/stored-spender.mjs", import.meta.url));
const KEY = "shared";
const SNAPSHOT_AFTER = 65_536;

describe.skipIf(!hasRedis)(`workers that share a run in Redis${NEEDS_REDIS}`, () => {
  it("64 workers in 8 processes: every call is counted once, and the log stays short", async () => {
    const [processes, connections, calls] = [8, 8, 8000];
    const server = await RedisServer.start();
    try {
      const args = [COUNTER, `${server.port}`, KEY, `${calls / processes}`, `${connections}`];
      const work = Array.from({ length: processes }, () => promisify(execFile)(process.execPath, args));
      const allowed = (await Promise.all(work)).reduce((sum, { stdout }) => sum + Number(stdout), 0);
      expect(allowed).toBe(calls);
      const { client, close } = await openClient("ioredis", server.port);
      expect(await countIn(KEY, redisStore(client))).toBe(calls);
      close();
      // A snapshot, what fits between two of them, and what came while the last one was on its way.
      expect(Number(cli(server.port, "STRLEN", `loopguard:{${KEY}}:journal`))).toBeLessThan(4 * SNAPSHOT_AFTER);
    } finally {
      await server.stop();
    }
  });

  it("64 workers in 8 processes spend no more than their budget and what is in flight", async () => {
    const [processes, connections, limit, each] = [8, 8, 3000, 10];
    const server = await RedisServer.start();
    try {
      const args = [SPENDER, `${server.port}`, KEY, `${limit}`, `${each}`, `${connections}`];
      const work = Array.from({ length: processes }, () => promisify(execFile)(process.execPath, args));
      const spent = (await Promise.all(work)).reduce((sum, { stdout }) => sum + Number(stdout), 0);
      expect(spent).toBeGreaterThanOrEqual(limit);
      // The model of each worker may be answering when the budget is used up.
      expect(spent).toBeLessThanOrEqual(limit + processes * connections * each);
      const { client, close } = await openClient("ioredis", server.port);
      const guard = new LoopGuard({ detectors: [budget({ tokens: limit })] });
      const run = guard.storedRun(KEY, redisStore(client));
      expect((await run.usage({})).detection?.details).toMatchObject({ used: spent });
      await run.close();
      close();
    } finally {
      await server.stop();
    }
  });

  it("a loop that two workers make together is seen by both", async () => {
    const server = await RedisServer.start();
    const opened = await Promise.all(CLIENT_KINDS.map((kind) => openClient(kind, server.port)));
    try {
      const runs = opened.map(({ client }) =>
        new LoopGuard({ maxRepeats: 3, action: "hint" }).storedRun(KEY, redisStore(client)),
      );
      const actions: string[] = [];
      for (let i = 0; i < 6; i++)
        actions.push((await runs[i % 2]?.before({ name: "search", arguments: { q: "x" } }))?.action ?? "none");
      expect(actions).toEqual(["allow", "allow", "allow", "hint", "hint", "hint"]);
      for (const run of runs) await run.close();
    } finally {
      for (const { close } of opened) close();
      await server.stop();
    }
  });

  it("a run in a cluster is counted while it moves from server to server", async () => {
    const cluster = await startCluster();
    const opened = await Promise.all(CLIENT_KINDS.map((kind) => openCluster(kind, cluster.ports)));
    try {
      const stores = opened.map(({ client }) => redisStore(client));
      let made = 0;
      let moved = false;
      const work = stores.map(async (store) => {
        const run = counter(KEY, store, { timeoutMs: 20_000, onStoreError: "throw" });
        for (; !moved; made += 10) await callTimes(run, 10);
        await run.close();
      });
      while (made === 0) await sleep(20);
      const ids = new Map(cluster.ports.map((port) => [port, cli(port, "CLUSTER", "MYID")]));
      const slot = cli(cluster.ports[0] as number, "CLUSTER", "KEYSLOT", KEY);
      const owner = (): number =>
        cluster.ports.find((port) => cli(port, "CLUSTER", "COUNTKEYSINSLOT", slot) !== "0") as number;
      for (let moves = 0; moves < 3; moves++) {
        const from = owner();
        const to = cluster.ports.find((port) => port !== from) as number;
        cli(to, "CLUSTER", "SETSLOT", slot, "IMPORTING", ids.get(from) as string);
        cli(from, "CLUSTER", "SETSLOT", slot, "MIGRATING", ids.get(to) as string);
        await sleep(20);
        cli(from, "MIGRATE", "127.0.0.1", `${to}`, `loopguard:{${KEY}}:journal`, "0", "5000");
        await sleep(20);
        for (const port of [to, from]) cli(port, "CLUSTER", "SETSLOT", slot, "NODE", ids.get(to) as string);
        await sleep(20);
      }
      moved = true;
      await Promise.all(work);
      expect(made).toBeGreaterThan(0);
      expect(await countIn(KEY, stores[0] as (typeof stores)[0])).toBe(made);
    } finally {
      for (const { close } of opened) close();
      await cluster.stop();
    }
  });

  it("runs in a cluster are counted wherever they are", async () => {
    const cluster = await startCluster();
    const opened = await Promise.all(CLIENT_KINDS.map((kind) => openCluster(kind, cluster.ports)));
    try {
      const stores = opened.map(({ client }) => redisStore(client));
      const keys = Array.from({ length: 12 }, (_, i) => `run ${i}`);
      await Promise.all(
        keys.flatMap((key) =>
          stores.map(async (store) => {
            const run = counter(key, store, { timeoutMs: 20_000, onStoreError: "throw" });
            await callTimes(run, 25);
            await run.close();
          }),
        ),
      );
      for (const key of keys) expect(await countIn(key, stores[0] as (typeof stores)[0])).toBe(50);
      for (const port of cluster.ports) expect(Number(cli(port, "DBSIZE"))).toBeGreaterThan(0);
    } finally {
      for (const { close } of opened) close();
      await cluster.stop();
    }
  });
});
