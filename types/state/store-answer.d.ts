import type { StoredState } from "./state-store.ts";
/** Many databases return `null` for nothing. */
type Maybe<T> = T | null | undefined;
/** The answer of `load`. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readState(state: Maybe<StoredState>): StoredState | undefined;
/** The answer of `save`. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readVersion(version: Maybe<string>): string | undefined;
export {};
