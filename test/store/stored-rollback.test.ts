/** A store that goes on from an older value, as a database after a failover. Redis has redis-rollback.slow.test.ts. */
import { expect, it } from "vitest";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StoredState } from "../../lib/store/store-interface.ts";
import { asked, errors, hearErrors, inStore, worker } from "./stored-workers.ts";

hearErrors();

it("gets back what a worker had stored and it lost, once", async () => {
  const store = memoryStore();
  const [a, b] = [worker(store), worker(store)];
  expect([await asked(a), await asked(b)]).toEqual([1, 2]);
  const then = (await store.load("r")) as StoredState;
  expect([await asked(a), await asked(a), await asked(a)]).toEqual([3, 4, 5]);
  const now = (await store.load("r")) as StoredState;
  await store.save("r", then.bytes, now.version);
  expect(await asked(b)).toBe(3);
  expect(await asked(a)).toBe(7);
  expect(await asked(b)).toBe(8);
  expect(await inStore(store)).toBe(8);
  expect(errors).toEqual([]);
});

it("says how many calls it cannot give back", async () => {
  const store = memoryStore();
  const run = worker(store);
  await asked(run);
  const then = (await store.load("r")) as StoredState;
  for (let i = 0; i < 600; i++) await asked(run);
  const now = (await store.load("r")) as StoredState;
  await store.save("r", then.bytes, now.version);
  expect(await asked(run)).toBe(1 + 512 + 1);
  expect(errors.map(({ error }) => String(error))).toEqual([expect.stringContaining("lost up to 88 calls")]);
});
