import { type LoopMatchers } from "./matchers/matchers.ts";
export type { DetectorName } from "./detectors/table.ts";
export type { RecordedCall } from "./history/transcripts.ts";
export type { ExpectedLoop, LoopMatchers } from "./matchers/matchers.ts";
export { recordToolCalls, type ToolCallRecording } from "./matchers/recording.ts";
declare global {
    namespace jest {
        interface Matchers<R, T = {}> extends LoopMatchers<R> {
        }
    }
}
