/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import 'vitest';
import { DetectorName, RecordedCall } from './shared.js';
import { LoopGuardOptions, ToolExecutor } from './index.js';

/** The detector's name for a loop that the record itself shows: calls that a guard refused. */
declare const REFUSED = "refused";

/** The loop that `toLoop` expects; absent fields match any loop. */
interface ExpectedLoop {
    /** The name of a detector, or of one in the options. `"refused"`: calls that a guard refused while they were recorded. */
    detector?: DetectorName | typeof REFUSED | (string & {});
    toolName?: string;
    /** At least so many repetitions. */
    repeats?: number;
}
interface LoopMatchers<R> {
    /**
     * No detector finds a loop in these calls, and no guard refused one of them. Accepts `LoopCall`s with their `result` or
     * `error`, steps of the AI SDK, and messages of OpenAI or Anthropic. Throws a `TypeError` if there are no calls, also
     * with `.not`. `options`: a guard's options. Default: the recommended preset.
     */
    toBeLoopFree(options?: LoopGuardOptions): R;
    /**
     * A detector finds a loop like `expected` in these calls. Default of `options`: only the detector that `expected`
     * names, with its defaults; if it names none, the recommended preset. Throws a `TypeError` for an unknown detector.
     */
    toLoop(expected?: ExpectedLoop, options?: LoopGuardOptions): R;
}
declare module "vitest" {
    interface Assertion<T> extends LoopMatchers<T> {
    }
    interface AsymmetricMatchersContaining extends LoopMatchers<unknown> {
    }
}
/** The return value of `recordToolCalls`. */
interface ToolCallRecording {
    /** The calls so far, in order, with their results or errors; a refused call has the message in `refused`. */
    readonly calls: RecordedCall[];
    /** Ends the recording. */
    stop(): void;
}
/**
 * Records all calls of an executor, for `expect(recording.calls)`.
 *
 * @example
 * const recording = recordToolCalls(executor);
 * await agent.run("Book a flight");
 * expect(recording.calls).toBeLoopFree();
 */
declare function recordToolCalls(executor: Pick<ToolExecutor, "executeAll">): ToolCallRecording;

export { DetectorName, RecordedCall, recordToolCalls };
export type { ExpectedLoop, LoopMatchers, ToolCallRecording };
