/** What one worker did, in order, until the store has it. */

import { randomHex } from "../base/random-key.ts";
import type { Event } from "../core/event.ts";
import type { CoreRun } from "../core/run.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { type Applied, NOTHING } from "./replica.ts";
import { Ring } from "./ring.ts";

/** Characters of calls and results that are held until the key of the stored run is known; past it the oldest go. */
const TEXT_MAX = 1 << 24;

/**
 * Entries that are remembered in case the store loses them, about 100 KB: as many as a run may write in the second or so
 * that a failover loses.
 */
export const RECENT_MAX = 512;

interface PendingEntry extends JournalEntry {
  record: string;
  /** Makes the record again, should the stored run have another key, or be lost and begun anew under another. */
  event: Event | undefined;
  /** Of the texts that `event` holds. */
  readonly characters: number;
  /** The record is under the key of a stored run: texts are held only while somebody waits. */
  known: boolean;
  /** What came of it in this worker's replica. */
  applied: Applied | undefined;
  /** Tells whoever waits, once. */
  settle: ((applied: Applied, error: unknown) => void) | undefined;
}

export class PendingEntries {
  /** 16 hex digits. */
  readonly writer: string = randomHex(8);
  /** Oldest first. Numbers are missing only where entries were given up. */
  readonly entries: PendingEntry[] = [];
  /** The last that the store had. */
  readonly #stored = new Ring<PendingEntry>(RECENT_MAX);
  #seq = 0;
  #storedSeq = 0;
  #waiting = 0;
  #characters = 0;

  /** Adds what happened. `known`: the key of the stored run is known, so the record stays as it is. */
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

  /** Whether somebody waits for one of them. */
  get awaited(): boolean {
    return this.#waiting > 0;
  }

  /** The number of the last that was added; 0: none ever. */
  get last(): number {
    return this.#seq;
  }

  /** The number of the last that the store is known to have had. */
  get stored(): number {
    return this.#storedSeq;
  }

  /** Whether one of those up to entry `seq` is still here. */
  hasUpTo(seq: number): boolean {
    const [first] = this.entries;
    return first !== undefined && first.seq <= seq;
  }

  /** Those behind entry `seq`. */
  after(seq: number): readonly PendingEntry[] {
    let at = this.entries.length;
    while (at > 0 && (this.entries[at - 1] as PendingEntry).seq > seq) at--;
    return at === 0 ? this.entries : this.entries.slice(at);
  }

  /** The oldest, up to `max`, that are numbered without gaps. */
  batch(max: number): readonly PendingEntry[] {
    const [first] = this.entries;
    let end = 0;
    while (end < max && first !== undefined && this.entries[end]?.seq === first.seq + end) end++;
    return this.entries.slice(0, end);
  }

  /**
   * The store has this writer's entries up to `seq`, and has lost what it had behind that. What is remembered waits once more,
   * in front of what waits already; how many are not, and are lost. `again` false: none may be sent again.
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

  /** Tells all who wait what came of their entries in the replica; with an `error` instead of that. */
  settleAll(error: unknown): void {
    let at = this.entries.length;
    for (let left = this.#waiting; left > 0 && at > 0; ) if (this.entries[--at]?.settle !== undefined) left--;
    for (const entry of this.entries.slice(at)) this.#settle(entry, entry.applied ?? NOTHING, error);
  }

  /** The oldest that nobody waits for go until there are no more than `max`; how many went. */
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

  /** The key of the stored run is known: `native` is under it. `other`: it is not the one that the records are under. */
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

/** Texts are not held for longer than they may be needed. */
function letGo(entry: PendingEntry): void {
  if (entry.known && entry.settle === undefined && entry.characters > 0) entry.event = undefined;
}
