import { CoreClient } from "./client.ts";
/** A loaded addon, and the places that failed before it, in order. */
interface LoadedNative {
    client: CoreClient;
    failures: LoadFailure[];
}
interface LoadFailure {
    path: string;
    error: Error;
    /** False for a missing file that may be missing, because it is at the next place. */
    unexpected: boolean;
}
export declare function openNative(): LoadedNative;
export {};
