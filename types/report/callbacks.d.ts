/** Functions among options are their user's: what goes wrong in one is told on `loopguard:error`, and never thrown. */
/** Tells of the faults of one guard's functions, of each once: it is to be mended once, and may be called without end. */
export declare class CallbackFaults {
    #private;
    /** `where`: what the function is for; one may be there for several things. */
    tell(callback: object, error: unknown, where: string, toolName?: string): void;
}
/** The error of a function that gave something else than it may. Was that a promise, nobody cares any more how it ends. */
export declare function wrongReturn(what: string, wanted: string, given: unknown): TypeError;
/** Whatever a function gave may be a promise: hears what it rejects with, or why it cannot be waited for. */
export declare function whenRejected(given: unknown, tell: (error: unknown) => void): void;
