type Kind = "integer" | "number" | "cap" | "units" | "amount" | "flag" | "choice" | "texts" | "caps";
/** Checks one value, and says what it asks for: the tables of options in C are made from that (options.mjs). */
export type Check = ((value: unknown, path: string) => void) & {
    readonly asks?: {
        readonly kind: Kind;
        readonly min: number;
        readonly max: number;
    };
};
export type Checks = Readonly<Record<string, Check>>;
export declare function asking(kind: Kind, min: number, max: number, check: Check): Check;
export declare function member(path: string, key: string): string;
/** Whether an option was given. `null` counts as absent: some hosts write it for "none". */
export declare function isGiven<T>(value: T | null | undefined): value is T;
export declare function checkObject(value: unknown, path: string, what?: string): asserts value is Record<string, unknown>;
/** Throws for a key that is not in `names`, and suggests the nearest one: "did you mean "ladder"?". */
export declare function checkKeys(value: Record<string, unknown>, path: string, names: readonly string[]): void;
/** Runs the checks of those members that are there. */
export declare function checkEach(value: Record<string, unknown>, path: string, checks: Checks): void;
/** Checks the members of an object: no unknown ones, and each that is given by its own check. */
export declare function checkMembers(value: Record<string, unknown>, path: string, checks: Checks): void;
export declare function integer(min: number, max: number): Check;
export declare function number(min: number, max: number): Check;
/** The largest finite limit. */
export declare const LIMIT_MAX = 1000000000;
/** A value within these bounds, or `Infinity`: no limit. */
export declare function unlessInfinite(kind: "cap" | "units" | "amount", min: number, max: number): Check;
/** A limit on how often something may happen: an integer from `min` to 1,000,000,000, or `Infinity`. */
export declare function limitValue(min: number): Check;
export declare const bool: Check;
export declare function choice(names: readonly string[]): Check;
export declare const func: Check;
export declare const text: Check;
/** An array of non-empty strings, with at least `min` of them. */
export declare function texts(min: number): Check;
export {};
