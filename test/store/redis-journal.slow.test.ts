import { describe, expect, it } from "vitest";
import { redisStore } from "../../lib/redis.ts";
import type { JournalState } from "../../lib/store/store-interface.ts";
import { CLIENT_KINDS } from "./servers/redis-clients.ts";
import { A, ALL_BYTES, B, bytes, entries, lossy, plain, records, SEAL, setUpJournal } from "./servers/redis-journal.ts";
import { hasRedis, NEEDS_REDIS } from "./servers/redis-server.ts";

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`a journal in Redis, by %s${NEEDS_REDIS}`, (kind) => {
  const journal = setUpJournal(kind);

  it("takes the first proposal, and gives it to all who come later", async () => {
    const key = journal.newKey();
    const first = await journal.begun(key, ALL_BYTES);
    const second = await journal.store.open(key, bytes(9));
    expect(plain(second)).toEqual(plain({ ...first, snapshot: ALL_BYTES }));
  });

  it("gives all workers the same entries in the same order, whatever bytes they are of", async () => {
    const key = journal.newKey();
    const start = await journal.begun(key);
    const first = await journal.append(key, start, A, 1, ALL_BYTES, bytes(1, 2));
    expect(records(first.entries)).toEqual([[...ALL_BYTES], [1, 2]]);
    expect(first).toMatchObject({ offset: first.entries.length + SEAL, snapshot: undefined });
    const second = await journal.append(key, start, B, 1, bytes(3));
    expect(records(second.entries)).toEqual([[...ALL_BYTES], [1, 2], [3]]);
    const third = await journal.append(key, first, A, 3);
    expect(records(third.entries)).toEqual([[3]]);
    expect(third.offset).toBe(second.offset);
    const opened = await journal.store.open(key, bytes(7));
    expect(plain(opened)).toEqual({ ...(plain(second) as JournalState), snapshot: [1] });
  });

  it("adds nothing twice when a client sends a command again by itself", async () => {
    const key = journal.newKey();
    const start = await journal.begun(key);
    await journal.append(key, start, A, 1, bytes(1), bytes(2));
    await journal.append(key, start, B, 1, bytes(9));
    expect(records((await journal.append(key, start, A, 1, bytes(1), bytes(2))).entries)).toEqual([[1], [2], [9]]);
    expect(records((await journal.append(key, start, A, 2, bytes(2), bytes(3))).entries)).toEqual([[1], [2], [9], [3]]);
  });

  it("adds nothing twice after a lost answer, wherever the entries are by now", async () => {
    for (const since of ["nothing", "others", "opened", "compacted"]) {
      const key = journal.newKey();
      const start = await journal.begun(key);
      const { client, loseNext } = lossy(journal.client);
      const unlucky = redisStore(client);
      loseNext();
      await expect(unlucky.append(key, start, A, 1, entries(A, 1, bytes(1), bytes(2)))).rejects.toThrow("lost");
      let at = start;
      if (since !== "nothing") await journal.append(key, start, B, 1, bytes(9));
      if (since === "opened") at = await unlucky.open(key, bytes(7));
      if (since === "compacted") await journal.store.compact(key, await journal.store.open(key, bytes(7)), bytes(12));
      const again = await unlucky.append(key, at, A, 1, entries(A, 1, bytes(1), bytes(2), bytes(3)));
      expect(again, since).not.toBe("gone");
      const seen = records((again as JournalState).entries);
      if (since === "nothing") expect(seen).toEqual([[1], [2], [3]]);
      else if (since === "others") expect(seen).toEqual([[1], [2], [9], [3]]);
      else expect(seen, since).toEqual([[3]]);
      const all = await journal.store.open(key, bytes(7));
      expect(records(all.entries)).toEqual(
        since === "compacted" ? [[3]] : since === "nothing" ? [[1], [2], [3]] : [[1], [2], [9], [3]],
      );
    }
  });

  it("takes ten thousand entries at once, as after a long outage, and again", async () => {
    const key = journal.newKey();
    const start = await journal.begun(key);
    const many = entries(A, 1, ...Array.from({ length: 10_000 }, (_, i) => bytes(i & 255, i >> 8)));
    for (const _ of ["first", "again"]) {
      const state = await journal.appended(key, start, A, 1, many);
      expect(state.entries.startsWith(many.join(""))).toBe(true);
      expect(state.offset).toBe(many.join("").length + SEAL);
    }
  });

  it("compacts: those who were behind get the snapshot, the others only what is new", async () => {
    const key = journal.newKey();
    const start = await journal.begun(key);
    const two = await journal.append(key, start, A, 1, bytes(1), bytes(2));
    const three = await journal.append(key, two, A, 3, bytes(3));
    await journal.store.compact(key, two, bytes(12));
    const behind = await journal.append(key, start, B, 1, bytes(4));
    expect([...(behind.snapshot ?? [])]).toEqual([12]);
    expect(records(behind.entries)).toEqual([[3], [4]]);
    const notBehind = await journal.append(key, three, B, 2);
    expect(notBehind.snapshot).toBeUndefined();
    expect(records(notBehind.entries)).toEqual([[4]]);
    await journal.store.compact(key, start, bytes(99));
    await journal.store.compact(key, { ...two, offset: notBehind.offset + 1 }, bytes(99));
    await journal.store.compact(key, { ...notBehind, offset: three.offset }, bytes(99));
    await journal.store.compact(key, { ...three, offset: three.offset - 1 }, bytes(99));
    await journal.store.compact(key, { ...three, incarnation: "another" }, bytes(99));
    const opened = await journal.store.open(key, bytes(7));
    expect([...(opened.snapshot ?? [])]).toEqual([12]);
    expect(records(opened.entries)).toEqual([[3], [4]]);
  });

  it("needs one round trip more when the server has lost the scripts, and no error", async () => {
    const key = journal.newKey();
    const start = await journal.begun(key);
    journal.cli("SCRIPT", "FLUSH");
    expect(records((await journal.append(key, start, A, 1, bytes(1))).entries)).toEqual([[1]]);
  });

  it("remembers the last thousand writers of what was compacted", async () => {
    const key = journal.newKey();
    const writer = (i: number): string => (i + 1).toString(16).padStart(16, "0");
    const { client, loseNext } = lossy(journal.client);
    const unlucky = redisStore(client);
    const start = await journal.begun(key);
    let state = start;
    for (const [from, to] of [
      [0, 900],
      [900, 1500],
    ] as const) {
      for (let i = from; i < to; i++) state = await journal.append(key, state, writer(i), 7, bytes(1));
      await journal.store.compact(key, state, bytes(1));
    }
    for (const [i, remembered] of [
      [1499, true],
      [500, true],
      [499, false],
    ] as const) {
      loseNext();
      await expect(unlucky.append(key, state, writer(i), 7, [])).rejects.toThrow("lost");
      const again = await unlucky.append(key, start, writer(i), 7, entries(writer(i), 7, bytes(2)));
      expect(again, `writer ${i}`).toMatchObject({ entries: "" });
      expect((again as JournalState).last, `writer ${i}`).toBe(remembered ? 7 : undefined);
    }
  });

  it("takes no writer for another whose line holds its name by chance", async () => {
    const key = journal.newKey();
    let state = await journal.begun(key);
    const start = state;
    // Number 0x88 behind this name gives the other one, a byte later.
    state = await journal.append(key, state, "0011223344556677", 0x88, bytes(1));
    state = await journal.append(key, state, "ffffffffffffffff", 1, bytes(2));
    await journal.store.compact(key, state, bytes(3));
    const added = await journal.append(key, start, "1122334455667788", 1, bytes(4));
    expect(records(added.entries)).toEqual([[4]]);
  });
});
