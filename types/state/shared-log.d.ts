/**
 * The order of things in a run that is shared: what this worker did goes to the store, and the store's order comes back.
 *
 * One exchange is under way at a time; what happens meanwhile goes along with the next. When the store cannot be reached, the
 * replica goes on by itself, and what it was told waits for the store.
 */
import type { GuardEngine } from "../run/guard-engine.ts";
import { type Recorder } from "./pending-entries.ts";
import { type Applied, Replica } from "./replica.ts";
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
    /** `onKey`: the digests of the run are under another key than before. */
    constructor(key: string, base: GuardEngine, settings: LogSettings, onKey: (key: Uint8Array) => void);
    /** Takes down what happened; it goes along with the next exchange. */
    push(recorder: Recorder, characters?: number): void;
    /** Takes down what happened, and says what came of it. Rejects where the store's failures are to be thrown. */
    submit(recorder: Recorder, characters?: number): Promise<Applied>;
    /** Sends what waits, and catches up with what others did; says whether the store has it all. */
    flush(): Promise<boolean>;
    /** What `look` makes of the replica, after an exchange that begins now or later; nobody who goes on meanwhile delays it. */
    caughtUp<T>(look: (replica: Replica) => T): Promise<T>;
    /** Sends what waits, and gives the replica up. What the store could not take is lost, which is told. */
    close(): Promise<void>;
}
