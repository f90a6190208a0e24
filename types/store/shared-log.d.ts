/**
 * The log of a shared run: this worker's entries are sent to the store, and come back in the store's order.
 *
 * There is one exchange at a time; entries that are added meanwhile are sent with the next one. During an outage, entries are
 * applied to the local state alone, and wait for the store.
 */
import type { Event } from "../core/event.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied } from "../run/open-calls.ts";
import { LocalState } from "./local-state.ts";
import type { LogSettings } from "./stored-run-options.ts";
export declare class SharedLog {
    #private;
    readonly local: LocalState;
    /** `onKey`: called when the digests of the run are under another key than before. */
    constructor(key: string, base: GuardEngine, settings: LogSettings, onKey: (key: Uint8Array) => void);
    /** Nothing waits for the next exchange, such as a round that began: the local state has what this worker knows. */
    get sentAll(): boolean;
    /** Adds an event; it is sent with the next exchange. */
    push(event: Event, characters?: number): void;
    /** Adds an event and gives its result. Rejects if the host asked for the store's errors. */
    submit(event: Event, characters?: number): Promise<Applied>;
    /** Sends what waits and applies what others did; gives whether the store has everything. */
    flush(): Promise<boolean>;
    /** The result of `look` on the local state, after an exchange that begins now or later. */
    caughtUp<T>(look: (local: LocalState) => T): Promise<T>;
    /** Sends what waits and closes the local state. Entries that the store did not take are lost, which is published. */
    close(): Promise<void>;
}
