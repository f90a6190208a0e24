/** The driver of a `JournalStore`: sends entries, and applies all that the store returns, in its order. */
import { publishError } from "../rules/diagnostics.ts";
import { type LocalState, RECENT_MAX, Ring } from "./local-state.ts";
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
import {
  type FramedEntry,
  frameEntry,
  type JournalEntry,
  type JournalPosition,
  type JournalState,
  type JournalStore,
  readEntries,
} from "./store-interface.ts";

/** The minimum number of characters between two snapshots. The worker whose entry exceeds it writes the snapshot. */
const COMPACT_SIZE = 1 << 16;
/** Entries sent at a time. */
const BATCH_MAX = 1000;
/** How often the key may be lost, or this worker's position, during one exchange. */
const LIVES_MAX = 4;

export class JournalDriver implements StoreDriver {
  readonly #parts: DriverParts<JournalStore>;
  #at: JournalPosition | undefined;
  /** The state at `#at`, while the local state is ahead of the store. */
  #confirmed: Uint8Array | undefined;
  /** The last append had no answer. A client may still hold it, so the next one has only one entry. */
  #hangs = false;
  /** The last entries of other workers in the store. */
  readonly #seen = new Ring<FramedEntry>(RECENT_MAX);
  /** Those of them that the store lost, and that this worker puts back, by writer. */
  #others: (readonly JournalEntry[])[] = [];
  /** The number of the last own entry in the store when the journal was opened. */
  #base = 0;
  /** How often during this exchange this worker's position was not in the log. */
  #conflicts = 0;
  /** Characters of entries between two snapshots. */
  #compactSize = COMPACT_SIZE;

  constructor(parts: DriverParts<JournalStore>) {
    this.#parts = parts;
  }

  get connected(): boolean {
    return this.#at !== undefined;
  }

  fork(): void {
    if (this.#at !== undefined) this.#confirmed ??= this.#parts.local.toBytes();
  }

  exchange(limit: Limit, catchUp: boolean): Promise<void> {
    const { pending } = this.#parts;
    const { last } = pending;
    const at = this.#at;
    this.#conflicts = 0;
    if (at === undefined || catchUp || this.#others.length > 0 || pending.entries.length === 0)
      return this.#exchangeAll(limit, catchUp);
    // The usual case needs no loop, which would be one more promise for each decision.
    return this.#append(limit, at, (isOver) => {
      if (isOver) this.#forget();
      return this.#hasUnsent(last) ? this.#exchangeAll(limit, false) : undefined;
    });
  }

  async #exchangeAll(limit: Limit, catchUp: boolean): Promise<void> {
    const { last } = this.#parts.pending; // later entries wait, or those of a busy worker would keep all others waiting
    for (let lives = 0; lives < LIVES_MAX; lives++) {
      let behind = catchUp && this.#at !== undefined;
      this.#at ??= await this.#open(limit);
      let isOver = false;
      while ((behind || this.#hasUnsent(last)) && !isOver) {
        if (this.#conflicts > LIVES_MAX) throw new ContentionError(this.#conflicts);
        behind = false;
        isOver = await this.#append(limit, this.#at, (over) => over);
      }
      if (!isOver) return;
      this.#forget();
    }
    throw new ContentionError(LIVES_MAX);
  }

  /** Whether there is something to send: lost entries of others, or own entries up to `last`. */
  #hasUnsent(last: number): boolean {
    return this.#others.length > 0 || this.#parts.pending.hasUpTo(last);
  }

  /** The key was lost. The local state has everything that this worker knows of it. */
  #forget(): void {
    this.#at = this.#confirmed = undefined;
  }

  /** Sends a batch and applies the answer; `use` receives whether the key was lost. */
  #append<T>(limit: Limit, at: JournalPosition, use: (isOver: boolean) => T | Promise<T>): Promise<T> {
    const { store, key, pending } = this.#parts;
    // Lost entries of others come first, since they were there first.
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
        return use(true); // opened again, which replaces it
      }
      return use(false);
    });
  }

  async #open(limit: Limit, mayReplace = this.#parts.replaceUnreadable): Promise<JournalPosition> {
    const { store, key, local, pending } = this.#parts;
    const proposal = local.toBytes();
    const state = await limit(store.open(key, proposal));
    if (state.snapshot === undefined) {
      this.#parts.onState(false);
      // The proposal contains them.
      pending.confirmed(local.seqOf(pending.writer), undefined);
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

  /** Applies the answer to an append. */
  #absorb(state: JournalState, at: JournalPosition, batch: readonly JournalEntry[], frames: readonly string[]): void {
    const { local, pending } = this.#parts;
    const isOwn = this.#others.length === 0;
    const last = batch.at(-1)?.seq ?? 0;
    let full = false;
    if (state.snapshot !== undefined) {
      this.#conflicts++;
      // `state.last` is about the writer of the batch.
      const last = isOwn ? state.last : undefined;
      full = this.#goOnFrom(state, state.snapshot, { wentBack: state.offset < at.offset, last, base: this.#base });
    } else {
      const base = this.#confirmed;
      if (base !== undefined) restoreInto(this.#parts, base);
      if (isOwn && base === undefined && isJust(state.entries, frames)) {
        for (const entry of batch) pending.confirmed(entry.seq, local.apply(entry));
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
   * Restores a state that may not follow from the local state's: the log was compacted, or the store lost its last entries. Lost
   * entries are put back as far as this worker has them; the loss of others is published. True: a snapshot is due.
   */
  #goOnFrom(state: JournalState, snapshot: Uint8Array, loss: Loss): boolean {
    const seen = this.#seen.all();
    const isSame = restoreInto(this.#parts, snapshot);
    this.#fitSize(snapshot);
    const full = this.#applyAll(state);
    const lost = recallOwn(this.#parts, isSame, loss);
    const others = missing(isSame ? seen : [], this.#parts.local);
    this.#others = others.known;
    tellLost(lost + (loss.wentBack || lost > 0 ? others.unsure : 0));
    return full;
  }

  /** Applies entries in order and settles own ones. True: an own entry exceeded the size, so a snapshot is due. */
  #applyAll({ entries, offset }: JournalState): boolean {
    const { local, pending } = this.#parts;
    let at = offset - entries.length;
    let full = false;
    for (const entry of readEntries(entries)) {
      const end = at + entry.size;
      if (entry.writer === pending.writer) {
        pending.confirmed(entry.seq, local.apply(entry));
        full ||= this.#crossesSize(at, end);
      } else {
        local.applyForeign(entry);
        this.#seen.add(entry);
      }
      at = end;
    }
    return full;
  }

  /** Not awaited: if it fails, the log stays longer until the next snapshot. */
  async #compact(at: JournalPosition): Promise<void> {
    const { store, key, local } = this.#parts;
    try {
      const snapshot = local.toBytes();
      this.#fitSize(snapshot);
      await store.compact(key, at, snapshot);
    } catch (error) {
      publishError(error, "store");
    }
  }

  #crossesSize(from: number, to: number): boolean {
    return Math.floor(from / this.#compactSize) !== Math.floor(to / this.#compactSize);
  }

  /** The log is at least as long as the snapshot, so that snapshots cost no more writes than calls. A power of two. */
  #fitSize(snapshot: Uint8Array): void {
    this.#compactSize = COMPACT_SIZE;
    while (this.#compactSize < snapshot.length) this.#compactSize *= 2;
  }
}

const positionOf = ({ incarnation, offset, mark }: JournalState): JournalPosition => ({ incarnation, offset, mark });

/** Entries of other workers that are missing in the local state. */
interface Missing {
  /** Those that can be put back, by writer: none after a gap, which could not be filled later. */
  readonly known: (readonly JournalEntry[])[];
  /** The number of entries whose writer the local state may have forgotten; they are not put back, or they could count twice. */
  readonly unsure: number;
}

function missing(seen: readonly FramedEntry[], local: LocalState): Missing {
  const byWriter = new Map<string, FramedEntry[]>();
  let unsure = 0;
  for (const entry of seen) {
    const found = byWriter.get(entry.writer) ?? [];
    const last = found.at(-1)?.seq ?? local.seqOf(entry.writer);
    if (last === 0 && local.isFull) unsure++;
    else if (entry.seq === last + 1) {
      found.push(entry);
      byWriter.set(entry.writer, found);
    }
  }
  return { known: [...byWriter.values()], unsure };
}

/** Whether only this worker's entries came back, so that they need not be parsed. */
function isJust(entries: string, frames: readonly string[]): boolean {
  return entries === (frames.length === 1 ? frames[0] : frames.join(""));
}
