import { CoreClient } from "./client.ts";
/** A loaded addon, and what failed before it: paths in the order in which they were tried. */
interface LoadedNative {
    client: CoreClient;
    failures: LoadFailure[];
}
export interface LoadFailure {
    path: string;
    error: Error;
    /** False where a file may be missing, because the next place is where it then is. */
    unexpected: boolean;
}
/** None of the places has an addon that loads. */
export declare class NoNativeError extends AggregateError {
    readonly failures: LoadFailure[];
    constructor(failures: LoadFailure[]);
}
export declare function openNative(): LoadedNative;
export {};
