/** A worker's entries, in order, until the store has them. */

import { randomHex } from "../base/text-bytes.ts";
import type { Event } from "../core/event.ts";
import type { CoreRun } from "../core/run.ts";
import type { Applied } from "../run/open-calls.ts";
import { type JournalEntry, NOTHING } from "./replica.ts";

/** The newest `max` entries. Most are written and never read, so writing is what must be cheap. */
export class Ring<Entry> {
  readonly #max: number;
  #entries: Entry[] = [];
  /** Where the next entry goes, in place of the oldest. */
  #next = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(entry: Entry): void {
    this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % this.#max;
  }

  /** Oldest first. */
  all(): Entry[] {
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)];
  }

  clear(): void {
    this.#entries = [];
    this.#next = 0;
  }
}

/** Characters of calls and results kept until the key of the stored run is known; beyond it the oldest are dropped. */
const TEXT_MAX = 1 << 24;

/**
 * Entries that are remembered in case the store loses them, about 100 KB: as many as a run may write in the second or so
 * that a failover loses.
 */
export const RECENT_MAX = 512;

interface PendingEntry extends JournalEntry {
  record: string;
  /** To make the record again under another key: the stored run has one, or is lost and begins again under one. */
  event: Event | undefined;
  /** The length of the texts in `event`. */
  readonly characters: number;
  /** The record is under the key of a stored run, so texts are kept only until the entry is settled. */
  known: boolean;
  /** Its result in this worker's replica. */
  applied: Applied | undefined;
  /** Resolves the promise of the caller, once. */
  settle: ((applied: Applied, error: unknown) => void) | undefined;
}

export class PendingEntries {
  /** 16 hex digits. */
  readonly writer: string = randomHex(8);
  /** Oldest first. Their numbers have gaps only where entries were dropped. */
  readonly entries: PendingEntry[] = [];
  /** The last entries in the store. */
  readonly #stored = new Ring<PendingEntry>(RECENT_MAX);
  #seq = 0;
  #storedSeq = 0;
  #waiting = 0;
  #characters = 0;

  /** Adds an event. `known`: the key of the stored run is known, so the record need not be made again. */
  add(native: CoreRun, event: Event, characters: number, known: boolean, settle: PendingEntry["settle"]): void {
    const record = native.record(event);
    if (settle !== undefined) this.#waiting++;
    if (!known) this.#characters += characters;
    const entry: PendingEntry = {
      writer: this.writer,
      seq: ++this.#seq,
      record,
      event,
      characters,
      known,
      applied: undefined,
      settle,
    };
    letGo(entry);
    this.entries.push(entry);
  }

  /** Whether a caller waits for one of them. */
  get awaited(): boolean {
    return this.#waiting > 0;
  }

  /** The number of the last entry; 0: there was none. */
  get last(): number {
    return this.#seq;
  }

  /** The number of the last entry that the store confirmed. */
  get stored(): number {
    return this.#storedSeq;
  }

  /** Whether an entry with a number up to `seq` is still pending. */
  hasUpTo(seq: number): boolean {
    const [first] = this.entries;
    return first !== undefined && first.seq <= seq;
  }

  /** Entries with numbers above `seq`. */
  after(seq: number): readonly PendingEntry[] {
    let at = this.entries.length;
    while (at > 0 && (this.entries[at - 1] as PendingEntry).seq > seq) at--;
    return at === 0 ? this.entries : this.entries.slice(at);
  }

  /** The oldest entries without gaps in their numbers, at most `max`. */
  batch(max: number): readonly PendingEntry[] {
    const [first] = this.entries;
    let end = 0;
    while (end < max && first !== undefined && this.entries[end]?.seq === first.seq + end) end++;
    return this.entries.slice(0, end);
  }

  /**
   * The store has this writer's entries up to `seq`, and lost those after it. Those that are remembered become pending again,
   * before all others; gives how many are lost for good. `again` false: none may be sent again.
   */
  recall(seq: number, again: boolean): number {
    const lost = this.#storedSeq - seq;
    if (lost <= 0) return 0;
    const stored = again ? this.#stored.all() : [];
    const had = stored.filter((entry) => entry.seq > seq);
    this.#stored.clear();
    for (const entry of stored) if (entry.seq <= seq) this.#stored.add(entry);
    for (const entry of had) entry.applied = undefined;
    this.#storedSeq = seq;
    this.entries.unshift(...had);
    return lost - had.length;
  }

  /** Settles all entries with their results in the replica, or with `error`. */
  settleAll(error: unknown): void {
    let at = this.entries.length;
    for (let left = this.#waiting; left > 0 && at > 0; ) if (this.entries[--at]?.settle !== undefined) left--;
    for (const entry of this.entries.slice(at)) this.#settle(entry, entry.applied ?? NOTHING, error);
  }

  /** Drops the oldest entries that no caller waits for, down to `max`; gives how many. */
  trim(max: number): number {
    let gone = 0;
    while (this.entries.length > max || this.#characters > TEXT_MAX) {
      const oldest = this.entries[0];
      if (oldest === undefined || oldest.settle !== undefined) break;
      this.#drop();
      gone++;
    }
    return gone;
  }

  /** The stored run has this entry. */
  confirmed(seq: number, applied: Applied | undefined): void {
    for (let oldest = this.entries[0]; oldest !== undefined && oldest.seq <= seq; oldest = this.entries[0]) {
      const own = oldest.seq === seq ? applied : undefined;
      this.#settle(oldest, own ?? oldest.applied ?? NOTHING, undefined);
      this.#drop();
      this.#stored.add(oldest);
    }
    if (seq > this.#storedSeq) this.#storedSeq = seq;
  }

  /** `native` is under the key of the stored run. `other`: the records are under another key. */
  keyKnown(native: CoreRun, other: boolean): void {
    for (const entry of this.entries) {
      if (other && entry.event !== undefined) entry.record = native.record(entry.event);
      entry.known = true;
      letGo(entry);
    }
    this.#characters = 0;
  }

  #drop(): void {
    const oldest = this.entries.shift();
    if (oldest?.known === false) this.#characters -= oldest.characters;
  }

  #settle(entry: PendingEntry, applied: Applied, error: unknown): void {
    const tell = entry.settle;
    if (tell === undefined) return;
    entry.settle = undefined;
    letGo(entry);
    this.#waiting--;
    tell(applied, error);
  }
}

/** Drops texts that are no longer needed. */
function letGo(entry: PendingEntry): void {
  if (entry.known && entry.settle === undefined && entry.characters > 0) entry.event = undefined;
}
