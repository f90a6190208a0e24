/** How a worker's entries get into a store, and those of others out of it; one for each kind of store. */
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

/** Puts the replica into a stored state, and says what changed with it. */
export function restoreInto<Store>({ replica, onState }: DriverParts<Store>, bytes: Uint8Array): void {
  const { engine } = replica;
  replica.restore(bytes);
  onState(replica.engine !== engine);
}
