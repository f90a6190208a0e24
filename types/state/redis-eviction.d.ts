import type { RunScript } from "./redis-client.ts";
/** Tells of a server that may drop the keys of runs. All of them have an expiry, so every policy but one is for them. */
export declare function tellOfEviction(run: RunScript, key: string): Promise<void>;
