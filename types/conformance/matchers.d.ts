import type { LoopGuardOptions } from "../rules/options.ts";
import { type DetectorName } from "../rules/table.ts";
import { REFUSED } from "./loop-search.ts";
/** The loop that `toLoop` expects; absent fields match any loop. */
export interface ExpectedLoop {
    /** The name of a detector, or of one in the options. `"refused"`: calls that a guard refused while they were recorded. */
    detector?: DetectorName | typeof REFUSED | (string & {});
    toolName?: string;
    /** At least so many repetitions: of four equal calls, 4. */
    repeats?: number;
}
export interface LoopMatchers<R> {
    /**
     * No detector finds a loop in these calls, and no guard refused one of them. Accepts the recording of an executor or its
     * calls, `LoopCall`s with their `result` or `error`, results of `executeAll`, steps of the AI SDK, and messages of
     * Agentium, OpenAI, Anthropic and others. `options`: a guard's options. Default: the recommended preset.
     *
     * Throws a `TypeError`, also with `.not`, for what cannot be judged: no calls; calls without a result, unless the options
     * have only detectors that need none; arguments without a JSON text.
     */
    toBeLoopFree(options?: LoopGuardOptions): R;
    /**
     * A detector finds a loop like `expected` in these calls. Default of `options`: only the detector that `expected`
     * names, with its defaults; if it names none, the recommended preset. Throws a `TypeError` for what `toBeLoopFree` throws
     * for, and for an expectation that nothing can meet.
     */
    toLoop(expected?: ExpectedLoop, options?: LoopGuardOptions): R;
    /** A guard, a run, or an executor with a guard has refused a call; with `tool`, one of that tool. */
    toHaveRefused(tool?: string): R;
}
export interface MatcherResult {
    pass: boolean;
    message: () => string;
}
export declare function toBeLoopFree(received: unknown, options?: LoopGuardOptions): MatcherResult;
export declare function toLoop(received: unknown, given?: ExpectedLoop, options?: LoopGuardOptions): MatcherResult;
export declare function toHaveRefused(received: unknown, tool?: string): MatcherResult;
