import type { TextKind, TextLoopNumbers } from "../../core/handles.ts";
import type { DetectorActions, DetectorBase, IsType } from "../detector-record.ts";
/** The options of `textRepeat` and of `TextLoopDetector`. */
export interface TextLoopOptions {
    /**
     * 2 to 1,000. A block of words must come twice as often in a row; where it covers 3.3 times `minLength`, a quarter more
     * often than this is enough. Code, tables and counted lines must come up to four times as often. Default 4.
     */
    minRepeats?: number;
    /** About how many characters the repeated text must have in all, 1 to 1,000,000; code and tables more. Default 300. */
    minLength?: number;
    /** The longest block, 1 to 4,096 characters. Default 4,096. */
    maxPeriod?: number;
    /** How many of the last nine messages must be alike, 2 to 8. Default 3. */
    messages?: number;
}
/** The options of `textRepeat`. */
export interface TextRepeatOptions extends TextLoopOptions {
    /**
     * `true`: what the ladder says applies when a loop is first seen. `false`: until the loop is several times as long, so
     * that nobody can have asked for it, there is only a warning. Default `false`.
     */
    atOnce?: boolean;
}
export interface TextRepeatDetector extends DetectorBase<"text_repeat">, Readonly<Required<TextRepeatOptions>> {
}
/**
 * Detects that the model repeats itself in what it writes: one block again and again, the same sentences in any order,
 * or the same message. Fed by `text()`, and silent without it. A loop is warned of when it is seen, and is one strike
 * when it is sure; `hint` means to end this generation and to tell the model. A message that repeats is only warned of.
 *
 * @example
 * new LoopGuard({ detectors: [textRepeat({ ladder: { hint: 1, abort: 2 } })] });
 */
export declare function textRepeat(options?: TextRepeatOptions & DetectorActions): TextRepeatDetector;
/** The options of `TextLoopDetector`, as the core takes them. */
export declare function readTextOptions(options: TextLoopOptions): TextLoopNumbers;
/** The options as the core takes them. */
export declare function textLoopNumbers(options: Readonly<Required<TextLoopOptions>>): TextLoopNumbers;
/** What was found, in one sentence. */
export declare const TEXT_LOOP_TEXTS: Readonly<Record<TextKind, (repeats: number) => string>>;
export declare const isTextRepeat: IsType<TextRepeatDetector>;
