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
export declare class ContentionError extends Error {
    constructor(tries: number);
}
/** Restores a stored state into the replica. True: its key is the same as before. */
export declare function restoreInto<Store>({ replica, onState }: DriverParts<Store>, bytes: Uint8Array): boolean;
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
export declare function recallOwn<Store>({ replica, pending }: DriverParts<Store>, isSameKey: boolean, { wentBack, last, base }?: Loss): number;
export declare function tellLost(count: number): void;
