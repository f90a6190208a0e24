/** The matchers as functions in the manner of `node:assert`, for its test runner and any other. */
import { builtin, needed } from "./base/platform.ts";
import { type ExpectedLoop, type MatcherResult, toBeLoopFree, toHaveRefused, toLoop } from "./conformance/matchers.ts";
import type { LoopGuardOptions } from "./rules/options.ts";

export type { ExpectedLoop } from "./conformance/matchers.ts";
export { recordToolCalls, type ToolCallRecording } from "./conformance/recording.ts";
export type { RecordedCall } from "./history/transcripts.ts";
export type { DetectorName } from "./rules/table.ts";

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
export function assertLoopFree(calls: unknown, options?: LoopGuardOptions): void {
  judge(toBeLoopFree(calls, options), assertLoopFree);
}

/** Throws an `AssertionError` if there is no loop like the expected one in these calls. */
export function assertLoops(calls: unknown, expected?: ExpectedLoop, options?: LoopGuardOptions): void {
  judge(toLoop(calls, expected, options), assertLoops);
}

/** Throws an `AssertionError` if a guard, a run, or an executor with a guard has refused no call; with `tool`, none of it. */
export function assertRefused(guard: unknown, tool?: string): void {
  judge(toHaveRefused(guard, tool), assertRefused);
}

function judge({ pass, message }: MatcherResult, stackStartFn: (...args: never[]) => void): void {
  if (pass) return;
  const { AssertionError } = needed(builtin("node:assert"), "An assertion"); // not before: it takes long to load
  throw new AssertionError({ message: message(), stackStartFn: stackStartFn as () => void });
}
