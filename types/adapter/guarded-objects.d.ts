/** Marks what is guarded, so that nothing is guarded twice, even by two guards. */
export declare const GUARDED: unique symbol;
export declare const marked: <T extends object>(made: T) => T;
/** A copy with other members; of the same class, because a tool may be an instance of one. */
export declare function withMembers(original: object, members: object): object;
/** The object with other members; its own methods get the object itself as `this`, because its class may have private fields. */
export declare function withMethods<M extends object>(original: M, members: object): M;
/** Members for `Object.defineProperties` that no copy of the object takes along. */
export declare function hiddenMembers(members: object): PropertyDescriptorMap;
/** The tools of an object, by name, each as `guarded` gives it. */
export declare function mapTools(tools: Record<string, object>, guarded: (name: string, tool: object) => unknown): Record<string, object>;
export declare function hasMethods(value: unknown, ...names: readonly string[]): boolean;
