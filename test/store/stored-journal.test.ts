/** What a store has and nobody can read, and what a journal does besides putting entries in order. */
import { describe, expect, it } from "vitest";
import { frameEntry } from "../../lib/store/journal-entries.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { memoryJournal } from "./memory-journal.ts";
import { asked, errors, hearErrors, inStore, worker } from "./stored-workers.ts";

hearErrors();

describe("what is stored and cannot be read", () => {
  const junk = new TextEncoder().encode("these bytes are somebody else's");

  it.each([
    ["foreign bytes", () => junk],
    ["nothing at all", () => new Uint8Array(0)],
    ["a later version", (bytes: Uint8Array) => bytes.with(4, 9)],
    ["a damaged state", (bytes: Uint8Array) => bytes.with(bytes.length - 20, 1 + (bytes.at(-20) as number))],
  ])("%s: told, left as it is, and the run goes on", async (_, make) => {
    const store = memoryStore();
    await asked(worker(store));
    const { bytes, version } = (await store.load("r")) as { bytes: Uint8Array; version: string };
    const bad = make(bytes);
    await store.save("r", bad, version);
    const run = worker(store);
    expect([await asked(run), await asked(run)]).toEqual([1, 2]);
    await run.close();
    expect(errors[0]).toMatchObject({ where: "store", error: { code: "ERR_LOOPGUARD_SNAPSHOT" } });
    expect((await store.load("r"))?.bytes).toEqual(bad);
  });

  it("is replaced where the host asks for it", async () => {
    const store = memoryStore();
    await store.save("r", junk, undefined);
    const run = worker(store, { replaceUnreadable: true });
    expect([await asked(run), await asked(run)]).toEqual([1, 2]);
    expect(errors).toEqual([]);
    expect(await inStore(store)).toBe(2);
  });

  it("in a journal too", async () => {
    const store = memoryJournal();
    await store.open("r", junk);
    const run = worker(store);
    expect([await asked(run), await asked(run)]).toEqual([1, 2]);
    await run.close();
    expect(store.lives.get("r")?.snapshot).toEqual(junk);
    const other = worker(store, { replaceUnreadable: true });
    expect(await asked(other)).toBe(1);
    expect(await inStore(store)).toBe(1);
  });

  it("in a journal's log too: what comes before it is kept, and those who were there go on", async () => {
    const store = memoryJournal();
    const [old, careful] = [worker(store, { replaceUnreadable: true }), worker(store)];
    expect([await asked(old), await asked(careful)]).toEqual([1, 2]);
    store.lives.get("r")?.log.push("no entry\n");
    expect([await asked(careful), await asked(careful)]).toEqual([3, 4]);
    expect(errors).toHaveLength(1);
    // What `careful` did behind it cannot be read by anybody; it is sent again to the life that comes after.
    expect(await asked(old)).toBe(3);
    expect(await asked(old)).toBe(4);
    expect(await asked(careful)).toBe(7);
    expect(await inStore(store)).toBe(7);
  });
});

describe("a journal", () => {
  it("whose server lost everything is seeded by a worker, and nothing counts twice", async () => {
    const store = memoryJournal();
    const [one, two] = [worker(store), worker(store)];
    expect([await asked(one), await asked(two), await asked(one)]).toEqual([1, 2, 3]);
    store.lives.clear();
    expect([await asked(one), await asked(two), await asked(two)]).toEqual([4, 5, 6]);
    expect(await inStore(store)).toBe(6);
    expect(errors).toEqual([]);
  });

  it("is cut short by snapshots, from which those who were away go on", async () => {
    const store = memoryJournal();
    const [busy, away] = [worker(store), worker(store)];
    expect(await asked(away)).toBe(1);
    for (let i = 0; i < 900; i++) await asked(busy);
    expect(store.compactions).toBeGreaterThan(0);
    expect(await asked(away)).toBe(902);
    expect(await inStore(store)).toBe(902);
  });

  it("writes no more for snapshots than for calls, however large the run is", async () => {
    const store = memoryJournal();
    let [calls, snapshots] = [0, 0];
    const line: typeof store = {
      ...store,
      append: (key, at, writer, first, entries) => {
        calls += entries.join("").length;
        return store.append(key, at, writer, first, entries);
      },
      compact: (key, at, snapshot) => {
        snapshots += snapshot.length;
        return store.compact(key, at, snapshot);
      },
    };
    const run = worker(line, {}, {});
    // Each is remembered, so the state grows with them.
    for (let i = 0; i < 6000; i++) await run.before({ name: "read_file", arguments: { i } });
    expect(snapshots).toBeGreaterThan(200_000);
    expect(snapshots).toBeLessThan(calls);
    await run.close();
  });

  it("with an entry that is none: told, and passed over by all alike", async () => {
    const store = memoryJournal();
    const run = worker(store);
    await asked(run);
    store.lives
      .get("r")
      ?.log.push(frameEntry({ writer: "07".repeat(8), seq: 1, record: "BwcHBwcHBwcHBwcHBwcHBwcHBwc=" }));
    expect(await asked(run)).toBe(2);
    expect(errors).toHaveLength(1);
    expect(await inStore(store)).toBe(2);
  });
});

it("a journal that hangs is sent one entry at a time, since clients keep what they could not send", async () => {
  const store = memoryJournal();
  const sent: number[] = [];
  let hangs = false;
  const line: typeof store = {
    ...store,
    append: (key, at, writer, firstSeq, entries) => {
      sent.push(entries.length);
      return hangs ? new Promise(() => {}) : store.append(key, at, writer, firstSeq, entries);
    },
  };
  const run = worker(line, { timeoutMs: 5 });
  await asked(run);
  hangs = true;
  for (let i = 0; i < 5; i++) await asked(run);
  expect(sent).toEqual([1, 1, 1, 1, 1, 1]);
  hangs = false;
  expect(await asked(run)).toBe(7);
  expect(sent.slice(6)).toEqual([1, 5]);
  expect(await inStore(store)).toBe(7);
});
