/** Many workers on one value, and what is said of calls that do not get there in time. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { timeLimit } from "../../lib/store/state-sync.ts";
import type { JournalStore, StateStore } from "../../lib/store/store-interface.ts";
import { memoryJournal } from "./memory-journal.ts";
import { asked, errors, hearErrors, inStore, STORES, worker } from "./stored-workers.ts";

hearErrors();

/** A store in which somebody is always quicker, after `ms` milliseconds, as long as `busy` says so. */
function contended(ms: number, busy: () => boolean): { store: StateStore; inner: StateStore } {
  const inner = memoryStore();
  const save: StateStore["save"] = async (...args) => {
    await sleep(ms);
    return busy() ? undefined : inner.save(...args);
  };
  const load: StateStore["load"] = async (key) => {
    await sleep(ms);
    return inner.load(key);
  };
  return { store: { ...inner, load, save }, inner };
}

it("a call that loses every race is told within timeoutMs in all, and is stored once it can be", async () => {
  let busy = false;
  const { store, inner } = contended(20, () => busy);
  const run = worker(store, { timeoutMs: 100 });
  await asked(run);
  busy = true;
  const began = performance.now();
  expect(await asked(run)).toBe(2);
  expect(performance.now() - began).toBeLessThan(1000); // 32 races, as many as there once were, take longer
  expect(errors.map(({ error }) => String(error))).toEqual([
    expect.stringMatching(/while this worker tried to add|no answer in 100 ms/),
  ]);
  busy = false;
  expect(await run.flush()).toBe(true);
  expect(await inStore(inner)).toBe(2);
});

it("and is rejected where the host asks to hear of it", async () => {
  let busy = false;
  const { store } = contended(1, () => busy);
  const run = worker(store, { timeoutMs: 250, onStoreError: "throw" });
  await asked(run);
  busy = true;
  await expect(asked(run)).rejects.toMatchObject({ code: "ERR_LOOPGUARD_STORE" });
  busy = false;
  expect(await asked(run)).toBe(3);
});

it("a call that loses more races than it used to have tries for is stored before it is answered", async () => {
  let races = 0;
  const { store, inner } = contended(0, () => ++races > 1 && races < 40);
  const run = worker(store, { timeoutMs: 20_000 });
  await asked(run);
  expect(await asked(run)).toBe(2);
  expect(races).toBeGreaterThanOrEqual(40);
  expect(await inStore(inner)).toBe(2);
  expect(errors).toEqual([]);
});

it("the waits of one exchange end together", async () => {
  const limit = timeLimit(1000);
  await limit(sleep(800));
  const began = performance.now();
  await expect(limit(new Promise(() => {}))).rejects.toThrow("no answer in 1000 ms");
  expect(performance.now() - began).toBeLessThan(800);
});

it.each(STORES)("%s: close() says nothing of what got there although the answer was lost", async (_, makeStore) => {
  const inner = makeStore();
  let loses = false;
  const lossy = new Proxy(inner, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function" || (name !== "save" && name !== "append")) return method;
      return async (...args: unknown[]) => {
        const answer: unknown = await method.apply(target, args);
        if (!loses) return answer;
        loses = false;
        throw new Error("the connection was lost");
      };
    },
  });
  const run = worker(lossy);
  await asked(run);
  run.beginRound();
  loses = true;
  await run.close();
  expect(errors.map(({ error }) => String(error))).toEqual(["Error: the connection was lost"]);
  expect(await inStore(inner)).toBe(1);
});

it("and does not claim to know what became of entries that a store took without a word", async () => {
  const inner = memoryJournal();
  let mute = false;
  const append: typeof inner.append = async (...args) => {
    const answer = await inner.append(...args);
    return mute ? new Promise(() => {}) : answer;
  };
  const store: JournalStore = { ...inner, append };
  const run = worker(store);
  await asked(run);
  mute = true;
  await asked(run);
  await run.close();
  expect(String(errors.at(-1)?.error)).toMatch(/1 entries of a run may not have reached the store/);
  expect(await inStore(inner)).toBe(2);
});
