import type { CompactRun } from "./compact-run.ts";
import type { Asked, TunePromise } from "./promise-types.ts";
import { type Sweep, type SweepOptions } from "./sweep.ts";
/** A sweep of the training half; the recommended setting is the strictest that the promise holds for. */
export interface PromisedSweep extends Sweep {
    promise: TunePromise;
}
/** Throws a `Failure` if nothing can be promised. */
export declare function promisedSweep(runs: readonly CompactRun[], asked: Asked, { labels, progress }: SweepOptions): PromisedSweep;
