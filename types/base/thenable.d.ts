/** Values that somebody could wait for. */
/** Whether a value is one. Throws where its `then` cannot be read, as of a revoked proxy. */
export declare function hasThen(value: unknown): value is PromiseLike<unknown>;
/** The same, but for a value that cannot be read: nobody could wait for that. Never throws. */
export declare function isThenable(value: unknown): value is PromiseLike<unknown>;
