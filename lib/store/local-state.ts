/**
 * A run as one worker knows it: the core's run, and the last entry of each writer in it, so that no entry counts twice.
 *
 * Stores keep it as a container with the header `{ writers: [[writer, seq], ...] }` and the run's snapshot.
 */

import { Ring, remember } from "../base/property.ts";
import { randomHex } from "../base/text-bytes.ts";
import { core } from "../core/backend.ts";
import type { Event } from "../core/event.ts";
import { STATUSES } from "../core/layout.gen.ts";
import { type CoreRun, checkPacked, isDetected } from "../core/run.ts";
import { publishError, publishRestore, restoreReport } from "../rules/diagnostics.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied } from "../run/open-calls.ts";
import { type ContainerKind, damagedError, openContainer, packContainer } from "../run/snapshot-container.ts";
import type { JournalEntry } from "./journal-entries.ts";

/** "LGST" */
export const STORED_RUN: ContainerKind = { magic: 0x5453474c, version: 2, name: "stored run" };

/** Writers remembered, those who wrote last: an entry counts twice only if it is repeated after so many others have written. */
const WRITERS_MAX = 64;
/** The bytes are not a record under this key. */
const NO_RECORD = -STATUSES.indexOf("erecord");

const FOREIGN_RECORD = "A call was recorded under a key that the stored run no longer has: it is not counted";

/** The result for a call that the run does not know. */
export const NOTHING: Applied = Object.freeze({ packed: 32, report: undefined });

export class LocalState {
  /** Under the key of the run's digests. */
  engine: GuardEngine;
  native: CoreRun;
  readonly #base: GuardEngine;
  readonly #runId: string;
  readonly #writers = new Map<string, number>();
  /** The writer that wrote last. */
  #newest: string | undefined;
  #published = false;

  /** An empty run under the key of `base`. */
  constructor(base: GuardEngine, runId: string) {
    this.#base = base;
    this.#runId = runId;
    this.engine = base;
    this.native = base.newRun();
  }

  /** The number of a writer's last entry in the run; 0: there is none. */
  seqOf(writer: string): number {
    return this.#writers.get(writer) ?? 0;
  }

  /** Whether writers may have been forgotten, so that an unknown one may still have entries in the run. */
  get isFull(): boolean {
    return this.#writers.size >= WRITERS_MAX;
  }

  /** Applies an entry of this worker; `undefined`: it was applied before. */
  apply({ writer, seq, record }: JournalEntry): Applied | undefined {
    if (seq <= this.seqOf(writer)) return undefined;
    const packed = this.native.apply(record);
    if (packed === NO_RECORD) publishError(new Error(FOREIGN_RECORD), "store");
    else checkPacked(packed);
    this.#wrote(writer, seq);
    if (packed < 0) return NOTHING;
    const newest = this.engine.delegation && this.native.newest();
    return { packed, report: isDetected(packed) ? this.native.report() : undefined, newest };
  }

  /** Applies an entry of another worker, whose tool may be new here. A bad record is reported and skipped. */
  applyForeign({ writer, seq, record }: JournalEntry): void {
    if (seq <= this.seqOf(writer)) return;
    this.#wrote(writer, seq);
    try {
      const name = this.native.recordName(record);
      if (name !== "") this.engine.rulesOf(name);
    } catch (error) {
      publishError(error, "store");
      return;
    }
    checkPacked(this.native.apply(record));
  }

  toBytes(): Uint8Array {
    return packContainer(STORED_RUN, { writers: [...this.#writers] }, [this.native.snapshot()]);
  }

  /** Restores a stored state; a state under another key needs another engine. If it throws, nothing has changed. */
  restore(bytes: Uint8Array): void {
    const { header, rest } = openContainer(STORED_RUN, bytes);
    const writers = readWriters(header);
    const key = keyOf(rest);
    const known = [this.engine, this.#base].find((one) => key.every((byte, i) => byte === one.key[i]));
    const engine = known ?? this.#base.withKey(key);
    const native = engine.newRun();
    try {
      const report = restoreReport([native.restore(rest)]);
      // What was dropped because the writer has other options; once, since every lost race restores.
      this.#published ||= publishRestore(report, this.#runId);
    } catch (error) {
      native.close();
      this.#release(engine);
      throw damagedError(error);
    }
    const old = this.engine;
    this.native.close();
    this.native = native;
    this.engine = engine;
    this.#release(old);
    this.#writers.clear();
    for (const [writer, seq] of writers) this.#writers.set(writer, seq);
    this.#newest = writers.at(-1)?.[0];
  }

  close(): void {
    this.native.close();
    if (this.engine !== this.#base) this.engine.close();
    this.engine = this.#base;
  }

  /** Closes an engine that was made for this run's key and is no longer used. */
  #release(engine: GuardEngine): void {
    if (engine !== this.engine && engine !== this.#base) engine.close();
  }

  #wrote(writer: string, seq: number): void {
    if (writer === this.#newest) this.#writers.set(writer, seq);
    else remember(this.#writers, writer, seq, WRITERS_MAX);
    this.#newest = writer;
  }
}

function readWriters(header: unknown): readonly [string, number][] {
  const writers: unknown = (header as { writers?: unknown } | null)?.writers;
  const isWriter = (entry: unknown): entry is [string, number] =>
    Array.isArray(entry) && typeof entry[0] === "string" && Number.isSafeInteger(entry[1]);
  if (!Array.isArray(writers) || !writers.every(isWriter)) throw damagedError();
  return writers;
}

function keyOf(snapshot: Uint8Array): Uint8Array {
  try {
    return core.snapshotKey(snapshot);
  } catch (error) {
    throw damagedError(error);
  }
}

/** Characters of calls and results kept until the key of the stored run is known; beyond it the oldest are dropped. */
const TEXT_MAX = 1 << 24;

/** Entries remembered in case the store loses them, about 100 KB: as many as a run may write in the second before a failover. */
export const RECENT_MAX = 512;

interface PendingEntry extends JournalEntry {
  record: string;
  /** To make the record again under another key: the stored run has one, or is lost and begins again under one. */
  event: Event | undefined;
  /** The length of the texts in `event`. */
  readonly characters: number;
  /** The record is under the key of a stored run, so texts are kept only until the entry is settled. */
  known: boolean;
  /** Its result in this worker's local. */
  applied: Applied | undefined;
  /** Resolves the promise of the caller, once. */
  answer: ((applied: Applied, error: unknown) => void) | undefined;
}

export class PendingEntries {
  /** 16 hex digits. */
  readonly writer: string = randomHex(8);
  /** Oldest first. Their numbers have gaps only where entries were dropped. */
  readonly entries: PendingEntry[] = [];
  /** The number of the last entry; 0: there was none. */
  last = 0;
  /** The number of the last entry that the store confirmed. */
  stored = 0;
  /** The last entries in the store. */
  readonly #stored = new Ring<PendingEntry>(RECENT_MAX);
  #waiting = 0;
  #characters = 0;

  /** Adds an event. `known`: the key of the stored run is known, so the record need not be made again. */
  add(native: CoreRun, event: Event, characters: number, known: boolean, answer: PendingEntry["answer"]): void {
    const record = native.record(event);
    if (answer !== undefined) this.#waiting++;
    if (!known) this.#characters += characters;
    const own = { writer: this.writer, seq: ++this.last, record, applied: undefined };
    const entry: PendingEntry = { ...own, event, characters, known, answer };
    letGo(entry);
    this.entries.push(entry);
  }

  /** Whether a caller waits for one of them. */
  get awaited(): boolean {
    return this.#waiting > 0;
  }

  /** Whether an entry with a number up to `seq` is still pending. */
  hasUpTo(seq: number): boolean {
    return (this.entries[0]?.seq ?? Infinity) <= seq;
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
    const lost = this.stored - seq;
    if (lost <= 0) return 0;
    const stored = again ? this.#stored.all() : [];
    const had = stored.filter((entry) => entry.seq > seq);
    this.#stored.clear();
    for (const entry of stored) if (entry.seq <= seq) this.#stored.add(entry);
    for (const entry of had) entry.applied = undefined;
    this.stored = seq;
    this.entries.unshift(...had);
    return lost - had.length;
  }

  /** Answers all entries with their results in the local state, or with `error`. */
  answerAll(error: unknown): void {
    let at = this.entries.length;
    for (let left = this.#waiting; left > 0 && at > 0; ) if (this.entries[--at]?.answer !== undefined) left--;
    for (const entry of this.entries.slice(at)) this.#answer(entry, entry.applied ?? NOTHING, error);
  }

  /** Drops the oldest entries that no caller waits for, down to `max`; gives how many. */
  trim(max: number): number {
    let gone = 0;
    while (this.entries.length > max || this.#characters > TEXT_MAX) {
      const oldest = this.entries[0];
      if (oldest === undefined || oldest.answer !== undefined) break;
      this.#drop();
      gone++;
    }
    return gone;
  }

  /** The stored run has this entry. */
  confirmed(seq: number, applied: Applied | undefined): void {
    for (let oldest = this.entries[0]; oldest !== undefined && oldest.seq <= seq; oldest = this.entries[0]) {
      const own = oldest.seq === seq ? applied : undefined;
      this.#answer(oldest, own ?? oldest.applied ?? NOTHING, undefined);
      this.#drop();
      this.#stored.add(oldest);
    }
    if (seq > this.stored) this.stored = seq;
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

  #answer(entry: PendingEntry, applied: Applied, error: unknown): void {
    const tell = entry.answer;
    if (tell === undefined) return;
    entry.answer = undefined;
    letGo(entry);
    this.#waiting--;
    tell(applied, error);
  }
}

/** Drops texts that are no longer needed. */
function letGo(entry: PendingEntry): void {
  if (entry.known && entry.answer === undefined && entry.characters > 0) entry.event = undefined;
}
