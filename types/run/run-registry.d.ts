/** The open runs of a guard, by key. */
import { OpenRuns } from "./open-runs.ts";
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
