/** The open runs of a guard, by key. Bounded: the one unused for longest gives its state up first. */
import type { GuardRun } from "./loop-run.ts";
export declare class RunRegistry {
    #private;
    constructor(max: number);
    get size(): number;
    /** The run of a key; `make` makes the first, and another once that is closed. */
    get(key: string | object, make: () => GuardRun): GuardRun;
    /** `run` is in use. One that had to make room is taken in again. */
    touch(run: GuardRun): void;
    remove(run: GuardRun): void;
    /** The runs that have a string for a key, longest unused first. */
    named(): Generator<[string, GuardRun]>;
    closeAll(): void;
}
