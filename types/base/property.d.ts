/** A property of a value that we did not make; `undefined` when it is absent, or when its getter or a proxy throws. */
export declare function property(object: unknown, name: string): unknown;
