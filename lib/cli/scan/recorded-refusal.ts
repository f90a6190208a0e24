/** What a guard said in a recorded run. */

import type { LoopOutcome } from "../../base/types.ts";
import { isRefusalText } from "../../report/messages.ts";

/** A refusal is a few sentences; a page in which one is quoted is a result. */
const LENGTH_MAX = 2_000;

/** Whether what came back was a guard's refusal: then the call was not run. */
export function isRecordedRefusal({ result, error }: LoopOutcome): boolean {
  return isRefusal(result) || isRefusal(error);
}

function isRefusal(text: unknown): boolean {
  return typeof text === "string" && text.length <= LENGTH_MAX && isRefusalText(text);
}
