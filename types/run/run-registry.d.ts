/** The open runs of a guard, by key. Bounded: the one unused for longest gives its state up first. */
/** What is kept by key: a `GuardRun`. */
interface KeptRun {
    readonly runId: string | undefined;
    readonly closed: boolean;
    /** Gives its state up. */
    sleep(): void;
    close(): void;
}
export declare class RunRegistry<Run extends KeptRun> {
    #private;
    constructor(max: number);
    get size(): number;
    /** The run of a key; `make` makes the first, and another once that is closed. */
    get(key: string | object, make: () => Run): Run;
    /** `run` is in use. One that had to make room is taken in again. */
    touch(run: Run): void;
    remove(run: Run): void;
    /** The runs that have a string for a key, longest unused first. */
    named(): Generator<[string, Run]>;
    closeAll(): void;
}
export {};
