/** Sends a worker's entries to a store and applies those of others; there is a driver for each kind of store. */
import { publishError } from "../report/diagnostics.ts";
import type { PendingEntries } from "./pending-entries.ts";
import type { Replica } from "./replica.ts";

/** Waits for one call of the store, up to a limit, and uses its answer: see `Patience`. */
export type Limit = <T, U = T>(promise: Promise<T>, use?: (answer: T) => U | Promise<U>) => Promise<U>;

export interface StoreDriver {
  /** The replica has the state of the store, and its key. */
  readonly connected: boolean;
  /**
   * Sends all entries that are pending now, applies the store's state to the replica, and settles the entries. `catchUp`: asks
   * the store even if nothing is pending. If it rejects, the next exchange continues from the same state.
   */
  exchange(limit: Limit, catchUp: boolean): Promise<void>;
  /** Called before entries that the store does not have are applied to the replica. */
  fork(): void;
}

export interface DriverParts<Store> {
  readonly store: Store;
  readonly key: string;
  readonly replica: Replica;
  readonly pending: PendingEntries;
  /** The limit for a whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Called when the replica has a state of the store; `rekeyed`: under another key than before. */
  onState(rekeyed: boolean): void;
  /** Stored bytes that cannot be read are replaced. */
  readonly replaceUnreadable: boolean;
}

/** This worker lost every race for a key. That is no outage; it tries again later. */
export class ContentionError extends Error {
  constructor(tries: number) {
    super(`The stored run changed ${tries} times while this worker tried to add to it`);
  }
}

/** Restores a stored state into the replica. True: its key is the same as before. */
export function restoreInto<Store>({ replica, onState }: DriverParts<Store>, bytes: Uint8Array): boolean {
  const { engine } = replica;
  replica.restore(bytes);
  const isSame = replica.engine === engine;
  onState(!isSame);
  return isSame;
}

/** What is known about a loss, besides the state that the store has now. */
export interface Loss {
  /** The store has certainly lost something. */
  readonly wentBack?: boolean;
  /** The number of the last own entry in the store, if the store gives it. */
  readonly last?: number | undefined;
  /** Own entries up to this number were in the store, or published as lost, when the journal was opened. */
  readonly base?: number;
}

/**
 * The replica has the store's state, from which own entries may be missing. These become pending again. Gives the number that
 * cannot: they are no longer remembered, or are under a key that the run no longer has.
 *
 * If so many others wrote that this writer may have been forgotten, entries that may still be in the store are not sent again;
 * they count as lost if the store has lost anything.
 */
export function recallOwn<Store>(
  { replica, pending }: DriverParts<Store>,
  isSameKey: boolean,
  { wentBack = false, last, base = 0 }: Loss = {},
): number {
  const mayBeForgotten = replica.seqOf(pending.writer) === 0 && replica.isFull;
  const known = Math.max(last ?? 0, replica.seqOf(pending.writer));
  pending.confirmed(known, undefined); // also what was stored although its answer was lost
  if (!mayBeForgotten) return pending.recall(known, isSameKey);
  if (last !== undefined) return pending.recall(Math.max(last, base), isSameKey);
  return wentBack ? pending.recall(known, false) : 0;
}

export function tellLost(count: number): void {
  if (count > 0)
    publishError(new Error(`The store has lost up to ${count} calls of a run that it had confirmed`), "store");
}
