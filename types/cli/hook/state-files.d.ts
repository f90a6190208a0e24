import type { HookEvent } from "./hook-event.ts";
/** What comes of an event: the next snapshot, and the one that it was made from, if any. */
export interface StateStep<T> {
    readonly bytes: Uint8Array;
    readonly from: Uint8Array | undefined;
    readonly value: T;
}
/** Where the folders of sessions are; `undefined`: there is no place for them. */
export declare function hooksFolder(env?: NodeJS.ProcessEnv): string | undefined;
/**
 * Tells an event to the newest state of its session and writes what comes of it. `change` is given the snapshots that can
 * be read, newest first, and gives the next one; it is called again when another process was quicker. Throws when the
 * state can be neither read nor written.
 */
export declare function updateState<T>(event: HookEvent, change: (snapshots: Iterable<Uint8Array>) => StateStep<T>): T;
