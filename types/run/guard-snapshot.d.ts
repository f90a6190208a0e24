/** One run of a snapshot; `key` `null`: the default run. */
export interface RunSnapshot {
    readonly key: string | null;
    readonly bytes: Uint8Array;
}
export declare function packRuns(runs: readonly RunSnapshot[]): Uint8Array;
/** The runs in `bytes`, the default one first. The snapshot of a single run is taken for a default run. */
export declare function unpackRuns(bytes: unknown): RunSnapshot[];
