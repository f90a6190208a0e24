import type { TextKind, TextLoopNumbers } from "../core/text-loop.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
import { type Parameter } from "./parameters.ts";
/** The options of `textRepeat` and of `TextLoopDetector`. */
export interface TextLoopOptions {
    /** How often a block must come in a row, 2 to 1,000. Code and tables must come more often. Default 4. */
    repeats?: number;
    /** How many characters the repeated text must have in all, 1 to 1,000,000. Default 300. */
    minLength?: number;
    /** The longest block, 1 to 2,000 characters. Default 2,000. */
    maxPeriod?: number;
    /** How many of the last nine messages must be alike, 2 to 8. Default 3. */
    messages?: number;
}
export interface TextRepeatDetector extends DetectorBase<"text_repeat">, Readonly<Required<TextLoopOptions>> {
}
/**
 * Detects that the model repeats itself in what it writes: one block again and again, the same sentences in any order,
 * or the same message. Fed by `text()`, and silent without it. Each loop is one strike; `hint` means to end this
 * generation and to tell the model.
 *
 * @example
 * new LoopGuard({ detectors: [textRepeat({ ladder: { hint: 1, abort: 2 } })] });
 */
export declare function textRepeat(options?: TextLoopOptions & DetectorActions): TextRepeatDetector;
/** The parameters, as `TextLoopDetector` has them too. */
export declare const TEXT_PARAMETERS: Readonly<Record<keyof TextLoopOptions, Parameter>>;
/** The options as the core takes them. */
export declare function textLoopNumbers(options: Readonly<Required<TextLoopOptions>>): TextLoopNumbers;
/** The text of a loop in what the model writes. */
export declare function textLoopText(kind: TextKind, repeats: number): string;
export declare function isTextRepeat(detector: {
    readonly type: string;
}): detector is TextRepeatDetector;
