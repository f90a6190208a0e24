import { type Stats } from "node:fs";
/** The result of an event: the next snapshot, and the one that it was made from, if any. */
export interface StateStep<T> {
    readonly bytes: Uint8Array;
    readonly from: Uint8Array | undefined;
    readonly value: T;
}
/** The folder of all sessions. Throws if it is not this user's, or the environment names no place for it. */
export declare function hooksFolder(env?: NodeJS.ProcessEnv): string;
/** Windows tells no owner. */
export declare function isOwn({ uid }: Stats): boolean;
/** The bytes of a file of this user's; `undefined` for anything else. */
export declare function readOwn(path: string): Uint8Array | undefined;
/**
 * Reads the state of a session, by the name of its folder, and writes the next. `change` receives the readable snapshots, newest first, and
 * returns the next one; it is called again if another process has written first. Rejects if the state cannot be written.
 */
export declare function updateState<T>(session: string, change: (snapshots: Iterable<Uint8Array>) => StateStep<T>): Promise<T>;
