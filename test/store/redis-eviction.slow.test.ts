/** A server that drops keys to make room: it is told beforehand, and what it drops comes back or is told. */
import { afterEach, describe, expect, it } from "vitest";
import { redisStore } from "../../lib/redis.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { CLIENT_KINDS, openClient } from "./servers/redis-clients.ts";
import { cli, hasRedis, NEEDS_REDIS, RedisServer } from "./servers/redis-server.ts";
import { journalName, setUpRedis } from "./servers/redis-set-up.ts";
import { asked, errors, guards, hearErrors, inStore, worker } from "./stored-workers.ts";

hearErrors();

const PATIENT = { timeoutMs: 5000, onStoreError: "throw" } as const;
const told = (): string[] => errors.map(({ error }) => String(error));

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`a Redis that may drop runs, by %s${NEEDS_REDIS}`, (kind) => {
  const redis = setUpRedis(kind);
  const cleanUps: (() => void)[] = [];
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
    redis.cli("CONFIG", "SET", "maxmemory", "0", "maxmemory-policy", "noeviction");
  });
  const setPolicy = (policy: string, room: string): void =>
    void redis.cli("CONFIG", "SET", "maxmemory", room, "maxmemory-policy", policy);

  /** Two runs of one store, of which the second comes when the server has said what it has to say. */
  async function twoRuns(store = redisStore(redis.client)): Promise<void> {
    for (let i = 0; i < 2; i++) {
      const run = worker(store, PATIENT);
      await asked(run);
      await asked(run);
      await run.close();
    }
  }

  it.each(["allkeys-lru", "allkeys-lfu", "allkeys-random", "volatile-lru", "volatile-random", "volatile-ttl"])(
    "is told of once, with its policy %s and what to do",
    async (policy) => {
      setPolicy(policy, "100mb");
      await twoRuns();
      expect(told()).toEqual([expect.stringContaining(`its maxmemory-policy is "${policy}"`)]);
      expect(told()[0]).toContain('Set it to "noeviction"');
      expect(errors[0]?.where).toBe("store");
    },
  );

  it.each([
    ["refuses writes instead", "noeviction", "100mb"],
    ["has no limit", "allkeys-lru", "0"],
  ])("is none where it %s", async (_, policy, room) => {
    setPolicy(policy, room);
    await twoRuns();
    expect(told()).toEqual([]);
  });

  it("is not told of where the user may not ask", async () => {
    setPolicy("allkeys-lru", "100mb");
    redis.cli("ACL", "SETUSER", "worker", "on", ">secret", "~*", "+@all", "-@dangerous", "-@admin");
    const { client, close } = await openClient(kind, redis.port, { password: "secret", more: { username: "worker" } });
    cleanUps.push(close);
    await twoRuns(redisStore(client));
    expect(told()).toEqual([]);
  });

  it("is told of by the next run where the question was lost", async () => {
    setPolicy("allkeys-lru", "100mb");
    let lost = 0;
    const methods = kind === "redis" ? ["sendCommand"] : ["evalshaBuffer", "evalBuffer"];
    const asks = redis.client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const face = methods.map((method) => [
      method,
      async (...args: unknown[]) => {
        if (JSON.stringify(args).includes("maxmemory")) if (lost++ === 0) throw new Error("the connection was lost");
        return asks[method]?.(...args);
      },
    ]);
    redis.cli("SCRIPT", "FLUSH"); // so that sources are sent
    await twoRuns(redisStore(Object.fromEntries(face)));
    expect(lost).toBe(2);
    expect(told()).toEqual([expect.stringContaining("allkeys-lru")]);
  });
});

it.skipIf(!hasRedis)(
  `what a Redis really drops comes back from the workers that know it${NEEDS_REDIS}`,
  async () => {
    const limits = ["--maxmemory", "3mb", "--maxmemory-policy", "allkeys-lru", "--maxmemory-samples", "10"];
    const server = await RedisServer.start({ args: limits });
    const { client, close } = await openClient("ioredis", server.port);
    const junk = client as unknown as { set(key: string, value: string): Promise<unknown> };
    try {
      const store = redisStore(client);
      const runs: StoredLoopRun[] = Array.from({ length: 3 }, () => worker(store, PATIENT));
      const lives = new Set<string>();
      let made = 0;
      for (let round = 0; round < 40; round++) {
        // Some go on while others do nothing, and so much comes beside them that the run has to go.
        for (const run of runs.filter((_, i) => round % (i + 2) !== 0))
          for (let i = 0; i < 5; i++, made++) await asked(run);
        lives.add(cli(server.port, "GETRANGE", journalName("r"), "0", "35"));
        for (let i = 0; i < 300; i++) await junk.set(`junk ${i % 200} ${round % 3}`, "x".repeat(10_000));
      }
      for (let pass = 0; pass < 2; pass++) for (const run of runs) expect(await run.flush()).toBe(true);
      expect(await inStore(store)).toBe(made);
      expect(lives.size).toBeGreaterThan(10);
      expect(Number(/evicted_keys:(\d+)/.exec(cli(server.port, "INFO", "stats"))?.[1])).toBeGreaterThan(100);
      expect(told()).toEqual([expect.stringContaining('"allkeys-lru"')]);
      for (const run of runs) await run.close();
    } finally {
      for (const guard of guards.splice(0)) guard.close();
      close();
      await server.stop();
    }
  },
  60_000,
);
