interface KeptRun {
    /** Gives the state up; the run may be used again. */
    sleep(): unknown;
    close(): unknown;
}
export declare abstract class OpenRuns<Run extends KeptRun> {
    #private;
    constructor(max: number);
    get size(): number;
    /** `run` is in use. A run that gave its state up is taken in again. */
    touch(run: Run): void;
    remove(run: Run): void;
    /** The least recently used run is first. */
    all(): Iterable<Run>;
    closeAll(): void;
    protected added(_run: Run): void;
    protected abstract removed(run: Run): void;
}
/** What is kept by key: a `GuardRun`. */
interface KeyedRun {
    readonly runId: string | undefined;
    readonly closed: boolean;
    sleep(): void;
    close(): void;
}
export declare class RunRegistry<Run extends KeyedRun> extends OpenRuns<Run> {
    #private;
    /** The run of a key; `make` makes it, and makes a new one once that is closed. */
    get(key: string | object, make: () => Run): Run;
    /** The runs with a string as key. */
    named(): Generator<[string, Run]>;
    protected removed(run: Run): void;
}
export {};
