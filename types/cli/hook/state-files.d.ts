import type { HookEvent } from "./hook-event.ts";
/** The result of an event: the next snapshot, and the one that it was made from, if any. */
export interface StateStep<T> {
    readonly bytes: Uint8Array;
    readonly from: Uint8Array | undefined;
    readonly value: T;
}
/**
 * Reads the state of an event's session and writes the next. `change` receives the readable snapshots, newest first, and
 * returns the next one; it is called again if another process has written first. Rejects if the state cannot be written.
 */
export declare function updateState<T>(event: HookEvent, change: (snapshots: Iterable<Uint8Array>) => StateStep<T>): Promise<T>;
