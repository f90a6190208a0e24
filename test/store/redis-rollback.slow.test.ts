/** A server that goes on from an older state, as after a failover to one that lagged: what it lost comes back, or is told. */
import { describe, expect, it } from "vitest";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { CLIENT_KINDS } from "./servers/redis-clients.ts";
import { hasRedis, NEEDS_REDIS } from "./servers/redis-server.ts";
import { journalName, setUpRedis } from "./servers/redis-set-up.ts";
import { errors, hearErrors, worker } from "./stored-workers.ts";

hearErrors();

const KEY = "r";
const PATIENT = { timeoutMs: 5000, onStoreError: "throw" } as const;

async function calls(run: StoredLoopRun, name: string, times = 1): Promise<number> {
  let repeats = 0;
  for (let i = 0; i < times; i++)
    repeats = (await run.before({ name, arguments: {} })).detection?.repeats ?? Number.NaN;
  return repeats;
}

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`a run in Redis that is rolled back, by %s${NEEDS_REDIS}`, (kind) => {
  const redis = setUpRedis(kind);

  /** How often each tool was called, as a newcomer finds it. */
  async function stored(...names: string[]): Promise<number[]> {
    const run = worker(redis.store, PATIENT);
    const counts: number[] = [];
    for (const name of names) counts.push((await calls(run, name)) - 1);
    await run.close();
    return counts;
  }
  async function begun(): Promise<[a: StoredLoopRun, b: StoredLoopRun]> {
    await redis.store.delete(KEY);
    const [a, b] = [worker(redis.store, PATIENT), worker(redis.store, PATIENT)];
    expect([await calls(a, "a"), await calls(b, "b")]).toEqual([1, 1]);
    return [a, b];
  }

  // As many calls as were lost, so that the log has the same length again; and one less, and one more.
  it.each([4, 3, 5])("has all calls that were acknowledged before and after it: %d came instead of four", async (n) => {
    const [a, b] = await begun();
    const rollBack = redis.dump(KEY);
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
    const rollBack = redis.dump(KEY);
    await calls(a, "a", 4);
    rollBack();
    await calls(b, "b", 4);
    expect(await a.flush()).toBe(true);
    expect(await stored("a", "b")).toEqual([5, 5]);
  });

  it("is not compacted by a worker that saw something else", async () => {
    const [a, b] = await begun();
    await calls(a, "a", 400);
    const rollBack = redis.dump(KEY);
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
    const gone = worker(redis.store, PATIENT);
    await calls(gone, "c");
    const rollBack = redis.dump(KEY);
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
    const rollBack = redis.dump(KEY);
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
    const rollBack = redis.dump(KEY);
    await calls(a, "a", 120);
    rollBack();
    expect(await calls(b, "b", 10)).toBe(11);
    expect(await calls(a, "a")).toBe(502);
    expect(await b.flush()).toBe(true);
    expect(await stored("a", "b")).toEqual([502, 11]);
  });

  it("tells how many calls it cannot put back", async () => {
    const [a, b] = await begun();
    const rollBack = redis.dump(KEY);
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
    redis.cli("DEL", journalName(KEY));
    expect(await calls(b, "b")).toBe(2);
    expect(await calls(a, "a")).toBe(6);
    expect(await stored("a", "b")).toEqual([6, 2]);
    expect(errors).toEqual([]);
  });

  it("that was begun anew by a stranger is told: nothing under the old key can be counted there", async () => {
    const [a] = await begun();
    redis.cli("DEL", journalName(KEY));
    const stranger = worker(redis.store, PATIENT);
    await calls(stranger, "c");
    expect(await calls(a, "a")).toBe(1);
    expect(errors.map(({ error }) => String(error))).toEqual([expect.stringContaining("lost up to 1 calls of a run")]);
  });
});
