export interface Progress {
    /** Bytes that were read since the last time. */
    read(bytes: number): void;
    stop(): void;
}
/** `total`: bytes that there are to read; 0: nobody knows. */
export declare function progressOf(total: number, stream: NodeJS.WriteStream): Progress;
