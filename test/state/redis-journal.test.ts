import fc from "fast-check";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redisStore } from "../../lib/redis.ts";
import type { JournalState, JournalStore } from "../../lib/state/state-store.ts";
import { CLIENT_KINDS, type OpenClient, openClient } from "./servers/redis-clients.ts";
import { cli, hasRedis, NEEDS_REDIS, RedisServer } from "./servers/redis-server.ts";
import { SimpleJournal } from "./servers/simple-journal.ts";

const A = "aaaaaaaaaaaaaaaa";
const B = "bbbbbbbbbbbbbbbb";
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** As plain data: what a client gives are buffers. */
function plain(state: JournalState | "gone"): unknown {
  if (state === "gone") return state;
  const { snapshot, entries, ...rest } = state;
  return { ...rest, snapshot: snapshot && [...snapshot], entries: [...entries] };
}

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`a journal in Redis, by %s${NEEDS_REDIS}`, (kind) => {
  let server: RedisServer;
  let opened: OpenClient;
  let store: JournalStore;
  let number = 0;
  const newKey = (): string => `run ${kind} ${number++}`;

  beforeAll(async () => {
    server = await RedisServer.start();
    opened = await openClient(kind, server.port);
    store = redisStore(opened.client);
  });
  afterAll(async () => {
    opened?.close();
    await server?.stop();
  });

  async function begun(key: string, proposal: Uint8Array = bytes(1)): Promise<JournalState> {
    const state = await store.open(key, proposal);
    expect(state).toMatchObject({ snapshot: undefined, offset: 0 });
    return state;
  }

  async function appended(...args: Parameters<JournalStore["append"]>): Promise<JournalState> {
    const state = await store.append(...args);
    if (state === "gone") throw new Error("the life is over");
    return state;
  }

  it("takes the first proposal, and gives it to all who come later", async () => {
    const key = newKey();
    const first = await begun(key, ALL_BYTES);
    const second = await store.open(key, bytes(9));
    expect(plain(second)).toEqual(plain({ ...first, snapshot: ALL_BYTES }));
  });

  it("gives all workers the same entries in the same order, whatever bytes they are of", async () => {
    const key = newKey();
    const start = await begun(key);
    const first = await appended(key, start, A, 1, [ALL_BYTES, bytes(1, 2)]);
    expect(plain(first)).toMatchObject({ entries: [...ALL_BYTES, 1, 2], offset: 258, snapshot: undefined });
    const second = await appended(key, start, B, 1, [bytes(3)]);
    expect([...second.entries]).toEqual([...ALL_BYTES, 1, 2, 3]);
    const third = await appended(key, first, A, 3, []);
    expect([...third.entries]).toEqual([3]);
    expect(third.offset).toBe(second.offset);
  });

  it("adds nothing twice when a worker that lost the answer asks again", async () => {
    const key = newKey();
    const start = await begun(key);
    await appended(key, start, A, 1, [bytes(1), bytes(2)]);
    const again = await appended(key, start, A, 1, [bytes(1), bytes(2)]);
    expect([...again.entries]).toEqual([1, 2]);
    const more = await appended(key, start, A, 2, [bytes(2), bytes(3)]);
    expect([...more.entries]).toEqual([1, 2, 3]);
    expect([...(await appended(key, more, A, 1, [bytes(1)])).entries]).toEqual([]);
  });

  it("takes ten thousand entries at once, as after a long outage", async () => {
    const key = newKey();
    const start = await begun(key);
    const entries = Array.from({ length: 10_000 }, (_, i) => bytes(i & 255, i >> 8));
    const state = await appended(key, start, A, 1, entries);
    expect(state.offset).toBe(20_000);
    expect(Buffer.compare(state.entries, Buffer.concat(entries))).toBe(0);
  });

  it("compacts: those who were behind get the snapshot, the others only what is new", async () => {
    const key = newKey();
    const start = await begun(key);
    const two = await appended(key, start, A, 1, [bytes(1), bytes(2)]);
    const three = await appended(key, two, A, 3, [bytes(3)]);
    await store.compact(key, two, bytes(12));
    expect(plain(await appended(key, start, B, 1, []))).toMatchObject({ snapshot: [12], entries: [3], offset: 3 });
    expect(plain(await appended(key, three, B, 1, []))).toMatchObject({ snapshot: undefined, entries: [] });
    await store.compact(key, { ...two, offset: 1 }, bytes(99));
    await store.compact(key, { ...two, offset: 4 }, bytes(99));
    await store.compact(key, { incarnation: "another", offset: 3 }, bytes(99));
    expect(plain(await store.open(key, bytes(7)))).toMatchObject({ snapshot: [12], entries: [3], offset: 3 });
  });

  it("says that a life is over, and adds nothing to another", async () => {
    const key = newKey();
    expect(await store.append(key, { incarnation: "none", offset: 0 }, A, 1, [bytes(1)])).toBe("gone");
    const old = await begun(key);
    await store.delete(key);
    expect(await store.append(key, old, A, 1, [bytes(1)])).toBe("gone");
    const next = await begun(key, bytes(5));
    expect(next.incarnation).not.toBe(old.incarnation);
    expect(await store.append(key, old, A, 1, [bytes(1)])).toBe("gone");
    expect(plain(await store.open(key, bytes(7)))).toMatchObject({ snapshot: [5], entries: [] });
  });

  it("gives everything to a worker that saw more than the server kept when it died", async () => {
    const key = newKey();
    const start = await begun(key, bytes(1));
    const state = await appended(key, { ...start, offset: 500 }, A, 1, [bytes(2)]);
    expect(plain(state)).toMatchObject({ snapshot: [1], entries: [2], offset: 1 });
  });

  it("ends a life whose log was evicted, so that a worker's own state is stored anew", async () => {
    const key = newKey();
    const start = await begun(key);
    const state = await appended(key, start, A, 1, [bytes(1)]);
    expect(cli(server.port, "DEL", `loopguard:{${key}}:log`)).toBe("1");
    expect(await store.append(key, state, A, 2, [bytes(2)])).toBe("gone");
    await begun(key);
    const next = newKey();
    await appended(next, await begun(next), A, 1, [bytes(1)]);
    cli(server.port, "DEL", `loopguard:{${next}}:log`);
    await begun(next);
  });

  it("needs one round trip more when the server has lost the scripts, and no error", async () => {
    const key = newKey();
    const start = await begun(key);
    cli(server.port, "SCRIPT", "FLUSH");
    expect([...(await appended(key, start, A, 1, [bytes(1)])).entries]).toEqual([1]);
  });

  it("puts the expiry off at each use, and forgets the run afterwards", async () => {
    const key = newKey();
    const brief = redisStore(opened.client, { ttlMs: 60_000, prefix: "brief:" });
    const names = ["journal", "log"].map((part) => `brief:{${key}}:${part}`);
    const ttls = (): number[] => names.map((name) => Number(cli(server.port, "PTTL", name)));
    const start = await brief.open(key, bytes(1));
    await brief.append(key, start, A, 1, [bytes(1)]);
    for (const name of names) cli(server.port, "PEXPIRE", name, "9000");
    const state = (await brief.append(key, start, A, 2, [bytes(2)])) as JournalState;
    for (const ttl of ttls()) expect(ttl).toBeGreaterThan(9000);
    for (const name of names) cli(server.port, "PEXPIRE", name, "9000");
    await brief.compact(key, state, bytes(3));
    for (const ttl of ttls()) expect(ttl).toBeGreaterThan(9000);
    for (const name of names) cli(server.port, "PEXPIRE", name, "9000");
    await brief.open(key, bytes(1));
    for (const ttl of ttls()) expect(ttl).toBeGreaterThan(9000);
    const gone = redisStore(opened.client, { ttlMs: 1, prefix: "gone:" });
    const brieflyThere = await gone.open(key, bytes(1));
    await expect.poll(() => gone.append(key, brieflyThere, A, 1, [bytes(1)])).toBe("gone");
  });

  it("leaves alone what it did not write, and says so", async () => {
    const [text, hash, log, later] = [newKey(), newKey(), newKey(), newKey()];
    cli(server.port, "SET", `loopguard:{${text}}:journal`, "something");
    await expect(store.open(text, bytes(1))).rejects.toThrow(/WRONGTYPE/);
    cli(server.port, "HSET", `loopguard:{${hash}}:journal`, "a", "b");
    await expect(store.open(hash, bytes(1))).rejects.toThrow(/the key holds something else/);
    cli(server.port, "HSET", `loopguard:{${hash}}:state`, "a", "b");
    await expect(store.save(hash, bytes(1), undefined)).rejects.toThrow(/the key holds something else/);
    cli(server.port, "HSET", `loopguard:{${later}}:journal`, "format", "2", "life", "x");
    await expect(store.open(later, bytes(1))).rejects.toThrow(/a later version/);
    const start = await begun(log);
    cli(server.port, "HSET", `loopguard:{${log}}:log`, "a", "b");
    await expect(store.append(log, start, A, 1, [bytes(1)])).rejects.toThrow(/WRONGTYPE/);
    expect(cli(server.port, "GET", `loopguard:{${text}}:journal`)).toBe("something");
    expect(cli(server.port, "HGET", `loopguard:{${hash}}:journal`, "a")).toBe("b");
  });

  it("keeps apart keys that look alike", async () => {
    const keys = ["", '""', "{}", "}", "{", "a}b", "a\\u007db", "a{b", "\ud800", "\ud801", "\ufffd", "ä", "a\0b", " "];
    for (const [index, key] of keys.entries()) {
      const start = await begun(key);
      await appended(key, start, A, 1, [bytes(index)]);
    }
    for (const [index, key] of keys.entries())
      expect([...(await store.open(key, bytes(1))).entries], JSON.stringify(key)).toEqual([index]);
  });

  it("remembers the writers of a run of very many, as far as a retry can reach back", async () => {
    const key = newKey();
    let state = await begun(key);
    const writer = (i: number): string => i.toString(16).padStart(16, "0");
    const write = async (from: number, to: number): Promise<void> => {
      const replies = Array.from({ length: to - from }, (_, i) =>
        appended(key, state, writer(from + i), 1, [bytes(1)]),
      );
      state = (await Promise.all(replies)).at(-1) as JournalState;
    };
    await write(0, 900);
    await store.compact(key, state, bytes(1));
    await write(900, 1800);
    await store.compact(key, state, bytes(2));
    const { offset } = state;
    for (const i of [900, 1799])
      expect((await appended(key, state, writer(i), 1, [bytes(1)])).offset, `writer ${i}`).toBe(offset);
    expect(Number(cli(server.port, "HLEN", `loopguard:{${key}}:journal`))).toBe(905);
  });

  it("does what a journal does that is as simple as it can be", async () => {
    const keys = ["one", "two"];
    const value = fc.uint8Array({ minLength: 1, maxLength: 5 });
    const step = fc.record({
      what: fc.constantFrom("append", "append", "append", "retry", "compact", "open", "delete"),
      key: fc.constantFrom(...keys),
      writer: fc.constantFrom(0, 1, 2),
      back: fc.integer({ min: -3, max: 12 }),
      entries: fc.array(value, { maxLength: 3 }),
      value,
    });
    const direct = new Redis(server.port, { lazyConnect: true });
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          await direct.flushall();
          const oracle = new SimpleJournal();
          const at = new Map<string, JournalState>();
          const next = new Map<string, number>();
          for (const { what, key, writer, back, entries, value } of steps) {
            const name = `${writer}`.repeat(16);
            const place = at.get(key) ?? { incarnation: "never", offset: 0 };
            const position = { incarnation: place.incarnation, offset: Math.max(0, place.offset - back) };
            if (what === "delete") {
              await store.delete(key);
              oracle.delete(key);
            } else if (what === "compact") {
              await store.compact(key, position, value);
              oracle.compact(key, position, value);
            } else if (what === "open") {
              const state = await store.open(key, value);
              expect(plain(state)).toEqual(plain(oracle.open(key, value, state.incarnation)));
              at.set(key, state);
            } else {
              const seen = next.get(name) ?? 1;
              const first = what === "retry" ? Math.max(1, seen - 2) : seen;
              const state = await store.append(key, position, name, first, entries);
              expect(plain(state)).toEqual(plain(oracle.append(key, position, name, first, entries)));
              next.set(name, Math.max(seen, first + entries.length));
              if (state !== "gone") at.set(key, state);
            }
          }
        }),
        { numRuns: 150 },
      );
    } finally {
      direct.disconnect();
    }
  }, 60_000);
});
