/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import 'vitest';
import { LoopCall, LoopOutcome, LoopGuardOptions, ToolExecutor } from './index.js';

/** A call with what came back. */
interface RecordedCall extends LoopCall, LoopOutcome {
    /** Calls with one number were asked for together; without it each call is a round of its own. */
    round?: number;
    /** Calls of one number lie between the same two words of a user. */
    turn?: number;
    /** When it was asked for, in milliseconds: what waited for something is judged by time. */
    at?: number;
}

/** What `toLoop` looks for; what is left out may be anything. */
interface ExpectedLoop {
    detector?: string;
    toolName?: string;
    /** At least so many repetitions. */
    repeats?: number;
}
interface LoopMatchers<R> {
    /**
     * No detector finds a loop in these calls. Takes `LoopCall`s with their `result` or `error`, steps of the AI SDK, and
     * messages of OpenAI or Anthropic. `options` are a guard's; without them, the recommended preset looks.
     */
    toBeLoopFree(options?: LoopGuardOptions): R;
    /**
     * A detector finds a loop in these calls, and it is like `expected`. Without `options`, the detector that `expected`
     * names looks, with its defaults; if it names none, the recommended preset.
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
    /** The calls so far, in order, with what came back; a call that loop detection refused has no outcome. */
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

export { recordToolCalls };
export type { ExpectedLoop, LoopMatchers, RecordedCall, ToolCallRecording };
