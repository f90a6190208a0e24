/** An iterator of somebody else's that is passed on as it is, while we learn how it ends. */
/** What a generator or another iterator was found to be. */
export type IteratorKind = "iterator" | "asyncIterator";
/** Whether a value is an iterator, such as a generator's: something with `next` that a loop can go through. */
export declare function iteratorKind(value: unknown): IteratorKind | undefined;
/** Told once, when the iterator ends by itself. Not when whoever reads it stops early: then nothing came back. */
export interface IteratorEnds {
    /** With what it returned, or else with the last of its values. */
    finished(result: unknown): void;
    /** With what it threw; gives what is thrown in its place. */
    failed(error: unknown): unknown;
}
/** The iterator itself to whoever reads it: same values, same methods, same class. */
export declare function observed<I extends object>(iterator: I, ends: IteratorEnds): I;
