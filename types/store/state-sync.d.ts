/** Sends a worker's entries to a store: the way for a `StateStore`, what both ways have, outages and limits of time. */
import type { LocalState, PendingEntries } from "./local-state.ts";
import type { StateStore } from "./store-interface.ts";
import type { LogSettings } from "./stored-run-options.ts";
/** Waits for one call of the store, up to a limit, and uses its answer: see `timeLimit`. */
export type Limit = <T, U = T>(promise: Promise<T>, use?: (answer: T) => U | Promise<U>) => Promise<U>;
export interface StoreSync {
    /** The local state has the state of the store, and its key. */
    readonly connected: boolean;
    /**
     * Sends all entries that are pending now, applies the store's state to the local state, and settles the entries. `catchUp`: asks
     * the store even if nothing is pending. If it rejects, the next exchange continues from the same state.
     */
    exchange(limit: Limit, catchUp: boolean): Promise<void>;
    /** Called before entries that the store does not have are applied to the local state. */
    fork(): void;
}
export interface SyncParts<Store> extends LogSettings {
    readonly store: Store & LogSettings["store"];
    readonly key: string;
    readonly local: LocalState;
    readonly pending: PendingEntries;
    /** Called when the local state has a state of the store; `rekeyed`: under another key than before. */
    onState(rekeyed: boolean): void;
}
/** This worker lost every race for a key. That is no outage; it tries again later. */
export declare class ContentionError extends Error {
    constructor(tries: number);
}
/** Restores a stored state into the local state. True: its key is the same as before. */
export declare function restoreInto<Store>({ local, onState }: SyncParts<Store>, bytes: Uint8Array): boolean;
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
 * The local state has the store's state, from which own entries may be missing. These become pending again. Gives the number that
 * cannot: they are no longer remembered, or are under a key that the run no longer has.
 *
 * If so many others wrote that this writer may have been forgotten, entries that may still be in the store are not sent again;
 * they count as lost if the store has lost anything.
 */
export declare function recallOwn<Store>({ local, pending }: SyncParts<Store>, isSameKey: boolean, { wentBack, last, base }?: Loss): number;
export declare function tellLost(count: number): void;
export declare function stateSync(parts: SyncParts<StateStore>): StoreSync;
export declare class Outage {
    #private;
    /** Why the last exchange failed; `undefined`: it did not. */
    cause: unknown;
    constructor(settings: LogSettings);
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
 * Limits how long all waits of an exchange with a store may take together, from now on. A wait gives the answer, or the result
 * of `use` on it. It rejects after the limit; a later answer is ignored.
 */
export declare function timeLimit(ms: number): Limit;
