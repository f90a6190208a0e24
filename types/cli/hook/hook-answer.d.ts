/** The answer to an agent, in its dialect; native/hook/answer.c writes the same. */
import type { VerdictAction } from "../../base/types.ts";
import { type HookEvent } from "./hook-event.ts";
/** What the guard found at one event. */
export interface HookFinding {
    /** After a call: `allow`, `warn` or `abort`. */
    readonly action: VerdictAction;
    /** The text for the model; after a call, the warnings. */
    readonly text: string;
    /** Why the turn ends. */
    readonly stop: string;
}
/** What the agent gets. */
export interface HookAnswer {
    /** JSON, or a plain text for agents that read one; `""`: nothing. */
    readonly text: string;
    /** The call is refused by the exit code 2, and the text is for stderr. */
    readonly exit: boolean;
}
export declare const SILENT: HookAnswer;
export declare function answerFor(event: HookEvent, found: HookFinding): HookAnswer;
