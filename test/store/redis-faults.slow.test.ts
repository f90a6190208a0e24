import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { LoopGuard, type Verdict } from "../../lib/index.ts";
import { redisStore } from "../../lib/redis.ts";
import { callTimes, counter, countIn, errorsDuring } from "./servers/counted-runs.ts";
import { CLIENT_KINDS, type ClientOptions, openClient } from "./servers/redis-clients.ts";
import { cli, freePort, hasRedis, NEEDS_REDIS, RedisServer } from "./servers/redis-server.ts";

const KEY = "run 7";
const LOOP = { name: "search", arguments: { q: "x" } };
/** What is on the disk before it is acknowledged. */
const DURABLE = ["--appendonly", "yes", "--appendfsync", "always"];

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`a run in Redis by %s${NEEDS_REDIS}`, (kind) => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function started(...args: string[]): Promise<RedisServer> {
    const server = await RedisServer.start({ args });
    cleanUps.push(() => server.stop());
    return server;
  }

  async function store(port: number, options: ClientOptions = {}): Promise<ReturnType<typeof redisStore>> {
    const { client, close } = await openClient(kind, port, options);
    cleanUps.push(close);
    return redisStore(client);
  }

  /** Six equal calls; a guard that allows three refuses the rest, with the store or without. */
  async function verdicts(of: ReturnType<typeof redisStore>): Promise<string[]> {
    const run = new LoopGuard({ maxRepeats: 3, action: "hint" }).storedRun(KEY, { store: of, timeoutMs: 200 });
    const given: Verdict[] = [];
    for (let i = 0; i < 6; i++) given.push(await run.before(LOOP));
    await run.close();
    return given.map(({ action }) => action);
  }
  const THREE_ALLOWED = ["allow", "allow", "allow", "hint", "hint", "hint"];

  it("counts every call once when the server is killed in the middle and comes back", async () => {
    const server = await started(...DURABLE);
    const runs = [counter(KEY, await store(server.port)), counter(KEY, await store(server.port))];
    let made = 0;
    let over = false;
    const told = await errorsDuring(async () => {
      const calls = runs.map(async (run) => {
        for (; !over; made += 10) {
          await callTimes(run, 10);
          await sleep(1);
        }
      });
      for (let kills = 0; kills < 3; kills++) {
        await sleep(30);
        await server.kill();
        await sleep(400);
        await server.start();
        await sleep(200);
      }
      over = true;
      await Promise.all(calls);
      for (const run of runs) await expect.poll(() => run.flush(), { timeout: 10_000 }).toBe(true);
      for (const run of runs) await run.close();
    });
    expect(await countIn(KEY, await store(server.port))).toBe(made);
    expect(told.length).toBeGreaterThan(0);
  });

  it("seeds a server that came back empty with what the worker knows", async () => {
    const server = await started();
    const run = counter(KEY, await store(server.port));
    await callTimes(run, 50);
    await server.kill();
    await callTimes(run, 50);
    await server.start();
    await expect.poll(() => run.flush(), { timeout: 10_000 }).toBe(true);
    await callTimes(run, 50);
    await run.close();
    expect(await countIn(KEY, await store(server.port))).toBe(150);
  });

  it("goes on by itself with a wrong password, and says so once", async () => {
    const server = await started("--requirepass", "right");
    const wrong = await store(server.port, { password: "wrong", lazy: true });
    const told = await errorsDuring(async () => expect(await verdicts(wrong)).toEqual(THREE_ALLOWED));
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(2);
    const right = await store(server.port, { password: "right" });
    expect(await countIn(KEY, right)).toBe(0);
  });

  it("goes on by itself while there is no server, and tells it everything once there is", async () => {
    const port = await freePort();
    const late = await store(port, { lazy: true });
    const run = counter(KEY, late);
    const told = await errorsDuring(() => callTimes(run, 20));
    expect(told).toHaveLength(1);
    const server = await RedisServer.start({ port });
    cleanUps.push(() => server.stop());
    await expect.poll(() => run.flush(), { timeout: 10_000 }).toBe(true);
    await callTimes(run, 20);
    await run.close();
    expect(await countIn(KEY, await store(port))).toBe(40);
  });

  it("finds loops without a server, from the first call to the last, and closes", async () => {
    const nowhere = await store(await freePort(), { lazy: true });
    const told = await errorsDuring(async () => expect(await verdicts(nowhere)).toEqual(THREE_ALLOWED));
    // One that the store cannot be asked, one that what happened never got there.
    expect(told).toHaveLength(2);
  });

  it("waits for no server that takes two seconds, and counts nothing twice", async () => {
    const server = await started();
    const run = counter(KEY, await store(server.port));
    await callTimes(run, 10);
    cli(server.port, "CLIENT", "PAUSE", "2000", "ALL");
    const told = await errorsDuring(() => callTimes(run, 100));
    expect(told).toEqual([expect.stringContaining("no answer in 200 ms")]);
    await expect.poll(() => run.flush(), { timeout: 10_000 }).toBe(true);
    await callTimes(run, 10);
    await run.close();
    expect(await countIn(KEY, await store(server.port))).toBe(120);
  });

  it("goes on by itself while the server has no memory left", async () => {
    const server = await started("--maxmemory-policy", "noeviction");
    const run = counter(KEY, await store(server.port));
    await callTimes(run, 10);
    cli(server.port, "CONFIG", "SET", "maxmemory", "1");
    const told = await errorsDuring(() => callTimes(run, 10));
    expect(told).toEqual([expect.stringContaining("OOM")]);
    cli(server.port, "CONFIG", "SET", "maxmemory", "0");
    await expect.poll(() => run.flush(), { timeout: 10_000 }).toBe(true);
    await run.close();
    expect(await countIn(KEY, await store(server.port))).toBe(20);
  });

  it("rejects where that is asked for, and counts all the same", async () => {
    const nowhere = await store(await freePort(), { lazy: true });
    const guard = new LoopGuard({ maxRepeats: 3, action: "hint" });
    const run = guard.storedRun(KEY, { store: nowhere, timeoutMs: 50, onStoreError: "throw" });
    for (let i = 0; i < 2; i++) await expect(run.before(LOOP)).rejects.toMatchObject({ code: "ERR_LOOPGUARD_STORE" });
    await run.close();
  });

  it("leaves alone what it cannot read, says so, and finds loops by itself", async () => {
    const server = await started();
    const own = await store(server.port);
    const name = `loopguard:{${KEY}}:journal`;
    cli(server.port, "SET", name, "something else");
    const foreign = await errorsDuring(async () => expect(await verdicts(own)).toEqual(THREE_ALLOWED));
    expect(foreign[0]).toContain("the key holds something else");
    expect(cli(server.port, "GET", name)).toBe("something else");

    cli(server.port, "DEL", name);
    const later = new LoopGuard().run("x").snapshot();
    later[4] = 200;
    await own.open(KEY, later);
    const newer = await errorsDuring(async () => expect(await verdicts(own)).toEqual(THREE_ALLOWED));
    expect(newer.length).toBeGreaterThan(0);
    expect(Buffer.compare((await own.open(KEY, new Uint8Array())).snapshot as Uint8Array, later)).toBe(0);
  });

  it("lets workers whose clocks are ten minutes apart wait for the same thing", async () => {
    const server = await started();
    let time = 1_000_000;
    const offsets = [0, 600_000];
    const runs = await Promise.all(
      offsets.map(async (offset) => {
        const options = { tools: { wait: { poll: { minIntervalMs: 1000, maxWaitMs: 3_600_000 } } } };
        const guard = new LoopGuard({ ...options, now: () => time + offset });
        return guard.storedRun(KEY, await store(server.port));
      }),
    );
    const actions: string[] = [];
    const told = await errorsDuring(async () => {
      for (let i = 0; i < 40; i++) {
        time += 5000;
        const run = runs[i % 2];
        const call = { id: `${i}`, name: "wait", arguments: { job: 1 } };
        actions.push((await run?.before(call))?.action ?? "none");
        actions.push((await run?.after(call, { result: "pending" }))?.action ?? "none");
      }
    });
    expect(told).toEqual([]);
    expect(new Set(actions)).toEqual(new Set(["allow"]));
    for (const run of runs) await run.close();
  });
});
