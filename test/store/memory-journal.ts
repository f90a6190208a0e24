/** A journal in memory, as plain as can be: what the tests hold the driver against. Not a store for use. */
import { readEntries } from "../../lib/store/journal-entries.ts";
import type { JournalPosition, JournalState, JournalStore } from "../../lib/store/store-interface.ts";

interface Life {
  incarnation: string;
  snapshot: Uint8Array;
  /** The offset of `snapshot`. */
  base: number;
  log: string[];
  seqs: Map<string, number>;
  /** By offset, what an append ended with there: a name that no other has. */
  marks: Map<number, string>;
}

export interface MemoryJournal extends JournalStore {
  readonly lives: Map<string, Life>;
  compactions: number;
  /** The state of the key, to be put back by `restore`, as a failover to a server that lags behind does. */
  dump(key: string): Life | undefined;
  restore(key: string, dump: Life | undefined): void;
}

export function memoryJournal(): MemoryJournal {
  const lives = new Map<string, Life>();
  let count = 0;
  const end = (life: Life) => life.base + life.log.reduce((sum, entry) => sum + entry.length, 0);
  const stateOf = (life: Life, from: number, snapshot?: Uint8Array): JournalState => ({
    incarnation: life.incarnation,
    snapshot: snapshot?.slice(),
    entries: life.log.join("").slice(from - life.base),
    offset: end(life),
    mark: life.marks.get(end(life)) as string,
  });
  const stands = (life: Life, { offset, mark }: JournalPosition): boolean =>
    offset >= life.base && life.marks.get(offset) === mark;
  const alive = (key: string, at: JournalPosition): Life | undefined => {
    const life = lives.get(key);
    return life?.incarnation === at.incarnation ? life : undefined;
  };
  const copy = (life: Life): Life => ({
    ...life,
    log: [...life.log],
    seqs: new Map(life.seqs),
    marks: new Map(life.marks),
  });
  const journal: MemoryJournal = {
    lives,
    compactions: 0,
    dump: (key) => {
      const life = lives.get(key);
      return life && copy(life);
    },
    restore: (key, dump) => void (dump === undefined ? lives.delete(key) : lives.set(key, copy(dump))),
    async open(key, proposal) {
      const known = lives.get(key);
      if (known !== undefined) return stateOf(known, known.base, known.snapshot);
      const [incarnation, marks] = [`life ${++count}`, new Map([[0, `mark ${count}`]])];
      const life = { incarnation, snapshot: proposal.slice(), base: 0, log: [], seqs: new Map(), marks };
      lives.set(key, life);
      return stateOf(life, 0);
    },
    async append(key, at: JournalPosition, writer, firstSeq, entries) {
      const life = alive(key, at);
      if (life === undefined) return "gone";
      const last = life.seqs.get(writer) ?? 0;
      const isThere = stands(life, at);
      const added = isThere || firstSeq <= last + 1 ? entries.filter((_, i) => firstSeq + i > last) : [];
      life.log.push(...added);
      if (added.length > 0) {
        life.seqs.set(writer, firstSeq + entries.length - 1);
        life.marks.set(end(life), `mark ${++count}`);
      }
      return isThere ? stateOf(life, at.offset) : { ...stateOf(life, life.base, life.snapshot), last };
    },
    async compact(key, at, snapshot) {
      const life = alive(key, at);
      if (life === undefined || at.offset <= life.base || !stands(life, at)) return;
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
