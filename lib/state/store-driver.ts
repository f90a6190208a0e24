/** How a worker's entries get into a store, and those of others out of it; one for each kind of store. */
import { publishError } from "../report/diagnostics.ts";
import type { PendingEntries } from "./pending-entries.ts";
import type { Replica } from "./replica.ts";

/** Waits for one call of the store, not too long, and puts its answer to use: see `Patience`. */
export type Limit = <T, U = T>(promise: Promise<T>, use?: (answer: T) => U | Promise<U>) => Promise<U>;

export interface StoreDriver {
  /** The state of the store is known to the replica, and so is its key. */
  readonly connected: boolean;
  /**
   * Puts every entry that is pending now into the store and the replica into the store's state, and settles them; with `catchUp` the
   * store is asked even where there is none. Rejects when it could not; the replica is then as good as before, and the next
   * exchange goes on from there.
   */
  exchange(limit: Limit, catchUp: boolean): Promise<void>;
  /** Entries are about to be applied to the replica that the store does not have. */
  fork(): void;
}

/** What both drivers work on. */
export interface DriverParts<Store> {
  readonly store: Store;
  readonly key: string;
  readonly replica: Replica;
  readonly pending: PendingEntries;
  /** Milliseconds that an exchange may take in all. */
  readonly timeoutMs: number;
  /** The replica has a state of the store: `known` after the first, `rekeyed` when its key is another than before. */
  onState(rekeyed: boolean): void;
  /** Bytes that cannot be read are to be replaced. */
  readonly replaceUnreadable: boolean;
}

/** Many workers raced for one key, and this one lost each time: no outage, only a reason to try again later. */
export class ContentionError extends Error {
  constructor(tries: number) {
    super(`The stored run changed ${tries} times while this worker tried to add to it`);
  }
}

/** Puts the replica into a stored state, and says what changed with it. True: its key is the same as before. */
export function restoreInto<Store>({ replica, onState }: DriverParts<Store>, bytes: Uint8Array): boolean {
  const { engine } = replica;
  replica.restore(bytes);
  const isSame = replica.engine === engine;
  onState(!isSame);
  return isSame;
}

/** What is known of a loss, besides the state that the store goes on from. */
export interface Loss {
  /** The store has lost something for sure. */
  readonly wentBack?: boolean;
  /** The number of the last own entry that is there, where the store says it. */
  readonly last?: number | undefined;
  /** Own entries up to here were there, or told to be lost, when this life of the key began for this worker. */
  readonly base?: number;
}

/**
 * The replica has the store's state, which need not go on from what it had: own entries that were stored and are not there
 * any more wait once more. How many cannot: they are too many, or under a key that the run does not have any more.
 *
 * Where so many others wrote that this worker may have been forgotten, nothing is sent that may be there already. It counts as
 * lost where the store has lost anything.
 */
export function recallOwn<Store>(
  { replica, pending }: DriverParts<Store>,
  isSameKey: boolean,
  { wentBack = false, last, base = 0 }: Loss = {},
): number {
  const mayBeForgotten = replica.seqOf(pending.writer) === 0 && replica.isFull;
  const known = Math.max(last ?? 0, replica.seqOf(pending.writer));
  pending.confirmed(known, undefined); // also what was done although its answer was lost
  if (!mayBeForgotten) return pending.recall(known, isSameKey);
  if (last !== undefined) return pending.recall(Math.max(last, base), isSameKey);
  return wentBack ? pending.recall(known, false) : 0;
}

export function tellLost(count: number): void {
  if (count > 0)
    publishError(new Error(`The store has lost up to ${count} calls of a run that it had confirmed`), "store");
}
