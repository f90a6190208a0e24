/** A journal as simple as it can be: what the scripts in Redis are held against. */
import type { JournalPosition, JournalState } from "../../../lib/store/store-interface.ts";

/** As long as what the server writes behind each append. */
const SEAL = `#${"0".repeat(16)}\n`;

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
      return { incarnation, snapshot: undefined, entries: "", offset: 0, mark: "" };
    }
    const { snapshot, log: entries } = life;
    return { incarnation: life.incarnation, snapshot, entries, offset: life.base + entries.length, mark: "" };
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
    const { base, incarnation } = life;
    const known = at.offset >= base && at.offset <= base + life.log.length;
    const last = life.last.get(writer) ?? 0;
    const added = known || firstSeq <= last + 1 ? entries.filter((_, i) => firstSeq + i > last) : [];
    if (added.length > 0) {
      life.last.set(writer, firstSeq + entries.length - 1);
      life.log += added.join("") + SEAL;
    }
    const offset = base + life.log.length;
    if (!known) return { incarnation, snapshot: life.snapshot, entries: life.log, offset, mark: "", last };
    return { incarnation, snapshot: undefined, entries: life.log.slice(at.offset - base), offset, mark: "" };
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
