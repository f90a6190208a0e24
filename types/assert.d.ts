/** The matchers as functions in the manner of `node:assert`, for its test runner and any other. */
import { ExpectedLoop } from './shared.js';
import { LoopGuardOptions } from './index.js';
export { type DetectorName, type RecordedCall, type ToolCallRecording, recordToolCalls } from './shared.js';

/**
 * Throws an `AssertionError` if there is a loop in these calls; see `LoopMatchers.toBeLoopFree`.
 *
 * @example
 * import { assertLoopFree, recordToolCalls } from "loopguard/assert";
 *
 * const recording = recordToolCalls(executor);
 * await agent.run("Book a flight");
 * assertLoopFree(recording);
 */
declare function assertLoopFree(calls: unknown, options?: LoopGuardOptions): void;
/** Throws an `AssertionError` if there is no loop like the expected one in these calls. */
declare function assertLoops(calls: unknown, expected?: ExpectedLoop, options?: LoopGuardOptions): void;
/** Throws an `AssertionError` if a guard, a run, or an executor with a guard has refused no call; with `tool`, none of it. */
declare function assertRefused(guard: unknown, tool?: string): void;

export { type ExpectedLoop, assertLoopFree, assertLoops, assertRefused };
