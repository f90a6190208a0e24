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

declare global {
  namespace Chai {
    // Which vitest's own has all members of: the parameters of that one are others in each major version.
    interface Assertion extends LoopMatchers<void> {}
  }
}
declare module "vitest" {
  interface AsymmetricMatchersContaining extends LoopMatchers<unknown> {}
}

expect.extend({ toBeLoopFree, toLoop, toHaveRefused });
