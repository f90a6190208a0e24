/** Journals of which workers know more, or another end, than the server does. */
import { describe, expect, it, vi } from "vitest";
import type { JournalState } from "../../lib/store/store-interface.ts";
import { CLIENT_KINDS } from "./servers/redis-clients.ts";
import { A, B, bytes, entries, plain, records, setUpJournal } from "./servers/redis-journal.ts";
import { hasRedis, NEEDS_REDIS } from "./servers/redis-server.ts";

describe.skipIf(!hasRedis).each(CLIENT_KINDS)(
  `a journal in Redis that was lost or rolled back, by %s${NEEDS_REDIS}`,
  (kind) => {
    const journal = setUpJournal(kind);

    it("says that a life is over, and adds nothing to another", async () => {
      const key = journal.newKey();
      const entry = entries(A, 1, bytes(1));
      expect(await journal.store.append(key, { incarnation: "none", offset: 0, mark: "" }, A, 1, entry)).toBe("gone");
      const old = await journal.begun(key);
      await journal.store.delete(key);
      expect(await journal.store.append(key, old, A, 1, entry)).toBe("gone");
      const next = await journal.begun(key, bytes(5));
      expect(next.incarnation).not.toBe(old.incarnation);
      expect(await journal.store.append(key, old, A, 1, entry)).toBe("gone");
      expect(plain(await journal.store.open(key, bytes(7)))).toMatchObject({ snapshot: [5], entries: "" });
    });

    it("gives everything to a worker that saw more than the server kept when it died", async () => {
      const key = journal.newKey();
      const start = await journal.begun(key, bytes(1));
      const lost = { ...start, offset: 500, mark: "0".repeat(16) };
      const state = await journal.append(key, lost, A, 1, bytes(2));
      expect([...(state.snapshot ?? [])]).toEqual([1]);
      expect(records(state.entries)).toEqual([[2]]);
      const more = await journal.append(key, lost, A, 2);
      expect(plain(more)).toEqual({ ...(plain(state) as JournalState), last: 1 });
    });

    it("and to one whose place is within an entry that came instead, after the server had lost the last ones", async () => {
      const key = journal.newKey();
      const start = await journal.begun(key, bytes(1));
      const kept = await journal.append(key, start, A, 1, bytes(2));
      const instead = await journal.append(key, kept, B, 1, bytes(3, 3, 3, 3));
      const state = await journal.append(key, { ...kept, offset: kept.offset + 9 }, A, 2, bytes(4));
      expect([...(state.snapshot ?? [])]).toEqual([1]);
      expect(records(state.entries)).toEqual([[2], [3, 3, 3, 3], [4]]);
      expect(state.offset).toBeGreaterThan(instead.offset);
    });

    it("and to one whose place is between two entries that came instead, be they as long as those before", async () => {
      const key = journal.newKey();
      const first = await journal.append(key, await journal.begun(key), A, 1, bytes(1));
      const rollBack = journal.dump(key);
      const seen = await journal.append(key, first, A, 2, bytes(2), bytes(3));
      rollBack();
      const instead = await journal.append(key, first, B, 1, bytes(4), bytes(5));
      expect(instead.offset).toBe(seen.offset);
      await journal.store.compact(key, seen, bytes(99));
      const state = await journal.append(key, seen, A, 4, bytes(6));
      expect(plain(state)).toMatchObject({ snapshot: [1], last: 1, offset: instead.offset });
      expect(records(state.entries)).toEqual([[1], [4], [5]]);
      const again = await journal.append(key, state, A, 2, bytes(2), bytes(3), bytes(6));
      expect(records(again.entries)).toEqual([[2], [3], [6]]);
    });

    // From the start, where the server makes the mark of the one before it; and behind all, where the number drawn is the mark.
    it.each(["the start", "the end"])(
      "takes no history for another though one command from %s came to both, as clients send some again",
      async (from) => {
        const key = journal.newKey();
        const start = await journal.begun(key);
        const rollBack = journal.dump(key);
        const other = await journal.append(key, start, B, 1, bytes(1));
        const command = async (): Promise<JournalState> => {
          const drawn = vi.spyOn(Math, "random").mockReturnValue(0.7);
          try {
            return await journal.append(key, from === "the start" ? start : other, A, 1, bytes(2));
          } finally {
            drawn.mockRestore();
          }
        };
        const seen = await command();
        rollBack();
        await journal.append(key, start, B, 1, bytes(9));
        expect((await command()).offset).toBe(seen.offset);
        expect(records((await journal.append(key, seen, B, 2)).entries)).toEqual([[9], [2]]);
      },
    );
  },
);
