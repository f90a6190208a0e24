import { type ExpectedLoop } from "./conformance/matchers.ts";
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
export declare function assertLoopFree(calls: unknown, options?: LoopGuardOptions): void;
/** Throws an `AssertionError` if there is no loop like the expected one in these calls. */
export declare function assertLoops(calls: unknown, expected?: ExpectedLoop, options?: LoopGuardOptions): void;
/** Throws an `AssertionError` if a guard, a run, or an executor with a guard has refused no call; with `tool`, none of it. */
export declare function assertRefused(guard: unknown, tool?: string): void;
