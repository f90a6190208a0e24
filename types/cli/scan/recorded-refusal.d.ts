import type { LoopOutcome } from "../../types.ts";
/** Whether what came back was a guard's refusal: then the call was not run. */
export declare function isRecordedRefusal({ result, error }: LoopOutcome): boolean;
