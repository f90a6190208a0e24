/** Observes how an iterator ends, and passes it on unchanged. */
type IteratorKind = "iterator" | "asyncIterator";
/** The kind of an iterator, such as a generator; `undefined`: the value has no `next`, or no loop can use it. */
export declare function iteratorKind(value: unknown): IteratorKind | undefined;
/** Called once, when the iterator ends by itself; not when its reader stops early, because then there is no outcome. */
interface IteratorEnds {
    /** `result`: what it returned, or else its last value. */
    finished(result: unknown): void;
    /** Gives what is thrown in place of `error`. */
    failed(error: unknown): unknown;
}
/** The observed iterator: same values, same methods, same class. */
export declare function observed<I extends object>(iterator: I, ends: IteratorEnds): I;
export {};
