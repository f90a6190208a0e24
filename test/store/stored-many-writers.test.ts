/** A journal that loses something after more workers wrote than a run remembers: it comes back where that is safe, or is told. */
import { expect, it } from "vitest";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { type MemoryJournal, memoryJournal } from "./memory-journal.ts";
import { errors, hearErrors, worker } from "./stored-workers.ts";

hearErrors();

const KEY = "r";
/** More than `WRITERS_MAX` of lib/store/local-state.ts. */
const OTHERS = 70;

let ids = 0;
/** How often the tool was called, this time included. */
async function called(run: StoredLoopRun, name: string, times = 1): Promise<number> {
  let repeats = 0;
  for (let i = 0; i < times; i++) {
    const { detection } = await run.before({ id: `call ${ids++}`, name, arguments: {} });
    repeats = detection?.repeats ?? Number.NaN;
  }
  return repeats;
}

/** A worker to which one that is asked next is not known any more, and a journal that many have written. */
async function written(): Promise<{ store: MemoryJournal; old: StoredLoopRun }> {
  const store = memoryJournal();
  const old = worker(store);
  await called(old, "old");
  for (let i = 0; i < OTHERS; i++) {
    const brief = worker(store);
    await called(brief, "brief");
    await brief.close();
  }
  await old.flush();
  return { store, old };
}

const told = (): string[] => errors.map(({ error }) => String(error));

it("is told when a worker of before begins it anew, which may know the others' calls or not", async () => {
  const { store, old } = await written();
  const late = worker(store);
  await called(late, "late", 5);
  store.lives.delete(KEY);
  await called(old, "old");
  await called(late, "late");
  expect(told()).toEqual([expect.stringMatching(/lost up to \d+ calls of a run that it had confirmed/)]);
  expect(await late.flush()).toBe(true);
  expect(await called(old, "brief")).toBe(OTHERS + 1);
});

it("has a worker's own calls back when it is rolled back, as the store knows that it has none of them", async () => {
  const { store, old } = await written();
  const dump = store.dump(KEY);
  const late = worker(store);
  await called(late, "late", 5);
  store.restore(KEY, dump);
  await called(old, "old");
  expect(await called(late, "late")).toBe(6);
  expect(await called(old, "late")).toBe(7);
  expect(await called(late, "brief")).toBe(OTHERS + 1);
});

it("counts none twice that a new life had from its beginning, when that life is rolled back", async () => {
  const store = memoryJournal();
  const [early, old] = [worker(store), worker(store)];
  // Calls that are through: what is open is known by its id, and would be one call even when it is sent twice.
  for (const id of ["1", "2", "3"]) {
    const call = { id, name: "early", arguments: {} };
    await early.before(call);
    await early.after(call, { result: id });
  }
  await called(old, "old");
  store.lives.delete(KEY);
  await called(old, "old"); // begins the new life, with what `early` did
  await early.flush();
  for (let i = 0; i < OTHERS; i++) await called(worker(store), "brief");
  const dump = store.dump(KEY);
  await called(early, "early", 2);
  store.restore(KEY, dump);
  expect(await called(early, "early")).toBe(6);
  expect(await called(old, "early")).toBe(7);
});

it("is told when it loses calls of one that ended, which another saw and may not put back", async () => {
  const { store, old } = await written();
  const dump = store.dump(KEY);
  const [ended, saw] = [worker(store), worker(store)];
  await called(ended, "ended", 3);
  await ended.close();
  await saw.flush();
  store.restore(KEY, dump);
  await saw.flush();
  expect(told()).toEqual([expect.stringMatching(/lost up to \d+ calls/)]);
  await old.flush();
});

it("tells nothing when it was only compacted while a worker was away", async () => {
  const { store, old } = await written();
  const away = worker(store);
  await called(away, "away", 3);
  for (let i = 0; i < OTHERS; i++) {
    const brief = worker(store);
    await called(brief, "brief", 10);
    await brief.close();
  }
  expect(store.compactions).toBeGreaterThan(0);
  expect(await called(away, "away")).toBe(4);
  expect(await called(old, "away")).toBe(5);
  expect(told()).toEqual([]);
});
