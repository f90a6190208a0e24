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
export declare class ContentionError extends Error {
    constructor(tries: number);
}
/** Puts the replica into a stored state, and says what changed with it. True: its key is the same as before. */
export declare function restoreInto<Store>({ replica, onState }: DriverParts<Store>, bytes: Uint8Array): boolean;
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
export declare function recallOwn<Store>({ replica, pending }: DriverParts<Store>, isSameKey: boolean, { wentBack, last, base }?: Loss): number;
export declare function tellLost(count: number): void;
