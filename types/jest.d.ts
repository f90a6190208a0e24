/**
 * Matchers for Jest, 29 and later: `import "loopguard/jest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import { LoopMatchers } from './shared.js';
export { type DetectorName, type ExpectedLoop, type RecordedCall, type ToolCallRecording, recordToolCalls } from './shared.js';

declare global {
    namespace jest {
        interface Matchers<R, T = {}> extends LoopMatchers<R> {
        }
    }
}
/** @ts-ignore */
declare module "expect" {
    interface Matchers<R> extends LoopMatchers<R> {
    }
}

export { type LoopMatchers };
