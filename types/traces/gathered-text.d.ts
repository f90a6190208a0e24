/** Joins a text that comes in parts. */
export declare class GatheredText {
    #private;
    /** `max`: bytes; of a longer text only the size is recorded. */
    constructor(max: number);
    /** Bytes so far. */
    get size(): number;
    add(part: Uint8Array): void;
    /** The text so far; `undefined` if it is too long. */
    get text(): Uint8Array | undefined;
    /** Frees its memory, but keeps the size. */
    readonly free: () => void;
    clear(): void;
}
