import { CoreClient } from "./client.ts";
/** A loaded addon, and the places that failed before it, in order. */
interface LoadedNative {
    client: CoreClient;
    failures: LoadFailure[];
}
export interface LoadFailure {
    path: string;
    error: Error;
    /** False for a missing file that may be missing, because it is at the next place. */
    unexpected: boolean;
}
/** No place has an addon that loads. */
export declare class NoNativeError extends AggregateError {
    readonly failures: LoadFailure[];
    constructor(failures: LoadFailure[]);
}
export declare function openNative(): LoadedNative;
export {};
