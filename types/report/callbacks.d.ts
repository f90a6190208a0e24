/** Calls the user's functions among the options: what they throw is published on `loopguard:error`, never thrown. */
/**
 * Publishes the faults of one guard's functions, once for each function: one fix is needed, however often it is called.
 */
export declare class CallbackFaults {
    #private;
    /** `where`: the option that the function was given for; the same function may be given for several. */
    tell(callback: object, error: unknown, where: string, toolName?: string): void;
}
/** The error for a function that returned a wrong value. If that is a promise, its rejection is handled and dropped. */
export declare function wrongReturn(what: string, wanted: string, given: unknown): TypeError;
/** Calls `tell` with what `given` rejects with, if it is a promise, or with why it cannot be awaited. */
export declare function whenRejected(given: unknown, tell: (error: unknown) => void): void;
