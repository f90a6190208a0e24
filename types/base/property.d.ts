/** A property of something of somebody else's, `undefined` where there is none: its getter may throw, and so may a proxy. */
export declare function property(object: unknown, name: string): unknown;
