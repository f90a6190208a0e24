/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import "vitest"; // stays in the declarations, so that TypeScript finds the module that they add matchers to
import { expect } from "vitest";
import { type LoopMatchers, toBeLoopFree, toHaveRefused, toLoop } from "./conformance/matchers.ts";

export type { ExpectedLoop, LoopMatchers } from "./conformance/matchers.ts";
export { recordToolCalls, type ToolCallRecording } from "./conformance/recording.ts";
export type { RecordedCall } from "./history/transcripts.ts";
export type { DetectorName } from "./rules/table.ts";

declare module "vitest" {
  // As in the namespace of Jest, which vitest reads: a program may have both.
  interface Assertion<T> extends LoopMatchers<void> {}
  interface AsymmetricMatchersContaining extends LoopMatchers<unknown> {}
}

expect.extend({ toBeLoopFree, toLoop, toHaveRefused });
