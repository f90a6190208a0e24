/**
 * Matchers for Jest, 29 and later: `import "loopguard/jest"` in a test or a set-up file, then
 * `expect(calls).toBeLoopFree()` and `expect(calls).toLoop({ detector: "cycle" })`.
 */
import { describeValue } from "./base/errors.ts";
import { type LoopMatchers, toBeLoopFree, toHaveRefused, toLoop } from "./conformance/matchers.ts";

export type { ExpectedLoop, LoopMatchers } from "./conformance/matchers.ts";
export { recordToolCalls, type ToolCallRecording } from "./conformance/recording.ts";
export type { RecordedCall } from "./history/transcripts.ts";
export type { DetectorName } from "./rules/table.ts";

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: as @types/jest declares it, with which this one merges
    interface Matchers<R, T = {}> extends LoopMatchers<R> {}
  }
}
// biome-ignore lint/suspicious/noTsIgnore: Jest has it, for `expect` of "@jest/globals"; neither this project nor Bun does
/** @ts-ignore */
declare module "expect" {
  interface Matchers<R> extends LoopMatchers<R> {}
}

const { expect } = globalThis as { expect?: { extend?(matchers: object): void } };
if (typeof expect?.extend !== "function")
  throw new TypeError(
    `loopguard/jest needs Jest's global expect, which is ${describeValue(expect)}; import it in a test or in setupFilesAfterEnv, ` +
      "and with injectGlobals: false call expect.extend(matchers)",
  );
expect.extend({ toBeLoopFree, toLoop, toHaveRefused });
