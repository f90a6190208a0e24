/** JSON text of values: as `JSON.stringify`, but for any depth, and optionally with text for what JSON cannot express. */
/** The value of a JSON text, or `otherwise` if it is none. */
export declare function parsedJson(text: string, otherwise?: unknown): unknown;
/** Whether arguments can reach a tool: a value, or a JSON text. An empty text means no arguments, which is valid. */
export declare function argumentsParse(args: unknown): boolean;
/** As `JSON.stringify(value)`, but also for values nested thousands of levels deep, for which V8 throws. */
export declare function jsonText(value: unknown): string | undefined;
export declare const TOO_LARGE = "The value is too large";
/**
 * What is written of one value at most, since a getter or a proxy can make a value endless, and a graph of 30 levels whose
 * objects are shared has 2^30 members. A million members take a tenth of a second. `bytes`: of the packed value.
 */
export declare const VALUE_MAX: {
    readonly members: number;
    readonly depth: number;
    readonly bytes: number;
};
/** What is written for a value that JSON cannot express, or not in full. */
export interface Said {
    /** Written before the content, unquoted. */
    readonly mark: string;
    /** Written in the value's place; its members may again be values that JSON cannot express. */
    readonly content: unknown;
}
/** What the writer writes for values that JSON cannot express. */
export interface Sayings {
    /** `undefined`: write the value as JSON does. */
    say(value: unknown): Said | undefined;
    /** Text for a value that contains itself: `depth` is the level of the ancestor that it is, from 0. */
    cycle(depth: number): string;
    /** Text for an array's member that has no JSON text, such as a function. */
    readonly nothing: string;
}
/**
 * `JSON.stringify` with its stack on the heap: the same steps in the same order, as getters and `toJSON` can observe. Throws a
 * `RangeError` beyond `VALUE_MAX`.
 */
export declare function deepText(root: unknown, sayings?: Sayings): string | undefined;
/** Whether `value` is an object, or its `toJSON` may return one. */
export declare function mayBeObject(value: unknown): value is object;
/** What `JSON.stringify` writes for `value`, the member `key`: the result of its `toJSON`, and wrapper objects unwrapped. */
export declare function prepared(value: object, toJSON: unknown, key: string | number): unknown;
