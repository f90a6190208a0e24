/** What `tune --promise` promises, and why it refuses to, in words. */
import { Failure } from "../failure.ts";
import type { Asked, TunePromise } from "./promise-types.ts";
/** `runs`: how many there are in all; when sessions are fewer, it says why. */
export declare function promiseText(promise: TunePromise, runs: number): string;
/** There are too few healthy runs to test on, whatever the settings do. */
export declare function tooFew(asked: Asked & {
    readonly needed: number;
}, healthy: number): Failure;
/** Even the most lenient setting refuses too much. */
export declare function notKept(promise: TunePromise): Failure;
