import type { TextKind, TextLoopNumbers } from "../../core/handles.ts";
import { TextLimit } from "../../core/layout.gen.ts";
import type { DetectorActions, DetectorBase, DetectorRecord, IsType } from "../detector-record.ts";
import { FLAG, make, ofType, type Parameter, readAll, whole } from "../detector-record.ts";

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
export interface TextRepeatDetector extends DetectorBase<"text_repeat">, Readonly<Required<TextRepeatOptions>> {}

/**
 * Detects that the model repeats itself in what it writes: one block again and again, the same sentences in any order,
 * or the same message. Fed by `text()`, and silent without it. A loop is warned of when it is seen, and is one strike
 * when it is sure; `hint` means to end this generation and to tell the model. A message that repeats is only warned of.
 *
 * @example
 * new LoopGuard({ detectors: [textRepeat({ ladder: { hint: 1, abort: 2 } })] });
 */
export function textRepeat(options?: TextRepeatOptions & DetectorActions): TextRepeatDetector {
  return make("text_repeat", TEXT_REPEAT, options);
}

/** The parameters, as `TextLoopDetector` has them too. */
const TEXT_PARAMETERS: Readonly<Record<keyof TextLoopOptions, Parameter>> = {
  minRepeats: whole(TextLimit.repeatsDefault, TextLimit.repeatsMin, TextLimit.repeatsMax, "text.repeats"),
  minLength: whole(TextLimit.lengthDefault, TextLimit.lengthMin, TextLimit.lengthMax, "text.min_length"),
  maxPeriod: whole(TextLimit.periodDefault, TextLimit.periodMin, TextLimit.periodMax, "text.max_period"),
  messages: whole(TextLimit.messagesDefault, TextLimit.messagesMin, TextLimit.messagesMax, "text.messages"),
};

/** The options of `TextLoopDetector`, as the core takes them. */
export function readTextOptions(options: TextLoopOptions): TextLoopNumbers {
  return textLoopNumbers(readAll<TextLoopOptions>({ parameters: TEXT_PARAMETERS }, options));
}

/** The options as the core takes them. */
export function textLoopNumbers(options: Readonly<Required<TextLoopOptions>>): TextLoopNumbers {
  const { minRepeats, minLength, maxPeriod, messages } = options;
  return [minRepeats, minLength, maxPeriod, messages];
}

/** What was found, in one sentence. */
export const TEXT_LOOP_TEXTS: Readonly<Record<TextKind, (repeats: number) => string>> = {
  period: (repeats) => `The same text came ${repeats} times in a row.`,
  mosaic: (repeats) => `The same sentences or lines came again and again, about ${repeats} times.`,
  message: (repeats) => `The same message came ${repeats} times.`,
};

export const isTextRepeat: IsType<TextRepeatDetector> = ofType("text_repeat");

/** @internal */
export const TEXT_REPEAT: DetectorRecord<TextRepeatDetector> = {
  parameters: { ...TEXT_PARAMETERS, atOnce: FLAG },
  single: true,
  ofRun: true,
  readsResults: false,
  text: ({ repeats }) => TEXT_LOOP_TEXTS.period(repeats),
  warning: "You are repeating yourself. Say what is new, or finish the response.",
  advice:
    "Your response was cut off there. Do not write the same again: say what is new, call a tool that finds something out, " +
    "or finish the response.",
  details: ({ repeats }) => ({ repeats }),
  pattern: () => [],
  // Calls say nothing about texts.
  needsOutcomes: () => true,
};
