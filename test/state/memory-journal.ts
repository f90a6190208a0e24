/** A journal in memory, as plain as can be: what the tests hold the driver against. Not a store for use. */
import { readEntries } from "../../lib/state/journal-entry.ts";
import type { JournalPosition, JournalState, JournalStore } from "../../lib/state/state-store.ts";

interface Life {
  incarnation: string;
  snapshot: Uint8Array;
  /** The offset of `snapshot`. */
  base: number;
  log: string[];
  seqs: Map<string, number>;
}

export interface MemoryJournal extends JournalStore {
  readonly lives: Map<string, Life>;
  compactions: number;
}

export function memoryJournal(): MemoryJournal {
  const lives = new Map<string, Life>();
  let count = 0;
  const end = (life: Life) => life.base + life.log.reduce((sum, entry) => sum + entry.length, 0);
  const since = (life: Life, offset: number): JournalState => ({
    incarnation: life.incarnation,
    snapshot: offset < life.base ? life.snapshot.slice() : undefined,
    entries: life.log.join("").slice(Math.max(0, offset - life.base)),
    offset: end(life),
  });
  const journal: MemoryJournal = {
    lives,
    compactions: 0,
    async open(key, proposal) {
      const known = lives.get(key);
      if (known !== undefined) return { ...since(known, known.base), snapshot: known.snapshot.slice() };
      const life = { incarnation: `life ${++count}`, snapshot: proposal.slice(), base: 0, log: [], seqs: new Map() };
      lives.set(key, life);
      return since(life, 0);
    },
    async append(key, at: JournalPosition, writer, firstSeq, entries) {
      const life = lives.get(key);
      if (life === undefined || life.incarnation !== at.incarnation) return "gone";
      entries.forEach((entry, i) => {
        if (firstSeq + i <= (life.seqs.get(writer) ?? 0)) return;
        life.seqs.set(writer, firstSeq + i);
        life.log.push(entry);
      });
      return since(life, at.offset);
    },
    async compact(key, at, snapshot) {
      const life = lives.get(key);
      if (life === undefined || life.incarnation !== at.incarnation || at.offset <= life.base) return;
      const left = life.log.join("").slice(at.offset - life.base);
      journal.compactions++;
      life.log = [];
      let start = 0;
      for (const { size } of readEntries(left)) {
        life.log.push(left.slice(start, start + size));
        start += size;
      }
      life.snapshot = snapshot.slice();
      life.base = at.offset;
    },
    async load() {
      return undefined;
    },
    async save() {
      return undefined;
    },
    async delete(key) {
      lives.delete(key);
    },
  };
  return journal;
}
