import type { Event } from "../core/event.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied } from "../run/open-calls.ts";
import { Replica } from "./replica.ts";
import type { JournalStore, StateStore } from "./state-store.ts";
export interface LogSettings {
    readonly store: StateStore | JournalStore;
    readonly timeoutMs: number;
    readonly retryAfterMs: number;
    readonly maxPending: number;
    readonly throws: boolean;
    readonly replaceUnreadable: boolean;
}
export declare class SharedLog {
    #private;
    readonly replica: Replica;
    /** `onKey`: called when the digests of the run are under another key than before. */
    constructor(key: string, base: GuardEngine, settings: LogSettings, onKey: (key: Uint8Array) => void);
    /** Nothing waits for the next exchange, such as a round that began: the replica has what this worker knows. */
    get sentAll(): boolean;
    /** Adds an event; it is sent with the next exchange. */
    push(event: Event, characters?: number): void;
    /** Adds an event and gives its result. Rejects if the host asked for the store's errors. */
    submit(event: Event, characters?: number): Promise<Applied>;
    /** Sends what waits and applies what others did; gives whether the store has everything. */
    flush(): Promise<boolean>;
    /** The result of `look` on the replica, after an exchange that begins now or later. */
    caughtUp<T>(look: (replica: Replica) => T): Promise<T>;
    /** Sends what waits and closes the replica. Entries that the store did not take are lost, which is published. */
    close(): Promise<void>;
}
