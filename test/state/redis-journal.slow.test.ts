import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RedisClient, redisStore } from "../../lib/redis.ts";
import { frameEntry, readEntries } from "../../lib/state/journal-entry.ts";
import type { JournalPosition, JournalState, JournalStore } from "../../lib/state/state-store.ts";
import { tries } from "../effort.ts";
import { CLIENT_KINDS, type OpenClient, openClient } from "./servers/redis-clients.ts";
import { cli, hasRedis, NEEDS_REDIS, RedisServer } from "./servers/redis-server.ts";
import { SimpleJournal } from "./servers/simple-journal.ts";

const A = "aaaaaaaaaaaaaaaa";
const B = "bbbbbbbbbbbbbbbb";
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** Entries of one writer, numbered from `first`. */
function entries(writer: string, first: number, ...records: readonly Uint8Array[]): string[] {
  return records.map((record, i) =>
    frameEntry({ writer, seq: first + i, record: Buffer.from(record).toString("base64") }),
  );
}

/** The records in a log, and nothing else. */
function records(log: string): number[][] {
  return [...readEntries(log)].map(({ record }) => [...Buffer.from(record, "base64")]);
}

/** A client whose next answer can be lost: the server has done the work, and nobody hears of it. */
function lossy(client: RedisClient): { client: RedisClient; loseNext: () => void } {
  let losing = false;
  const methods = "evalshaBuffer" in client ? ["evalshaBuffer", "evalBuffer"] : ["sendCommand"];
  const asks = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const answer =
    (method: string) =>
    async (...args: unknown[]): Promise<unknown> => {
      const reply = await asks[method]?.(...args);
      if (!losing) return reply;
      losing = false;
      throw new Error("the connection was lost");
    };
  const face: unknown = Object.fromEntries(methods.map((method) => [method, answer(method)]));
  return { client: face as RedisClient, loseNext: () => (losing = true) };
}

/** Of what this store calls the incarnation, the part that stays until the run is lost: the rest changes with each snapshot. */
const LIFE = "LGJ1".length + 32;

/** As plain data: what a client gives are buffers. */
function plain(state: JournalState | "gone"): unknown {
  if (state === "gone") return state;
  const { snapshot, ...rest } = state;
  return { ...rest, incarnation: lifeOf(state), snapshot: snapshot && [...snapshot] };
}

function lifeOf({ incarnation }: JournalPosition): string {
  return incarnation.slice(0, LIFE);
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

  /** Adds records as the entries of a writer from number `first` on. */
  function append(
    key: string,
    at: JournalState,
    writer: string,
    first: number,
    ...added: readonly Uint8Array[]
  ): Promise<JournalState> {
    return appended(key, at, writer, first, entries(writer, first, ...added));
  }

  it("gives all workers the same entries in the same order, whatever bytes they are of", async () => {
    const key = newKey();
    const start = await begun(key);
    const first = await append(key, start, A, 1, ALL_BYTES, bytes(1, 2));
    expect(records(first.entries)).toEqual([[...ALL_BYTES], [1, 2]]);
    expect(first).toMatchObject({ offset: first.entries.length, snapshot: undefined });
    const second = await append(key, start, B, 1, bytes(3));
    expect(records(second.entries)).toEqual([[...ALL_BYTES], [1, 2], [3]]);
    const third = await append(key, first, A, 3);
    expect(records(third.entries)).toEqual([[3]]);
    expect(third.offset).toBe(second.offset);
    const opened = await store.open(key, bytes(7));
    expect(plain(opened)).toEqual(plain({ ...second, snapshot: bytes(1) }));
  });

  it("adds nothing twice when a client sends a command again by itself", async () => {
    const key = newKey();
    const start = await begun(key);
    await append(key, start, A, 1, bytes(1), bytes(2));
    await append(key, start, B, 1, bytes(9));
    expect(records((await append(key, start, A, 1, bytes(1), bytes(2))).entries)).toEqual([[1], [2], [9]]);
    expect(records((await append(key, start, A, 2, bytes(2), bytes(3))).entries)).toEqual([[1], [2], [9], [3]]);
  });

  it("adds nothing twice after a lost answer, wherever the entries are by now", async () => {
    for (const since of ["nothing", "others", "opened", "compacted"]) {
      const key = newKey();
      const start = await begun(key);
      const { client, loseNext } = lossy(opened.client);
      const unlucky = redisStore(client);
      loseNext();
      await expect(unlucky.append(key, start, A, 1, entries(A, 1, bytes(1), bytes(2)))).rejects.toThrow("lost");
      let at = start;
      if (since !== "nothing") await append(key, start, B, 1, bytes(9));
      if (since === "opened") at = await unlucky.open(key, bytes(7));
      if (since === "compacted") await store.compact(key, await store.open(key, bytes(7)), bytes(12));
      const again = await unlucky.append(key, at, A, 1, entries(A, 1, bytes(1), bytes(2), bytes(3)));
      expect(again, since).not.toBe("gone");
      const seen = records((again as JournalState).entries);
      if (since === "nothing") expect(seen).toEqual([[1], [2], [3]]);
      else if (since === "others") expect(seen).toEqual([[1], [2], [9], [3]]);
      else expect(seen, since).toEqual([[3]]);
      const all = await store.open(key, bytes(7));
      expect(records(all.entries)).toEqual(
        since === "compacted" ? [[3]] : since === "nothing" ? [[1], [2], [3]] : [[1], [2], [9], [3]],
      );
    }
  });

  it("takes ten thousand entries at once, as after a long outage, and again", async () => {
    const key = newKey();
    const start = await begun(key);
    const many = entries(A, 1, ...Array.from({ length: 10_000 }, (_, i) => bytes(i & 255, i >> 8)));
    for (const _ of ["first", "again"]) {
      const state = await appended(key, start, A, 1, many);
      expect(state.entries === many.join("")).toBe(true);
      expect(state.offset).toBe(state.entries.length);
    }
  });

  it("compacts: those who were behind get the snapshot, the others only what is new", async () => {
    const key = newKey();
    const start = await begun(key);
    const two = await append(key, start, A, 1, bytes(1), bytes(2));
    const three = await append(key, two, A, 3, bytes(3));
    await store.compact(key, two, bytes(12));
    const { offset } = three;
    const behind = await append(key, start, B, 1, bytes(4));
    expect([...(behind.snapshot ?? [])]).toEqual([12]);
    expect(records(behind.entries)).toEqual([[3], [4]]);
    const notBehind = await append(key, three, B, 2);
    expect(notBehind.snapshot).toBeUndefined();
    expect(records(notBehind.entries)).toEqual([[4]]);
    await store.compact(key, start, bytes(99));
    await store.compact(key, { ...two, offset: notBehind.offset + 1 }, bytes(99));
    await store.compact(key, { incarnation: "another", offset }, bytes(99));
    await expect(store.compact(key, { ...two, offset: offset - 1 }, bytes(99))).rejects.toThrow(
      "not between two entries",
    );
    const opened = await store.open(key, bytes(7));
    expect([...(opened.snapshot ?? [])]).toEqual([12]);
    expect(records(opened.entries)).toEqual([[3], [4]]);
  });

  it("says that a life is over, and adds nothing to another", async () => {
    const key = newKey();
    const entry = entries(A, 1, bytes(1));
    expect(await store.append(key, { incarnation: "none", offset: 0 }, A, 1, entry)).toBe("gone");
    const old = await begun(key);
    await store.delete(key);
    expect(await store.append(key, old, A, 1, entry)).toBe("gone");
    const next = await begun(key, bytes(5));
    expect(next.incarnation).not.toBe(old.incarnation);
    expect(await store.append(key, old, A, 1, entry)).toBe("gone");
    expect(plain(await store.open(key, bytes(7)))).toMatchObject({ snapshot: [5], entries: "" });
  });

  it("gives everything to a worker that saw more than the server kept when it died", async () => {
    const key = newKey();
    const start = await begun(key, bytes(1));
    const state = await append(key, { ...start, offset: 500 }, A, 1, bytes(2));
    expect([...(state.snapshot ?? [])]).toEqual([1]);
    expect(records(state.entries)).toEqual([[2]]);
    const more = await append(key, { ...start, offset: 500 }, A, 2);
    expect(plain(more)).toEqual(plain(state));
  });

  it("and to one whose place is within an entry that came instead, after the server had lost the last ones", async () => {
    const key = newKey();
    const start = await begun(key, bytes(1));
    const kept = await append(key, start, A, 1, bytes(2));
    const instead = await append(key, kept, B, 1, bytes(3, 3, 3, 3));
    const state = await append(key, { ...kept, offset: kept.offset + 9 }, A, 2, bytes(4));
    expect([...(state.snapshot ?? [])]).toEqual([1]);
    expect(records(state.entries)).toEqual([[2], [3, 3, 3, 3], [4]]);
    expect(state.offset).toBeGreaterThan(instead.offset);
  });

  it("needs one round trip more when the server has lost the scripts, and no error", async () => {
    const key = newKey();
    const start = await begun(key);
    cli(server.port, "SCRIPT", "FLUSH");
    expect(records((await append(key, start, A, 1, bytes(1))).entries)).toEqual([[1]]);
  });

  it("puts the expiry off when it is used, and forgets the run afterwards", async () => {
    const key = newKey();
    const name = `brief:{${key}}:journal`;
    const brief = redisStore(opened.client, { ttlMs: 60_000, prefix: "brief:" });
    const start = await brief.open(key, bytes(1));
    let state = start;
    const uses: (() => Promise<unknown>)[] = [
      async () => (state = (await brief.append(key, start, A, 1, entries(A, 1, bytes(1)))) as JournalState),
      () => redisStore(opened.client, { ttlMs: 60_000, prefix: "brief:" }).append(key, state, A, 2, []),
      () => brief.compact(key, state, bytes(3)),
      () => brief.open(key, bytes(1)),
    ];
    for (const use of uses) {
      cli(server.port, "PEXPIRE", name, "9000");
      await use();
      expect(Number(cli(server.port, "PTTL", name))).toBeGreaterThan(9000);
    }
    // What is sent twice leaves the expiry as it was, too.
    await brief.append(key, start, A, 1, entries(A, 1, bytes(1), bytes(2)));
    await brief.append(key, start, A, 1, entries(A, 1, bytes(1), bytes(2)));
    expect(Number(cli(server.port, "PTTL", name))).toBeGreaterThan(9000);
    const gone = redisStore(opened.client, { ttlMs: 1, prefix: "gone:" });
    const brieflyThere = await gone.open(key, bytes(1));
    await expect.poll(() => gone.append(key, brieflyThere, A, 1, [])).toBe("gone");
  });

  it("leaves alone what it did not write, and says so", async () => {
    const [text, hash, later] = [newKey(), newKey(), newKey()];
    cli(server.port, "SET", `loopguard:{${text}}:journal`, "something");
    cli(server.port, "HSET", `loopguard:{${hash}}:journal`, "a", "b");
    cli(server.port, "HSET", `loopguard:{${hash}}:state`, "a", "b");
    cli(server.port, "SET", `loopguard:{${later}}:journal`, `LGJ2${"0".repeat(100)}`);
    await expect(store.open(text, bytes(1))).rejects.toThrow("the key holds something else");
    await expect(store.open(later, bytes(1))).rejects.toThrow("a later version");
    await expect(store.open(hash, bytes(1))).rejects.toThrow("WRONGTYPE");
    await expect(store.save(hash, bytes(1), undefined)).rejects.toThrow("the key holds something else");
    const at = { incarnation: `LGJ1${"0".repeat(32)}`, offset: 0 };
    expect(await store.append(text, at, A, 1, entries(A, 1, bytes(1)))).toBe("gone");
    await store.compact(text, at, bytes(1));
    await expect(store.append(hash, at, A, 1, entries(A, 1, bytes(1)))).rejects.toThrow("WRONGTYPE");
    expect(cli(server.port, "GET", `loopguard:{${text}}:journal`)).toBe("something");
    expect(cli(server.port, "HGET", `loopguard:{${hash}}:journal`, "a")).toBe("b");
  });

  it("keeps apart keys that look alike", async () => {
    const keys = ["", '""', "{}", "}", "{", "a}b", "a\\u007db", "a{b", "\ud800", "\ud801", "\ufffd", "ä", "a\0b", " "];
    for (const [index, key] of keys.entries()) {
      const start = await begun(key);
      await append(key, start, A, 1, bytes(index));
    }
    for (const [index, key] of keys.entries())
      expect(records((await store.open(key, bytes(1))).entries), JSON.stringify(key)).toEqual([[index]]);
  });

  it("remembers the last thousand writers of what was compacted", async () => {
    const key = newKey();
    const writer = (i: number): string => (i + 1).toString(16).padStart(16, "0");
    const { client, loseNext } = lossy(opened.client);
    const unlucky = redisStore(client);
    const start = await begun(key);
    let state = start;
    for (const [from, to] of [
      [0, 900],
      [900, 1500],
    ] as const) {
      for (let i = from; i < to; i++) state = await append(key, state, writer(i), 7, bytes(1));
      await store.compact(key, state, bytes(1));
    }
    for (const [i, remembered] of [
      [1499, true],
      [500, true],
      [499, false],
    ] as const) {
      loseNext();
      await expect(unlucky.append(key, state, writer(i), 7, [])).rejects.toThrow("lost");
      const again = await unlucky.append(key, start, writer(i), 7, entries(writer(i), 7, bytes(2)));
      expect(records((again as JournalState).entries), `writer ${i}`).toEqual(remembered ? [] : [[2]]);
    }
  });

  it("takes no writer for another whose line holds its name by chance", async () => {
    const key = newKey();
    let state = await begun(key);
    const start = state;
    // Number 0x88 behind this name gives the other one, a byte later.
    state = await append(key, state, "0011223344556677", 0x88, bytes(1));
    state = await append(key, state, "ffffffffffffffff", 1, bytes(2));
    await store.compact(key, state, bytes(3));
    const added = await append(key, start, "1122334455667788", 1, bytes(4));
    expect(records(added.entries)).toEqual([[4]]);
  });

  it("does what a journal does that is as simple as it can be", async () => {
    const step = fc.record({
      what: fc.constantFrom("append", "append", "append", "lost", "lost", "open", "compact", "delete"),
      worker: fc.integer({ min: 0, max: 2 }),
      added: fc.array(fc.uint8Array({ maxLength: 5 }), { maxLength: 3 }),
      snapshot: fc.uint8Array({ maxLength: 5 }),
    });
    const { client, loseNext } = lossy(opened.client);
    const lossyStore = redisStore(client);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const key = newKey();
        const oracle = new SimpleJournal();
        const workers = [0, 1, 2].map((i) => new Worker(`${kind.length}${number}${i}`.padStart(16, "0")));
        for (const { what, worker: index, added, snapshot } of steps) {
          const worker = workers[index] as Worker;
          const { at, writer } = worker;
          const known = { ...at, incarnation: lifeOf(at) };
          if (what === "delete") {
            await lossyStore.delete(key);
            oracle.delete(key);
          } else if (what === "compact") {
            await lossyStore.compact(key, at, snapshot);
            oracle.compact(key, known, snapshot);
          } else if (what === "open") {
            const state = await lossyStore.open(key, snapshot);
            expect(plain(state)).toEqual(plain(oracle.open(key, snapshot, lifeOf(state))));
            worker.at = state;
          } else {
            worker.add(added);
            const first = worker.nextSeq - worker.pending.length;
            const expected = oracle.append(key, known, writer, first, worker.pending);
            if (what === "lost") {
              loseNext();
              await expect(lossyStore.append(key, at, writer, first, worker.pending)).rejects.toThrow("lost");
              continue;
            }
            const state = await lossyStore.append(key, at, writer, first, worker.pending);
            expect(plain(state)).toEqual(plain(expected));
            if (state === "gone") continue;
            worker.at = state;
            worker.pending = [];
          }
        }
      }),
      { numRuns: tries(200) },
    );
  }, 60_000);
});

/** One who appends, and keeps what nobody acknowledged. */
class Worker {
  at: JournalPosition = { incarnation: "never", offset: 0 };
  pending: string[] = [];
  nextSeq = 1;
  readonly writer: string;

  constructor(writer: string) {
    this.writer = writer;
  }

  add(added: readonly Uint8Array[]): void {
    this.pending.push(...entries(this.writer, this.nextSeq, ...added));
    this.nextSeq += added.length;
  }
}
