import { type LoopMatchers } from "./conformance/matchers.ts";
export type { ExpectedLoop, LoopMatchers } from "./conformance/matchers.ts";
export { recordToolCalls, type ToolCallRecording } from "./conformance/recording.ts";
export type { RecordedCall } from "./history/transcripts.ts";
export type { DetectorName } from "./rules/table.ts";
declare global {
    namespace jest {
        interface Matchers<R, T = {}> extends LoopMatchers<R> {
        }
    }
}
