/** A journal as simple as it can be: what the scripts in Redis are held against. */
import type { JournalPosition, JournalState } from "../../../lib/state/state-store.ts";

interface Life {
  incarnation: string;
  snapshot: Uint8Array;
  base: number;
  log: string;
  last: Map<string, number>;
}

export class SimpleJournal {
  readonly #lives = new Map<string, Life>();

  open(key: string, proposal: Uint8Array, incarnation: string): JournalState {
    const life = this.#lives.get(key);
    if (life === undefined) {
      this.#lives.set(key, { incarnation, snapshot: proposal, base: 0, log: "", last: new Map() });
      return { incarnation, snapshot: undefined, entries: "", offset: 0 };
    }
    const { snapshot, log: entries } = life;
    return { incarnation: life.incarnation, snapshot, entries, offset: life.base + entries.length };
  }

  append(
    key: string,
    at: JournalPosition,
    writer: string,
    firstSeq: number,
    entries: readonly string[],
  ): JournalState | "gone" {
    const life = this.#lives.get(key);
    if (life === undefined || life.incarnation !== at.incarnation) return "gone";
    const { base, incarnation, last } = life;
    const known = at.offset >= base && at.offset <= base + life.log.length;
    entries.forEach((entry, i) => {
      const seq = firstSeq + i;
      if (seq <= (last.get(writer) ?? 0)) return;
      last.set(writer, seq);
      life.log += entry;
    });
    const offset = base + life.log.length;
    if (!known) return { incarnation, snapshot: life.snapshot, entries: life.log, offset };
    return { incarnation, snapshot: undefined, entries: life.log.slice(at.offset - base), offset };
  }

  compact(key: string, at: JournalPosition, snapshot: Uint8Array): void {
    const life = this.#lives.get(key);
    if (life === undefined || life.incarnation !== at.incarnation) return;
    const cut = at.offset - life.base;
    if (cut <= 0 || cut > life.log.length) return;
    life.log = life.log.slice(cut);
    life.base = at.offset;
    life.snapshot = snapshot;
  }

  delete(key: string): void {
    this.#lives.delete(key);
  }
}
