export interface Label {
    readonly stuck: boolean;
    /** Index of the first wasted repetition; `Infinity` in a healthy run. */
    readonly firstStuckCall: number;
}
/** By the run's id. Runs that are `"unclear"` are left out. */
export declare function readLabels(file: string): Promise<ReadonlyMap<string, Label>>;
/** `file`: for what is said of a line that is wrong. */
export declare function parseLabels(text: string, file: string): ReadonlyMap<string, Label>;
