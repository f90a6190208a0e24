import type { PendingEntries } from "./pending-entries.ts";
import type { Replica } from "./replica.ts";
import type { StateStore } from "./state-store.ts";
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
export declare class SwapDriver implements StoreDriver {
    #private;
    constructor(parts: DriverParts<StateStore>);
    /** Before the first save, another worker may save first, under another key. */
    get connected(): boolean;
    /** Nothing to keep: after a lost race, the store's value is loaded. */
    fork(): void;
    exchange(limit: Limit, catchUp: boolean): Promise<void>;
}
export declare class Outage {
    #private;
    /** Why the last exchange failed; `undefined`: it did not. */
    cause: unknown;
    constructor(retryAfterMs: number);
    /** Whether the store is not asked for now. */
    get resting(): boolean;
    began(reason: unknown): void;
    ended(): void;
    /** Publishes that entries were dropped that the store may not have; `why` ends the sentence. */
    lost(count: number, why: string): void;
    /** The store may be asked at once. */
    wake(): void;
}
/**
 * Limits how long an exchange with a store may take. One timer serves all waits, since nearly all end before it, and a timer
 * takes longer to set and clear than `ref` and `unref` do.
 */
export declare class Patience {
    #private;
    constructor(ms: number);
    /** From now on, all waits together have the limit. Without it, each wait has its own. */
    begin(): void;
    /** The answer, or the result of `use` on it. Rejects after the limit; a later answer is ignored. */
    readonly limit: <T, U = T>(promise: Promise<T>, use?: (answer: T) => U | Promise<U>) => Promise<U>;
}
