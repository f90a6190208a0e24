/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import "vitest";
import { type LoopMatchers } from "./matchers/matchers.ts";
export type { DetectorName } from "./detectors/table.ts";
export type { RecordedCall } from "./history/transcripts.ts";
export type { ExpectedLoop, LoopMatchers } from "./matchers/matchers.ts";
export { recordToolCalls, type ToolCallRecording } from "./matchers/recording.ts";
declare module "vitest" {
    interface Assertion<T> extends LoopMatchers<void> {
    }
    interface AsymmetricMatchersContaining extends LoopMatchers<unknown> {
    }
}
