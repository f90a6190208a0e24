import type { ToolPolicy } from "../base/types.ts";
import type { ToolExecutor } from "../executor/tool-executor.ts";
import type { RecordedCall } from "../history/transcripts.ts";
/** The return value of `recordToolCalls`; `expect` takes it as it is. */
export interface ToolCallRecording {
    /** The calls so far, in order, with their results or errors; a refused call has the message in `refused`. */
    readonly calls: RecordedCall[];
    /** Ends the recording. */
    stop(): void;
}
type Recorded = Pick<ToolExecutor, "executeAll">;
/**
 * Records all calls of an executor, for `expect(recording)`. Each `runId` is a run of its own.
 *
 * @example
 * const recording = recordToolCalls(executor);
 * await agent.run("Book a flight");
 * expect(recording).toBeLoopFree();
 */
export declare function recordToolCalls(executor: Recorded): ToolCallRecording;
/** The calls of a recording, or what was given. */
export declare function callsOf(received: unknown): unknown;
/** The policies of the tools whose calls these are. */
export declare function recordedPolicies(calls: object): Record<string, false | ToolPolicy>;
export {};
