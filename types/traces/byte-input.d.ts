/** Reads a given number of bytes at a time from bytes that come in chunks. */
export declare class ByteInput {
    #private;
    constructor(chunks: AsyncGenerator<Uint8Array>);
    /** Bytes taken so far. */
    get at(): number;
    /** Whether all bytes were taken. */
    ended(): Promise<boolean>;
    /** The next `count` bytes, or fewer at the end. */
    take(count: number): Promise<Uint8Array>;
    /** Skips up to `count` bytes; gives how many were skipped. */
    skip(count: number): Promise<number>;
}
