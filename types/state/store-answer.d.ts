import type { StoredState } from "./state-store.ts";
/** Many databases say `null` where there is nothing. */
type Maybe<T> = T | null | undefined;
/** What `load` gave. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readState(state: Maybe<StoredState>): StoredState | undefined;
/** What `save` gave. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readVersion(version: Maybe<string>): string | undefined;
export {};
