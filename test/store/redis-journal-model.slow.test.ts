/** Journals in Redis held against one that is as simple as it can be. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redisStore } from "../../lib/redis.ts";
import type { JournalPosition } from "../../lib/store/store-interface.ts";
import { tries } from "../effort.ts";
import { CLIENT_KINDS } from "./servers/redis-clients.ts";
import { entries, lossy, plain, setUpJournal } from "./servers/redis-journal.ts";
import { hasRedis, NEEDS_REDIS } from "./servers/redis-server.ts";
import { SimpleJournal } from "./servers/simple-journal.ts";

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(`a journal in Redis, by %s${NEEDS_REDIS}`, (kind) => {
  const journal = setUpJournal(kind);
  let number = 0;

  it("does what a journal does that is as simple as it can be", async () => {
    const step = fc.record({
      what: fc.constantFrom("append", "append", "append", "lost", "lost", "open", "compact", "delete"),
      worker: fc.integer({ min: 0, max: 2 }),
      added: fc.array(fc.uint8Array({ maxLength: 5 }), { maxLength: 3 }),
      snapshot: fc.uint8Array({ maxLength: 5 }),
    });
    const { client, loseNext } = lossy(journal.client);
    const lossyStore = redisStore(client);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const key = journal.newKey();
        number++;
        const oracle = new SimpleJournal();
        const workers = [0, 1, 2].map((i) => new Worker(`${kind.length}${number}${i}`.padStart(16, "0")));
        for (const { what, worker: index, added, snapshot } of steps) {
          const worker = workers[index] as Worker;
          const { at, writer } = worker;
          if (what === "delete") {
            await lossyStore.delete(key);
            oracle.delete(key);
          } else if (what === "compact") {
            await lossyStore.compact(key, at, snapshot);
            oracle.compact(key, at, snapshot);
          } else if (what === "open") {
            const state = await lossyStore.open(key, snapshot);
            expect(plain(state)).toEqual(plain(oracle.open(key, snapshot, state.incarnation)));
            worker.at = state;
          } else {
            worker.add(added);
            const first = worker.nextSeq - worker.pending.length;
            const expected = oracle.append(key, at, writer, first, worker.pending);
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
  at: JournalPosition = { incarnation: "never", offset: 0, mark: "" };
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
