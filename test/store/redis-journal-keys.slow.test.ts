/** Names, expiry, and what others have put there. */
import { describe, expect, it } from "vitest";
import { redisStore } from "../../lib/redis.ts";
import type { JournalState } from "../../lib/store/store-interface.ts";
import { CLIENT_KINDS } from "./servers/redis-clients.ts";
import { A, bytes, entries, records, setUpJournal } from "./servers/redis-journal.ts";
import { hasRedis, NEEDS_REDIS } from "./servers/redis-server.ts";

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`the keys of journals in Redis, by %s${NEEDS_REDIS}`, (kind) => {
  const journal = setUpJournal(kind);

  it("puts the expiry off when it is used, and forgets the run afterwards", async () => {
    const key = journal.newKey();
    const name = `brief:{${key}}:journal`;
    const brief = redisStore(journal.client, { ttlMs: 60_000, prefix: "brief:" });
    const start = await brief.open(key, bytes(1));
    let state = start;
    const uses: (() => Promise<unknown>)[] = [
      async () => (state = (await brief.append(key, start, A, 1, entries(A, 1, bytes(1)))) as JournalState),
      () => redisStore(journal.client, { ttlMs: 60_000, prefix: "brief:" }).append(key, state, A, 2, []),
      () => brief.compact(key, state, bytes(3)),
      () => brief.open(key, bytes(1)),
    ];
    for (const use of uses) {
      journal.cli("PEXPIRE", name, "9000");
      await use();
      expect(Number(journal.cli("PTTL", name))).toBeGreaterThan(9000);
    }
    // What is sent twice leaves the expiry as it was, too.
    await brief.append(key, start, A, 1, entries(A, 1, bytes(1), bytes(2)));
    await brief.append(key, start, A, 1, entries(A, 1, bytes(1), bytes(2)));
    expect(Number(journal.cli("PTTL", name))).toBeGreaterThan(9000);
    const gone = redisStore(journal.client, { ttlMs: 1, prefix: "gone:" });
    const brieflyThere = await gone.open(key, bytes(1));
    await expect.poll(() => gone.append(key, brieflyThere, A, 1, [])).toBe("gone");
  });

  it("leaves alone what it did not write, and says so", async () => {
    const [text, hash, later] = [journal.newKey(), journal.newKey(), journal.newKey()];
    journal.cli("SET", `loopguard:{${text}}:journal`, "something");
    journal.cli("HSET", `loopguard:{${hash}}:journal`, "a", "b");
    journal.cli("HSET", `loopguard:{${hash}}:state`, "a", "b");
    journal.cli("SET", `loopguard:{${later}}:journal`, `LGJ3${"0".repeat(100)}`);
    await expect(journal.store.open(text, bytes(1))).rejects.toThrow("the key holds something else");
    await expect(journal.store.open(later, bytes(1))).rejects.toThrow("a later version");
    await expect(journal.store.open(hash, bytes(1))).rejects.toThrow("WRONGTYPE");
    await expect(journal.store.save(hash, bytes(1), undefined)).rejects.toThrow("the key holds something else");
    const at = { incarnation: `LGJ2${"0".repeat(32)}`, offset: 0, mark: "" };
    expect(await journal.store.append(text, at, A, 1, entries(A, 1, bytes(1)))).toBe("gone");
    await journal.store.compact(text, at, bytes(1));
    await expect(journal.store.append(hash, at, A, 1, entries(A, 1, bytes(1)))).rejects.toThrow("WRONGTYPE");
    expect(journal.cli("GET", `loopguard:{${text}}:journal`)).toBe("something");
    expect(journal.cli("HGET", `loopguard:{${hash}}:journal`, "a")).toBe("b");
  });

  it("keeps apart keys that look alike", async () => {
    const keys = ["", '""', "{}", "}", "{", "a}b", "a\\u007db", "a{b", "\ud800", "\ud801", "\ufffd", "ä", "a\0b", " "];
    for (const [index, key] of keys.entries()) {
      const start = await journal.begun(key);
      await journal.append(key, start, A, 1, bytes(index));
    }
    for (const [index, key] of keys.entries())
      expect(records((await journal.store.open(key, bytes(1))).entries), JSON.stringify(key)).toEqual([[index]]);
  });
});
