/** A store that puts entries in order itself: send them, and apply what comes back, own entries among those of others. */
import { publishError } from "../report/diagnostics.ts";
import { type FramedEntry, frameEntry, type JournalEntry, readEntries } from "./journal-entry.ts";
import { RECENT_MAX } from "./pending-entries.ts";
import type { Replica } from "./replica.ts";
import { Ring } from "./ring.ts";
import type { JournalPosition, JournalState, JournalStore } from "./state-store.ts";
import {
  ContentionError,
  type DriverParts,
  type Limit,
  type Loss,
  recallOwn,
  restoreInto,
  type StoreDriver,
  tellLost,
} from "./store-driver.ts";

/** Characters of entries between two snapshots, at least. Who writes the entry that fills it up, writes the snapshot. */
const COMPACT_SIZE = 1 << 16;
/** Entries sent at a time. */
const BATCH_MAX = 1000;
/** How often in one exchange a life of the key may end, or the place of this worker be lost. */
const LIVES_MAX = 4;

export class JournalDriver implements StoreDriver {
  readonly #parts: DriverParts<JournalStore>;
  #at: JournalPosition | undefined;
  /** The state at `#at`, while the replica is ahead of the store. */
  #confirmed: Uint8Array | undefined;
  /** The last append has no answer. Clients keep what they could not send yet, so the next one has one entry, and not all. */
  #hangs = false;
  /** The last entries of others that the store had. */
  readonly #seen = new Ring<FramedEntry>(RECENT_MAX);
  /** Those of them that the store lost and this worker puts back, by writer. */
  #others: (readonly JournalEntry[])[] = [];
  /** The last own entry that was stored when this life of the key was opened. */
  #base = 0;
  /** In this exchange, how often this worker's place was not in the log. */
  #astray = 0;
  /** Characters of entries between two snapshots. */
  #compactSize = COMPACT_SIZE;

  constructor(parts: DriverParts<JournalStore>) {
    this.#parts = parts;
  }

  get connected(): boolean {
    return this.#at !== undefined;
  }

  fork(): void {
    if (this.#at !== undefined) this.#confirmed ??= this.#parts.replica.toBytes();
  }

  exchange(limit: Limit, catchUp: boolean): Promise<void> {
    const { pending } = this.#parts;
    const { last } = pending;
    const at = this.#at;
    this.#astray = 0;
    if (at === undefined || catchUp || this.#others.length > 0 || pending.entries.length === 0)
      return this.#exchangeAll(limit, catchUp);
    // The usual one needs no loop, which would be one more promise in each decision.
    return this.#append(limit, at, (isOver) => {
      if (isOver) this.#forget();
      return this.#owes(last) ? this.#exchangeAll(limit, false) : undefined;
    });
  }

  async #exchangeAll(limit: Limit, catchUp: boolean): Promise<void> {
    const { last } = this.#parts.pending; // no more: who goes on and on would keep all others waiting
    for (let lives = 0; lives < LIVES_MAX; lives++) {
      let behind = catchUp && this.#at !== undefined;
      this.#at ??= await this.#open(limit);
      let isOver = false;
      while ((behind || this.#owes(last)) && !isOver) {
        if (this.#astray > LIVES_MAX) throw new ContentionError(this.#astray);
        behind = false;
        isOver = await this.#append(limit, this.#at, (over) => over);
      }
      if (!isOver) return;
      this.#forget();
    }
    throw new ContentionError(LIVES_MAX);
  }

  /** Whether the store lacks something that others did and this worker saw, or that it did itself, up to entry `last`. */
  #owes(last: number): boolean {
    return this.#others.length > 0 || this.#parts.pending.hasUpTo(last);
  }

  /** The life of the key is over. The replica has all that the lost server had told it, so it stands for that. */
  #forget(): void {
    this.#at = this.#confirmed = undefined;
  }

  /** Sends what waits and takes in what comes back; `use` is told whether the life of the key is over. */
  #append<T>(limit: Limit, at: JournalPosition, use: (isOver: boolean) => T | Promise<T>): Promise<T> {
    const { store, key, pending } = this.#parts;
    // What others wrote was there first.
    const batch = this.#others[0] ?? pending.batch(this.#hangs ? 1 : BATCH_MAX);
    const { writer, seq } = batch[0] ?? { writer: pending.writer, seq: 1 };
    const frames = batch.map(frameEntry);
    this.#hangs = true;
    return limit(store.append(key, at, writer, seq, frames), (state) => {
      this.#hangs = false;
      if (state === "gone") return use(true);
      try {
        this.#absorb(state, at, batch, frames);
      } catch (error) {
        if (!this.#parts.replaceUnreadable) throw error;
        return use(true); // opened anew, and there replaced
      }
      return use(false);
    });
  }

  async #open(limit: Limit, mayReplace = this.#parts.replaceUnreadable): Promise<JournalPosition> {
    const { store, key, replica, pending } = this.#parts;
    const proposal = replica.toBytes();
    const state = await limit(store.open(key, proposal));
    if (state.snapshot === undefined) {
      this.#parts.onState(false);
      // What the proposal had in it.
      pending.confirmed(replica.seqOf(pending.writer), undefined);
    } else {
      try {
        this.#goOnFrom(state, state.snapshot, { wentBack: true });
      } catch (error) {
        if (!mayReplace) throw error;
        await limit(store.delete(key));
        return this.#open(limit, false);
      }
    }
    this.#base = pending.stored;
    return positionOf(state);
  }

  /** Takes in what an append gave. */
  #absorb(state: JournalState, at: JournalPosition, batch: readonly JournalEntry[], frames: readonly string[]): void {
    const { replica, pending } = this.#parts;
    const isOwn = this.#others.length === 0;
    const last = batch.at(-1)?.seq ?? 0;
    let full = false;
    if (state.snapshot !== undefined) {
      this.#astray++;
      // What is said of another's last number is no news of this worker's own.
      const last = isOwn ? state.last : undefined;
      full = this.#goOnFrom(state, state.snapshot, { wentBack: state.offset < at.offset, last, base: this.#base });
    } else {
      const base = this.#confirmed;
      if (base !== undefined) restoreInto(this.#parts, base);
      if (isOwn && base === undefined && isJust(state.entries, frames)) {
        for (const entry of batch) pending.confirmed(entry.seq, replica.apply(entry));
        full = this.#crossesSize(at.offset, state.offset);
      } else {
        full = this.#applyAll(state);
        if (isOwn && (pending.entries[0]?.seq ?? Number.POSITIVE_INFINITY) <= last)
          throw new Error("The journal's append did not give back the entries that it was given");
        if (!isOwn) this.#others.shift();
      }
    }
    this.#confirmed = undefined;
    this.#at = positionOf(state);
    if (full) void this.#compact(this.#at);
  }

  /**
   * Puts the replica into a state that need not go on from what it had: it was compacted meanwhile, or the store lost what
   * came last and goes on from before that. What it lost is put back, as far as this worker knows it, and the rest told. True:
   * an own entry has filled the log up.
   */
  #goOnFrom(state: JournalState, snapshot: Uint8Array, loss: Loss): boolean {
    const seen = this.#seen.all();
    const isSame = restoreInto(this.#parts, snapshot);
    this.#fitSize(snapshot);
    const full = this.#applyAll(state);
    const lost = recallOwn(this.#parts, isSame, loss);
    const others = missing(isSame ? seen : [], this.#parts.replica);
    this.#others = others.known;
    tellLost(lost + (loss.wentBack || lost > 0 ? others.unsure : 0));
    return full;
  }

  /** Applies entries in order and settles the own among them. True: an own entry has filled the log up. */
  #applyAll({ entries, offset }: JournalState): boolean {
    const { replica, pending } = this.#parts;
    let at = offset - entries.length;
    let full = false;
    for (const entry of readEntries(entries)) {
      const end = at + entry.size;
      if (entry.writer === pending.writer) {
        pending.confirmed(entry.seq, replica.apply(entry));
        full ||= this.#crossesSize(at, end);
      } else {
        replica.applyForeign(entry);
        this.#seen.add(entry);
      }
      at = end;
    }
    return full;
  }

  /** Nobody waits for it: where it fails, the log is longer until the next. */
  async #compact(at: JournalPosition): Promise<void> {
    const { store, key, replica } = this.#parts;
    try {
      const snapshot = replica.toBytes();
      this.#fitSize(snapshot);
      await store.compact(key, at, snapshot);
    } catch (error) {
      publishError(error, "store");
    }
  }

  #crossesSize(from: number, to: number): boolean {
    return Math.floor(from / this.#compactSize) !== Math.floor(to / this.#compactSize);
  }

  /** No less log than snapshot, so that no more is written for snapshots than for calls. Doubled, so that steps stay even. */
  #fitSize(snapshot: Uint8Array): void {
    this.#compactSize = COMPACT_SIZE;
    while (this.#compactSize < snapshot.length) this.#compactSize *= 2;
  }
}

function positionOf({ incarnation, offset, mark }: JournalState): JournalPosition {
  return { incarnation, offset, mark };
}

/** Entries of others that are not in the replica. */
interface Missing {
  /** By writer, what can be put back. Those behind a gap stay away, since what fills it could not follow. */
  readonly known: (readonly JournalEntry[])[];
  /** How many are of writers that are not known, but may have been forgotten: nothing is counted twice for that. */
  readonly unsure: number;
}

function missing(seen: readonly FramedEntry[], replica: Replica): Missing {
  const byWriter = new Map<string, FramedEntry[]>();
  let unsure = 0;
  for (const entry of seen) {
    const found = byWriter.get(entry.writer) ?? [];
    const last = found.at(-1)?.seq ?? replica.seqOf(entry.writer);
    if (last === 0 && replica.isFull) unsure++;
    else if (entry.seq === last + 1) {
      found.push(entry);
      byWriter.set(entry.writer, found);
    }
  }
  return { known: [...byWriter.values()], unsure };
}

/** Whether nobody but this worker did anything, so that what it sent need not be read back. */
function isJust(entries: string, frames: readonly string[]): boolean {
  return entries === (frames.length === 1 ? frames[0] : frames.join(""));
}
