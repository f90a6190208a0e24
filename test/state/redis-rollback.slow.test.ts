/** A server that goes on from an older state, as after a failover to one that lagged: what it lost comes back, or is told. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisStore } from "../../lib/redis.ts";
import type { JournalStore } from "../../lib/state/state-store.ts";
import type { StoredLoopRun } from "../../lib/state/stored-run-types.ts";
import { CLIENT_KINDS, type OpenClient, openClient } from "./servers/redis-clients.ts";
import { cli, hasRedis, NEEDS_REDIS, RedisServer } from "./servers/redis-server.ts";
import { errors, hearErrors, worker } from "./stored-workers.ts";

hearErrors();

const NAME = "loopguard:{r}:journal";
const PATIENT = { timeoutMs: 5000, onStoreError: "throw" } as const;

async function calls(run: StoredLoopRun, name: string, times = 1): Promise<number> {
  let repeats = 0;
  for (let i = 0; i < times; i++)
    repeats = (await run.before({ name, arguments: {} })).detection?.repeats ?? Number.NaN;
  return repeats;
}

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`a run in Redis that is rolled back, by %s${NEEDS_REDIS}`, (kind) => {
  let server: RedisServer;
  let opened: OpenClient;
  let store: JournalStore;
  beforeAll(async () => {
    server = await RedisServer.start();
    opened = await openClient(kind, server.port);
    store = redisStore(opened.client);
  });
  afterAll(async () => {
    opened?.close();
    await server?.stop();
  });

  const dump = (): void => void cli(server.port, "COPY", NAME, "then", "REPLACE");
  const rollBack = (): void => void cli(server.port, "COPY", "then", NAME, "REPLACE");
  /** How often each tool was called, as a newcomer finds it. */
  async function stored(...names: string[]): Promise<number[]> {
    const run = worker(store, PATIENT);
    const counts: number[] = [];
    for (const name of names) counts.push((await calls(run, name)) - 1);
    await run.close();
    return counts;
  }
  async function begun(): Promise<[a: StoredLoopRun, b: StoredLoopRun]> {
    await store.delete("r");
    const [a, b] = [worker(store, PATIENT), worker(store, PATIENT)];
    expect([await calls(a, "a"), await calls(b, "b")]).toEqual([1, 1]);
    return [a, b];
  }

  // As many calls as were lost, so that the log has the same length again; and one less, and one more.
  it.each([4, 3, 5])("has all calls that were acknowledged before and after it: %d came instead of four", async (n) => {
    const [a, b] = await begun();
    dump();
    expect(await calls(a, "a", 4)).toBe(5);
    rollBack();
    expect(await calls(b, "b", n)).toBe(1 + n);
    expect(await calls(a, "b")).toBe(2 + n);
    expect(await a.flush()).toBe(true);
    expect(await stored("a", "b")).toEqual([5, 2 + n]);
    expect([await calls(a, "a"), await calls(b, "a"), await calls(b, "b")]).toEqual([7, 8, 4 + n]);
    expect(errors).toEqual([]);
  });

  it("is put right by a worker that only asks what there is", async () => {
    const [a, b] = await begun();
    dump();
    await calls(a, "a", 4);
    rollBack();
    await calls(b, "b", 4);
    expect(await a.flush()).toBe(true);
    expect(await stored("a", "b")).toEqual([5, 5]);
  });

  it("is not compacted by a worker that saw something else", async () => {
    const [a, b] = await begun();
    await calls(a, "a", 400);
    dump();
    await calls(a, "a", 28);
    rollBack();
    await calls(b, "b", 28);
    await calls(a, "a", 60);
    await a.flush();
    expect(await stored("a", "b")).toEqual([489, 29]);
    expect(await b.flush()).toBe(true);
    expect(await calls(b, "b")).toBe(31);
  });

  it("gets back what others did who are gone, from those who saw it", async () => {
    const [a, b] = await begun();
    const gone = worker(store, PATIENT);
    await calls(gone, "c");
    dump();
    await calls(gone, "c", 3);
    await gone.close();
    await a.flush();
    rollBack();
    await calls(b, "b", 3);
    expect(await calls(a, "a")).toBe(2);
    expect(await b.flush()).toBe(true);
    expect(await stored("a", "b", "c")).toEqual([2, 4, 4]);
    expect(errors).toEqual([]);
  });

  it("gets back what it lost though others compacted it meanwhile", async () => {
    const [a, b] = await begun();
    dump();
    await calls(a, "a", 4);
    rollBack();
    await calls(b, "b", 1000);
    expect(await calls(a, "a")).toBe(6);
    expect(await stored("a", "b")).toEqual([6, 1001]);
  });

  it("is rolled back to before a snapshot, and goes on", async () => {
    const [a, b] = await begun();
    await calls(a, "a", 380);
    await b.flush();
    dump();
    await calls(a, "a", 120);
    rollBack();
    expect(await calls(b, "b", 10)).toBe(11);
    expect(await calls(a, "a")).toBe(502);
    expect(await b.flush()).toBe(true);
    expect(await stored("a", "b")).toEqual([502, 11]);
  });

  it("tells how many calls it cannot put back", async () => {
    const [a, b] = await begun();
    dump();
    await calls(a, "a", 600);
    rollBack();
    await calls(b, "b");
    await calls(a, "a");
    expect(errors.map(({ error }) => String(error))).toEqual([expect.stringContaining("lost up to 88 calls of a run")]);
    expect(await stored("a", "b")).toEqual([514, 2]);
  });

  it("that was begun anew by one who knew less gets the rest from those who knew it", async () => {
    const [a, b] = await begun();
    await calls(a, "a", 4);
    cli(server.port, "DEL", NAME);
    expect(await calls(b, "b")).toBe(2);
    expect(await calls(a, "a")).toBe(6);
    expect(await stored("a", "b")).toEqual([6, 2]);
    expect(errors).toEqual([]);
  });

  it("that was begun anew by a stranger is told: nothing under the old key can be counted there", async () => {
    const [a] = await begun();
    cli(server.port, "DEL", NAME);
    const stranger = worker(store, PATIENT);
    await calls(stranger, "c");
    expect(await calls(a, "a")).toBe(1);
    expect(errors.map(({ error }) => String(error))).toEqual([expect.stringContaining("lost up to 1 calls of a run")]);
  });
});
