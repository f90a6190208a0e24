/** What `{}` makes. */
/** Whether a value is an object as `{}` makes them, in any realm: no list, no instance of a class. Never throws. */
export declare function isPlainObject(value: unknown): value is Record<string, unknown>;
