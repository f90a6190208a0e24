/**
 * Workers of one run whose store is rolled back now and then, as a failover to a server that lags behind does it: to logs that
 * then grow to the same length and to others, while workers are busy and while they are not.
 *
 * LOOPGUARD_ROLLBACK_ENTRIES says how many entries in all (10^6 by hand), and has what was done printed; LOOPGUARD_SEED says where
 * they begin.
 */
import { channel } from "node:diagnostics_channel";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";
import { count } from "../../lib/rules/factories.ts";
import type { JournalStore } from "../../lib/store/store-interface.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { dice } from "../dice.ts";
import { memoryJournal } from "./memory-journal.ts";
import { hasRedis, NEEDS_REDIS } from "./servers/redis-server.ts";
import { journalName, setUpRedis } from "./servers/redis-set-up.ts";

const BY_HAND = process.env["LOOPGUARD_ROLLBACK_ENTRIES"];
const ENTRIES = Number(BY_HAND ?? 8000);
const SEED = Number(process.env["LOOPGUARD_SEED"] ?? 1);
const WORKERS = 4;
const KEY = "r";
const BAD_LINE = "the line is bad";

const errors: string[] = [];
const hear = (message: unknown): void => void errors.push(String((message as ErrorMessage).error));
beforeEach(() => channel("loopguard:error").subscribe(hear));
afterEach(() => {
  channel("loopguard:error").unsubscribe(hear);
  errors.length = 0;
});

/** A store that can be put back into what it was. */
interface Lagging {
  readonly store: JournalStore;
  dump(): Promise<void>;
  rollBack(): Promise<void>;
}

/** One worker, and how often it has called the tool of its name. */
class Caller {
  readonly guard = new LoopGuard({ detectors: [count({ maxRepeats: 0 })], action: "warn" });
  readonly run: StoredLoopRun;
  readonly name: string;
  calls = 0;
  #ids = 0;

  constructor(store: JournalStore, name: string) {
    this.name = name;
    this.run = this.guard.storedRun(KEY, { store, timeoutMs: 60_000, retryAfterMs: 0 });
  }

  async call(pairs: boolean): Promise<number> {
    const call = { id: `${this.name} ${++this.#ids}`, name: this.name, arguments: {} };
    this.calls++;
    await this.run.before(call);
    if (!pairs) return 1;
    await this.run.after(call, { result: "r" });
    return 2;
  }
}

/** A store on whose line questions and answers are lost now and then. */
function weathered(store: JournalStore, chance: () => number, isBad: () => boolean): JournalStore {
  const line = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isBad() && chance() < 0.02) throw new Error(BAD_LINE);
    const answer = await ask();
    if (isBad() && chance() < 0.02) throw new Error(BAD_LINE);
    return answer;
  };
  return {
    open: (...args) => line(() => store.open(...args)),
    append: (...args) => line(() => store.append(...args)),
    compact: (...args) => line(() => store.compact(...args)),
    load: (...args) => store.load(...args),
    save: (...args) => store.save(...args),
    delete: (...args) => store.delete(...args),
  };
}

/** What was done. */
interface Deeds {
  entries: number;
  rollbacks: number;
}

/** One run: as many entries as given, then every call that anybody was told of must be there. */
async function storm(seed: number, lagging: Lagging, entries: number): Promise<Deeds> {
  const chance = dice(seed);
  let isBad = chance() < 0.5;
  const store = weathered(lagging.store, chance, () => isBad);
  const pick = (max: number): number => Math.floor(chance() * max);
  const pairs = chance() < 0.5;
  await store.delete(KEY);
  // Names of one length: entries of all have the same size, so places of lost logs are places of those that came instead.
  const callers = Array.from({ length: WORKERS }, (_, i) => new Caller(store, `tool ${i}`));
  let made = 0;
  let rollbacks = 0;
  const work = async (times: number, of: readonly Caller[]): Promise<void> => {
    // One after another, or many at once, but fewer than a run remembers between their `before` and their `after`.
    const atOnce = chance() < 0.5 ? 1 : 50;
    for (let i = 0; i < times; i += atOnce)
      await Promise.all(
        Array.from({ length: Math.min(atOnce, times - i) }, async () => {
          made += await (of[pick(of.length)] as Caller).call(pairs);
        }),
      );
  };
  for (const caller of callers) made += await caller.call(pairs);
  while (made < entries) {
    await work(pick(60), callers);
    await lagging.dump();
    // Some go on and are lost, and then others, or all: idle workers notice later, or when they are asked to.
    const lost = pick(2) === 0 ? callers : callers.slice(0, 1 + pick(WORKERS));
    const times = pick(chance() < 0.2 ? 200 : 12);
    const busy = pick(2) === 0;
    const going = work(times, lost);
    if (!busy) await going;
    await lagging.rollBack();
    rollbacks++;
    const others = callers.filter(() => pick(2) === 0);
    await work(pick(3) === 0 ? times : pick(20), others.length === 0 ? callers : others);
    await going;
  }
  isBad = false;
  for (let round = 0; round < 2; round++) for (const { run } of callers) expect(await run.flush()).toBe(true);
  const late = new Caller(store, "late");
  for (const { name, calls } of callers) {
    const { detection } = await late.run.before({ name, arguments: {} });
    expect({ seed, rollbacks, name, calls: (detection?.repeats ?? Number.NaN) - 1 }).toEqual({
      seed,
      rollbacks,
      name,
      calls,
    });
  }
  for (const { run, guard } of [...callers, late]) {
    await run.close();
    guard.close();
  }
  return { entries: made, rollbacks };
}

async function storms(lagging: Lagging): Promise<void> {
  const all: Deeds = { entries: 0, rollbacks: 0 };
  for (let seed = SEED; all.entries < ENTRIES; seed++) {
    const { entries, rollbacks } = await storm(seed, lagging, Math.min(ENTRIES - all.entries, 1500));
    all.entries += entries;
    all.rollbacks += rollbacks;
  }
  if (BY_HAND !== undefined) console.log(`${all.entries} entries, ${all.rollbacks} rollbacks, nothing missing`);
  expect(errors.filter((error) => !error.includes(BAD_LINE))).toEqual([]);
}

it("a journal that is rolled back has every call that was acknowledged, once", async () => {
  const store = memoryJournal();
  let dump: ReturnType<typeof store.dump>;
  await storms({
    store,
    dump: async () => void (dump = store.dump(KEY)),
    rollBack: async () => store.restore(KEY, dump),
  });
}, 3_600_000);

const redis = setUpRedis("ioredis");

it.skipIf(!hasRedis)(
  `so has Redis${NEEDS_REDIS}`,
  async () => {
    const client = redis.client as unknown as { copy(from: string, to: string, mode: "REPLACE"): Promise<number> };
    const name = journalName(KEY);
    await storms({
      store: redis.store,
      dump: async () => void (await client.copy(name, "then", "REPLACE")),
      rollBack: async () => void (await client.copy("then", name, "REPLACE")),
    });
  },
  3_600_000,
);
