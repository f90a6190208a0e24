/**
 * Matchers for vitest: `import "loopguard/vitest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import 'vitest';
import { LoopMatchers } from './shared.js';
export { type DetectorName, type ExpectedLoop, type RecordedCall, type ToolCallRecording, recordToolCalls } from './shared.js';

declare global {
    namespace Chai {
        interface Assertion extends LoopMatchers<void> {
        }
    }
}
declare module "vitest" {
    interface AsymmetricMatchersContaining extends LoopMatchers<unknown> {
    }
}

export { type LoopMatchers };
