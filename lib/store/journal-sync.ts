/** The way for a `JournalStore`: sends entries, and applies all that the store returns, in its order. */
import { Ring } from "../base/property.ts";
import { publishError } from "../rules/diagnostics.ts";
import { type FramedEntry, frameEntry, type JournalEntry, readEntries } from "./journal-entries.ts";
import { type LocalState, RECENT_MAX } from "./local-state.ts";
import {
  ContentionError,
  type Limit,
  type Loss,
  recallOwn,
  restoreInto,
  type StoreSync,
  type SyncParts,
  tellLost,
} from "./state-sync.ts";
import type { JournalPosition, JournalState, JournalStore } from "./store-interface.ts";

/** The minimum number of characters between two snapshots. The worker whose entry exceeds it writes the snapshot. */
const COMPACT_SIZE = 1 << 16;
/** Entries sent at a time. */
const BATCH_MAX = 1000;
/** How often the key may be lost, or this worker's position, during one exchange. */
const LIVES_MAX = 4;

export function journalSync(parts: SyncParts<JournalStore>): StoreSync {
  const { store, key, local, pending } = parts;
  let position: JournalPosition | undefined;
  /** The state at `position`, while the local state is ahead of the store. */
  let confirmed: Uint8Array | undefined;
  /** The last append had no answer. A client may still hold it, so the next one has only one entry. */
  let hangs = false;
  /** The last entries of other workers in the store. */
  const recent = new Ring<FramedEntry>(RECENT_MAX);
  /** Those of them that the store lost, and that this worker puts back, by writer. */
  let others: (readonly JournalEntry[])[] = [];
  /** The number of the last own entry in the store when the journal was opened. */
  let base = 0;
  /** How often during this exchange this worker's position was not in the log. */
  let conflicts = 0;
  /** Characters of entries between two snapshots. */
  let compactSize = COMPACT_SIZE;

  async function exchangeAll(limit: Limit, catchUp: boolean): Promise<void> {
    const { last } = pending; // later entries wait, or those of a busy worker would keep all others waiting
    for (let lives = 0; lives < LIVES_MAX; lives++) {
      let behind = catchUp && position !== undefined;
      position ??= await open(limit);
      let isOver = false;
      while ((behind || hasUnsent(last)) && !isOver) {
        if (conflicts > LIVES_MAX) throw new ContentionError(conflicts);
        behind = false;
        isOver = await append(limit, position, (over) => over);
      }
      if (!isOver) return;
      forget();
    }
    throw new ContentionError(LIVES_MAX);
  }

  /** Whether there is something to send: lost entries of others, or own entries up to `last`. */
  const hasUnsent = (last: number): boolean => others.length > 0 || pending.hasUpTo(last);

  /** The key was lost. The local state has everything that this worker knows of it. */
  function forget(): void {
    position = confirmed = undefined;
  }

  /** Sends a batch and applies the answer; `use` receives whether the key was lost. */
  function append<T>(limit: Limit, at: JournalPosition, use: (isOver: boolean) => T | Promise<T>): Promise<T> {
    // Lost entries of others come first, since they were there first.
    const batch = others[0] ?? pending.batch(hangs ? 1 : BATCH_MAX);
    const { writer, seq } = batch[0] ?? { writer: pending.writer, seq: 1 };
    const frames = batch.map(frameEntry);
    hangs = true;
    return limit(store.append(key, at, writer, seq, frames), (state) => {
      hangs = false;
      if (state === "gone") return use(true);
      try {
        absorb(state, at, batch, frames);
      } catch (error) {
        if (!parts.replaceUnreadable) throw error;
        return use(true); // opened again, which replaces it
      }
      return use(false);
    });
  }

  async function open(limit: Limit, mayReplace = parts.replaceUnreadable): Promise<JournalPosition> {
    const state = await limit(store.open(key, local.toBytes()));
    if (state.snapshot === undefined) {
      parts.onState(false);
      // The proposal contains them.
      pending.confirmed(local.seqOf(pending.writer), undefined);
    } else {
      try {
        goOnFrom(state, state.snapshot, { wentBack: true });
      } catch (error) {
        if (!mayReplace) throw error;
        await limit(store.delete(key));
        return open(limit, false);
      }
    }
    base = pending.stored;
    return positionOf(state);
  }

  /** Applies the answer to an append. */
  function absorb(
    state: JournalState,
    at: JournalPosition,
    batch: readonly JournalEntry[],
    frames: readonly string[],
  ): void {
    const isOwn = others.length === 0;
    const last = batch.at(-1)?.seq ?? 0;
    let full = false;
    if (state.snapshot !== undefined) {
      conflicts++;
      // `state.last` is about the writer of the batch.
      const last = isOwn ? state.last : undefined;
      full = goOnFrom(state, state.snapshot, { wentBack: state.offset < at.offset, last, base });
    } else {
      const before = confirmed;
      if (before !== undefined) restoreInto(parts, before);
      if (isOwn && before === undefined && isJust(state.entries, frames)) {
        for (const entry of batch) pending.confirmed(entry.seq, local.apply(entry));
        full = crossesSize(at.offset, state.offset);
      } else {
        full = applyAll(state);
        if (isOwn && pending.hasUpTo(last))
          throw new Error("The journal's append did not give back the entries that it was given");
        if (!isOwn) others.shift();
      }
    }
    confirmed = undefined;
    position = positionOf(state);
    if (full) void compact(position);
  }

  /**
   * Restores a state that may not follow from the local state's: the log was compacted, or the store lost its last entries. Lost
   * entries are put back as far as this worker has them; the loss of others is published. True: a snapshot is due.
   */
  function goOnFrom(state: JournalState, snapshot: Uint8Array, loss: Loss): boolean {
    const seen = recent.all();
    const isSame = restoreInto(parts, snapshot);
    fitSize(snapshot);
    const full = applyAll(state);
    const lost = recallOwn(parts, isSame, loss);
    const { known, unsure } = missing(isSame ? seen : [], local);
    others = known;
    tellLost(lost + (loss.wentBack || lost > 0 ? unsure : 0));
    return full;
  }

  /** Applies entries in order and settles own ones. True: an own entry exceeded the size, so a snapshot is due. */
  function applyAll({ entries, offset }: JournalState): boolean {
    let at = offset - entries.length;
    let full = false;
    for (const entry of readEntries(entries)) {
      const end = at + entry.size;
      if (entry.writer === pending.writer) {
        pending.confirmed(entry.seq, local.apply(entry));
        full ||= crossesSize(at, end);
      } else {
        local.applyForeign(entry);
        recent.add(entry);
      }
      at = end;
    }
    return full;
  }

  /** Not awaited: if it fails, the log stays longer until the next snapshot. */
  async function compact(at: JournalPosition): Promise<void> {
    try {
      const snapshot = local.toBytes();
      fitSize(snapshot);
      await store.compact(key, at, snapshot);
    } catch (error) {
      publishError(error, "store");
    }
  }

  const crossesSize = (from: number, to: number): boolean =>
    Math.floor(from / compactSize) !== Math.floor(to / compactSize);

  /** The log is at least as long as the snapshot, so that snapshots cost no more writes than calls. A power of two. */
  function fitSize(snapshot: Uint8Array): void {
    compactSize = COMPACT_SIZE;
    while (compactSize < snapshot.length) compactSize *= 2;
  }

  return {
    get connected() {
      return position !== undefined;
    },
    fork() {
      if (position !== undefined) confirmed ??= local.toBytes();
    },
    exchange(limit, catchUp) {
      const { last } = pending;
      conflicts = 0;
      if (position === undefined || catchUp || others.length > 0 || pending.entries.length === 0)
        return exchangeAll(limit, catchUp);
      // The usual case needs no loop, which would be one more promise for each decision.
      return append(limit, position, (isOver) => {
        if (isOver) forget();
        return hasUnsent(last) ? exchangeAll(limit, false) : undefined;
      });
    },
  };
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
