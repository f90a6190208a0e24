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
type Answer = Record<string, unknown>;
/** The JSON object for stdout; `undefined` if there is nothing to say. */
export declare function answerFor(event: HookEvent, found: HookFinding): Answer | undefined;
export {};
