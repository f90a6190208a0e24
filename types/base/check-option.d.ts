/** Checks one value; throws `ERR_LOOPGUARD_OPTION` when it is not allowed. */
export type Check = (value: unknown, path: string) => void;
export declare function member(path: string, key: string): string;
/** Whether an option was given. `null` counts as absent: some hosts write it for "none". */
export declare function isGiven<T>(value: T | null | undefined): value is T;
export declare function checkObject(value: unknown, path: string, what?: string): asserts value is Record<string, unknown>;
/** Throws for a key that is not in `names`, and suggests the nearest one: "did you mean "ladder"?". */
export declare function checkKeys(value: Record<string, unknown>, path: string, names: readonly string[]): void;
/** Checks the members of an object: no unknown ones, and each that is given by its own check. */
export declare function checkMembers(value: Record<string, unknown>, path: string, checks: Readonly<Record<string, Check>>): void;
export declare function integer(min: number, max: number): Check;
/** A limit on how often something may happen: an integer from `min` to 1,000,000,000, or `Infinity`. */
export declare function limitValue(min: number): Check;
export declare function number(min: number, max: number): Check;
export declare const bool: Check;
export declare const func: Check;
export declare const text: Check;
/** An array of non-empty strings, with at least `min` of them. */
export declare function texts(min: number): Check;
