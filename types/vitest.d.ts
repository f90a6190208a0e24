/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import 'vitest';
import { DetectorName, RecordedCall } from './shared.js';
import { LoopGuardOptions, ToolExecutor } from './index.js';

/** Stands for the detector of a loop that the record itself shows: calls that a guard refused. */
declare const REFUSED = "refused";

/** What `toLoop` looks for; what is left out may be anything. */
interface ExpectedLoop {
    /**
     * A detector's name, or that of one of the detectors in the options. `"refused"`: calls that a guard refused when this
     * was recorded.
     */
    detector?: DetectorName | typeof REFUSED | (string & {});
    toolName?: string;
    /** At least so many repetitions. */
    repeats?: number;
}
interface LoopMatchers<R> {
    /**
     * No detector finds a loop in these calls, and no guard refused one of them. Takes `LoopCall`s with their `result` or
     * `error`, steps of the AI SDK, and messages of OpenAI or Anthropic; where there is no call in them, it throws a
     * `TypeError`, with `.not` too. `options` are a guard's; without them, the recommended preset looks.
     */
    toBeLoopFree(options?: LoopGuardOptions): R;
    /**
     * A detector finds a loop in these calls, and it is like `expected`. Without `options`, the detector that `expected`
     * names looks, with its defaults; if it names none, the recommended preset. A name that no detector has is a `TypeError`.
     */
    toLoop(expected?: ExpectedLoop, options?: LoopGuardOptions): R;
}
declare module "vitest" {
    interface Assertion<T> extends LoopMatchers<T> {
    }
    interface AsymmetricMatchersContaining extends LoopMatchers<unknown> {
    }
}
/** What `recordToolCalls` gives. */
interface ToolCallRecording {
    /** The calls so far, in order, with what came back; of a call that loop detection refused, `refused` says the refusal. */
    readonly calls: RecordedCall[];
    /** Ends the recording. */
    stop(): void;
}
/**
 * Records every call that goes through an executor, for `expect(recording.calls)`.
 *
 * @example
 * const recording = recordToolCalls(executor);
 * await agent.run("Book a flight");
 * expect(recording.calls).toBeLoopFree();
 */
declare function recordToolCalls(executor: Pick<ToolExecutor, "executeAll">): ToolCallRecording;

export { DetectorName, RecordedCall, recordToolCalls };
export type { ExpectedLoop, LoopMatchers, ToolCallRecording };
