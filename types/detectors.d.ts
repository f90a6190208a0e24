/** The detectors: small factories for the entries of the `detectors` option. `detector-table.ts` has their parameters. */
import type { DetectorType } from "./core/types.ts";
import type { ActionOption, Ladder, LoopCall, LoopDetection, LoopOutcome } from "./types.ts";
/** What every factory takes besides its own parameters: what this detector's findings lead to. */
export interface DetectorActions {
    /** Instead of the guard's `action`. */
    action?: ActionOption;
    /** Instead of the guard's `ladder`. */
    ladder?: Ladder;
}
interface DetectorBase<Type extends DetectorType> {
    /** The name that its detections carry. */
    readonly name: string;
    readonly type: Type;
    readonly action?: ActionOption;
    readonly ladder?: Readonly<Ladder>;
}
export interface CountOptions {
    /** Calls that are allowed; the next one is a detection. `Infinity`: none ever is. Default 3. */
    maxRepeats?: number;
    /** `true`: key order does not count. Default `false`: the identity is `name::JSON.stringify(arguments)`. */
    canonical?: boolean;
}
export interface ThresholdOptions {
    /** Observations that make a detection. Default 3. */
    threshold?: number;
}
export interface RepeatOptions extends ThresholdOptions {
    /** `true`: only calls that fail, whatever their errors say. Default `false`. */
    failures?: boolean;
}
export interface PingPongOptions {
    /** Tool names in one block. Default 2. */
    cycleLength?: number;
    /** Blocks in a row. Default 3. */
    repetitions?: number;
}
/** The options of `LoopDetector`. */
export interface WindowOptions {
    /** Signatures that are looked back on. Default 32. */
    windowSize?: number;
    /** Default 1. */
    minCycleLen?: number;
    /** Default 8. */
    maxCycleLen?: number;
    /** Blocks in a row. Default 3. */
    repeats?: number;
}
export interface CycleOptions extends WindowOptions {
    /** `true`: only when the results repeat too, which is strong evidence. Default `false`. */
    sameResults?: boolean;
}
export interface DuplicateOptions {
    /** `true`: the verdict carries the earlier result in `replay`. Default `false`. */
    replay?: boolean;
}
export interface SimilarQueryOptions {
    /** Tools whose queries are compared: names or globs. */
    tools: readonly string[];
    /** Arguments that may hold the query; the first that is a string does. */
    keys?: readonly string[];
    /** The ratio from which two queries are similar. Default 0.75. */
    threshold?: number;
    /** Words that make two queries different when only one has them. Default: `delete`, `remove`, `drop` and the like. */
    dangerousTokens?: readonly string[];
}
export interface LimitOptions {
    /** How often a tool may run, by name or glob; `Infinity`: as often as it likes. */
    limits?: Readonly<Record<string, number>>;
    /** The limit of every other tool. Default 3. */
    default?: number;
}
export interface NoProgressOptions extends ThresholdOptions {
    /** The threshold of calls that fail. Default: `threshold`. */
    errorThreshold?: number;
    /** `true`: a call that succeeds counts only while no new call was made in between. Default `false`. */
    settled?: boolean;
    /** Completed calls that are looked back on. Default 32. */
    windowSize?: number;
}
export interface ErrorStreakOptions extends ThresholdOptions {
    /** The threshold of rate limits, timeouts and 5xx. Default 8. */
    transientThreshold?: number;
}
export interface NoNewsOptions {
    /** Equal results in a row, from 1 up, after which the call is refused while nothing is news. Default 2. */
    times?: number;
    /** The same for bare acknowledgements: an empty result, `OK`, `true`, `{"success":true}`. Default 6; `times`, if more. */
    ackTimes?: number;
    /** The same for failures that pass by themselves: rate limits, timeouts and 5xx. Default 6; `times`, if more. */
    transientTimes?: number;
    /**
     * `true`: the equal results must have come without news between them too, or one more of them, or a lap of calls
     * without news; and one more from a call that has given different results in the run. Default `false`.
     */
    settled?: boolean;
    /**
     * Milliseconds: a call that was last asked for this long ago, or behind a wait, is a poll, and judged by time instead
     * of by count. Default 4,500; 0: never.
     */
    pollAfterMs?: number;
    /** Milliseconds for which such a poll may give one result. Default 600,000; 0: for ever. */
    maxWaitMs?: number;
}
/** What a custom detector is shown: the last 64 completed calls, oldest first, each with its outcome. */
export interface CustomDetectorInput {
    readonly calls: readonly LoopCall[];
    readonly outcomes: readonly LoopOutcome[];
}
/**
 * Gives a detection, of which it may leave out all but one field (the newest call's name, one repeat and weak evidence are
 * filled in), or `null` or `undefined`. Anything else does not fire: a boolean, a promise, a field of the wrong type.
 */
export type CustomDetectorFn = (input: CustomDetectorInput) => Partial<LoopDetection> | null | undefined;
export interface CountDetector extends DetectorBase<"count">, Readonly<Required<CountOptions>> {
}
export interface RepeatDetector extends DetectorBase<"repeat">, Readonly<Required<RepeatOptions>> {
}
export interface StallDetector extends DetectorBase<"stall">, Readonly<Required<ThresholdOptions>> {
}
export interface PingPongDetector extends DetectorBase<"ping_pong">, Readonly<Required<PingPongOptions>> {
}
export interface CycleDetector extends DetectorBase<"cycle">, Readonly<Required<CycleOptions>> {
}
export interface DuplicateDetector extends DetectorBase<"duplicate">, Readonly<Required<DuplicateOptions>> {
}
export interface SimilarQueryDetector extends DetectorBase<"similar_query">, Readonly<Required<SimilarQueryOptions>> {
}
export interface LimitDetector extends DetectorBase<"limit">, Readonly<Required<LimitOptions>> {
}
export interface NoProgressDetector extends DetectorBase<"no_progress">, Readonly<Required<NoProgressOptions>> {
}
export interface ErrorStreakDetector extends DetectorBase<"error_streak">, Readonly<Required<ErrorStreakOptions>> {
}
export interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<ThresholdOptions>> {
}
export interface NoNewsDetector extends DetectorBase<"no_news">, Readonly<Required<NoNewsOptions>> {
}
export interface CustomDetector extends DetectorBase<"custom"> {
    readonly detect: CustomDetectorFn;
}
/** An entry of the `detectors` option, made by one of the factories. */
export type Detector = CountDetector | RepeatDetector | StallDetector | PingPongDetector | CycleDetector | DuplicateDetector | SimilarQueryDetector | LimitDetector | NoProgressDetector | ErrorStreakDetector | UnknownToolDetector | NoNewsDetector | CustomDetector;
/** One call that comes more than `maxRepeats` times in a run, whatever came back. */
export declare function count(options?: CountOptions & DetectorActions): CountDetector;
/** The last `threshold` completed calls are one call. */
export declare function repeat(options?: RepeatOptions & DetectorActions): RepeatDetector;
/** The last `threshold` completed calls have one tool and one result, whatever the arguments. */
export declare function stall(options?: ThresholdOptions & DetectorActions): StallDetector;
/** The last tool names are one block, repeated, with at least two different names in it. */
export declare function pingPong(options?: PingPongOptions & DetectorActions): PingPongDetector;
/** The last calls, arguments and errors included, are one block, repeated. */
export declare function cycle(options?: CycleOptions & DetectorActions): CycleDetector;
/** The same call ran before, in this turn. */
export declare function duplicate(options?: DuplicateOptions & DetectorActions): DuplicateDetector;
/** A search that is like one that ran in an earlier round of this turn. */
export declare function similarQuery(options: SimilarQueryOptions & DetectorActions): SimilarQueryDetector;
/** A tool that ran as often as it may in one turn. */
export declare function limit(options?: LimitOptions & DetectorActions): LimitDetector;
/** One call gave one result `threshold` times, whatever ran between, and nothing in between changed it. */
export declare function noProgress(options?: NoProgressOptions & DetectorActions): NoProgressDetector;
/** One tool failed `threshold` times in a row with one error, whatever the arguments. */
export declare function errorStreak(options?: ErrorStreakOptions & DetectorActions): ErrorStreakDetector;
/** A name that no tool has, or arguments that never parse, came `threshold` times. */
export declare function unknownTool(options?: ThresholdOptions & DetectorActions): UnknownToolDetector;
/**
 * A call whose last result came `times` times in a row, while nothing in the run has been news since it last ran: no call
 * gave a result that it had not given before, and nobody spoke. Laps of any length are found, without a window. Waiting
 * is no loop: a call that comes seconds after it was last asked for, or behind a wait, is judged by time.
 *
 * @example
 * new LoopGuard({ detectors: [noNews({ times: 2 })], ladder: { hint: 1, abort: 5 } });
 */
export declare function noNews(options?: NoNewsOptions & DetectorActions): NoNewsDetector;
/**
 * A detector of your own, asked after each completed call. What it throws, and what it gives that is no detection, is told
 * once on `loopguard:error` and taken as `null`. Two detections are the same loop when their `fingerprint`s are equal, or,
 * without one, tool and pattern.
 *
 * @example
 * custom("too_many_edits", ({ calls }) =>
 *   calls.filter((call) => call.name === "edit").length > 20 ? { message: "Over 20 edits." } : null);
 */
export declare function custom(name: string, detect: CustomDetectorFn, options?: DetectorActions): CustomDetector;
export {};
