/** Open runs in order of use, at most `max`: the least recently used one gives its state up. */
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
export {};
