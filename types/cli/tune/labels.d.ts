export interface Label {
    readonly stuck: boolean;
    /** Index of the first wasted repetition; `Infinity` in a healthy run. */
    readonly firstStuckCall: number;
}
/** The labels by the run's id, without those that are `"unclear"`. Throws a `Failure` if there are no others. */
export declare function readLabels(file: string): Promise<ReadonlyMap<string, Label>>;
/** `file`: its name for error messages. */
export declare function parseLabels(text: string, file: string): ReadonlyMap<string, Label>;
