/** What an agent is told, in its dialect; native/hook/answer.c writes the same. */
import type { VerdictAction } from "../../types.ts";
import type { HookEvent } from "./hook-event.ts";
/** What was found out about one event. */
export interface HookFinding {
    /** Of a call that has run: `warn` or `abort`. */
    readonly action: VerdictAction;
    /** What the model reads; of a call that has run, the warnings only. */
    readonly text: string;
    /** Why the turn ends. */
    readonly stop: string;
}
/** The JSON object for stdout; `undefined` where all is well. */
export declare function answerFor(event: HookEvent, finding: HookFinding): Record<string, unknown> | undefined;
