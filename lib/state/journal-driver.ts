/** A store that puts entries in order itself: send them, and apply what comes back, own entries among those of others. */
import { publishError } from "../diagnostics.ts";
import { frameEntry, readEntries } from "./journal-entry.ts";
import type { PendingEntry } from "./pending-entries.ts";
import type { JournalPosition, JournalState, JournalStore } from "./state-store.ts";
import { ContentionError, type DriverParts, type Limit, restoreInto, type StoreDriver } from "./store-driver.ts";

/** Characters of entries between two snapshots. Who writes the entry that fills it up, writes the snapshot. */
const COMPACT_SIZE = 1 << 16;
/** Entries sent at a time. */
const BATCH_MAX = 1000;
/** How often a life of the key may end while it is being opened. */
const LIVES_MAX = 4;

export class JournalDriver implements StoreDriver {
  readonly #parts: DriverParts<JournalStore>;
  #at: JournalPosition | undefined;
  /** The state at `#at`, while the replica is ahead of the store. */
  #confirmed: Uint8Array | undefined;
  /** The last append has no answer. Clients keep what they could not send yet, so the next one has one entry, and not all. */
  #hangs = false;

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
    if (at === undefined || catchUp || pending.entries.length === 0) return this.#exchangeAll(limit, catchUp);
    // The usual one needs no loop, which would be one more promise in each decision.
    return this.#append(limit, at, (isOver) => {
      if (isOver) this.#forget();
      return pending.hasUpTo(last) ? this.#exchangeAll(limit, false) : undefined;
    });
  }

  async #exchangeAll(limit: Limit, catchUp: boolean): Promise<void> {
    const { pending } = this.#parts;
    const { last } = pending; // no more: who goes on and on would keep all others waiting
    for (let lives = 0; lives < LIVES_MAX; lives++) {
      let behind = catchUp && this.#at !== undefined;
      this.#at ??= await this.#open(limit);
      let isOver = false;
      while ((behind || pending.hasUpTo(last)) && !isOver) {
        behind = false;
        isOver = await this.#append(limit, this.#at, (over) => over);
      }
      if (!isOver) return;
      this.#forget();
    }
    throw new ContentionError(LIVES_MAX);
  }

  /** The life of the key is over. The replica has all that the lost server had told it, so it stands for that. */
  #forget(): void {
    this.#at = this.#confirmed = undefined;
  }

  /** Sends what waits and takes in what comes back; `use` is told whether the life of the key is over. */
  #append<T>(limit: Limit, at: JournalPosition, use: (isOver: boolean) => T | Promise<T>): Promise<T> {
    const { store, key, pending } = this.#parts;
    const batch = pending.entries.slice(0, this.#hangs ? 1 : BATCH_MAX);
    const frames = batch.map(frameEntry);
    this.#hangs = true;
    return limit(store.append(key, at, pending.writer, batch[0]?.seq ?? 1, frames), (state) => {
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
    } else {
      try {
        restoreInto(this.#parts, state.snapshot);
        this.#applyAll(state.entries);
      } catch (error) {
        if (!mayReplace) throw error;
        await limit(store.delete(key));
        return this.#open(limit, false);
      }
    }
    // What the proposal had in it, or an append whose answer was lost.
    pending.confirmed(replica.seqOf(pending.writer), undefined);
    return { incarnation: state.incarnation, offset: state.offset };
  }

  /** Takes in what an append gave. */
  #absorb(state: JournalState, at: JournalPosition, batch: readonly PendingEntry[], frames: readonly string[]): void {
    const { replica, pending } = this.#parts;
    const base = state.snapshot ?? this.#confirmed;
    if (base !== undefined) restoreInto(this.#parts, base);
    this.#confirmed = undefined;
    let full = false;
    if (base === undefined && isJust(state.entries, frames)) {
      for (const entry of batch) pending.confirmed(entry.seq, replica.apply(entry));
      full = crossesSize(at.offset, state.offset);
    } else {
      full = this.#applyAll(state.entries, state.offset - state.entries.length);
      const last = batch.at(-1)?.seq ?? 0;
      // A snapshot may have them without saying so: it remembers the last writers only.
      if (state.snapshot === undefined && (pending.entries[0]?.seq ?? Number.POSITIVE_INFINITY) <= last)
        throw new Error("The journal's append did not give back the entries that it was given");
      pending.confirmed(Math.max(last, replica.seqOf(pending.writer)), undefined);
    }
    this.#at = { incarnation: state.incarnation, offset: state.offset };
    if (full) void this.#compact(this.#at);
  }

  /** Applies entries in order and settles the own among them. True: an own entry has filled the log up. */
  #applyAll(entries: string, start = 0): boolean {
    const { replica, pending } = this.#parts;
    let at = start;
    let full = false;
    for (const entry of readEntries(entries)) {
      const end = at + entry.size;
      if (entry.writer === pending.writer) {
        pending.confirmed(entry.seq, replica.apply(entry));
        full ||= crossesSize(at, end);
      } else {
        replica.applyForeign(entry);
      }
      at = end;
    }
    return full;
  }

  /** Nobody waits for it: where it fails, the log is longer until the next. */
  async #compact(at: JournalPosition): Promise<void> {
    const { store, key, replica } = this.#parts;
    try {
      await store.compact(key, at, replica.toBytes());
    } catch (error) {
      publishError(error, "store");
    }
  }
}

/** Whether nobody but this worker did anything, so that what it sent need not be read back. */
function isJust(entries: string, frames: readonly string[]): boolean {
  return entries === (frames.length === 1 ? frames[0] : frames.join(""));
}

function crossesSize(from: number, to: number): boolean {
  return Math.floor(from / COMPACT_SIZE) !== Math.floor(to / COMPACT_SIZE);
}
