/** Values as JSON text: what `JSON.stringify` writes, for any depth. */
import { ArgsKind, ResultKind } from "./binding.ts";
/**
 * The text of a call's arguments: a string is the raw text that a model sent and passes as it is; `undefined`, a
 * function or a symbol has none. Throws what `JSON.stringify` throws for cycles, BigInt, getters and `toJSON`.
 */
export declare function argumentsText(args: unknown): string | undefined;
/** What `argumentsText` gave for `args`. Apart from the text, so that the pair needs no object. */
export declare function argumentsKind(args: unknown, text: string | undefined): ArgsKind;
/** The text of a result. Throws as `argumentsText` does. */
export declare function resultText(result: unknown): string | undefined;
/** What `resultText` gave for `result`. */
export declare function resultKind(result: unknown, text: string | undefined): ResultKind;
/** `JSON.stringify(value)`, which V8 gives up on beyond some thousand levels of nesting; this does not. */
export declare function jsonText(value: unknown): string | undefined;
