/** Values as JSON text: what `JSON.stringify` writes, for any depth; and a writer that can also say what JSON cannot. */
/**
 * The text of a call's arguments: a string is the raw text that a model sent and passes as it is; `undefined`, a
 * function or a symbol has none. Throws what `JSON.stringify` throws for cycles, BigInt, getters and `toJSON`.
 */
export declare function argumentsText(args: unknown): string | undefined;
/** Whether arguments can reach a tool: a value, or a text of JSON. An empty text stands for none, which is no fault. */
export declare function argumentsParse(args: unknown): boolean;
/** The text of a result that was read from JSON. Throws as `argumentsText` does. */
export declare function resultText(result: unknown): string | undefined;
/** `JSON.stringify(value)`, which V8 gives up on beyond some thousand levels of nesting; this does not. */
export declare function jsonText(value: unknown): string | undefined;
export declare const TOO_LARGE = "The value is too large";
/** What is written of a value that JSON does not say, or not in full. */
export interface Said {
    /** Stands before the content, as it is. */
    readonly mark: string;
    /** Written in the value's place; its members may be such values too. */
    readonly content: unknown;
}
/** How the writer says what JSON does not. */
export interface Sayings {
    /** `undefined`: as JSON has it. */
    say(value: unknown): Said | undefined;
    /** In the place of an ancestor, by how deep that stands. */
    cycle(depth: number): string;
    /** In the place of a list's member that is left out elsewhere. */
    readonly nothing: string;
    /** Bounds on what is written, since a getter can make a value endless. A `RangeError` is thrown beyond them. */
    readonly maxMembers: number;
    readonly maxDepth: number;
}
/** `JSON.stringify` with its stack on the heap: the same steps in the same order, so getters and `toJSON` see no difference. */
export declare function deepText(root: unknown, sayings?: Sayings): string | undefined;
