import type { Fields } from "../history/fields.ts";
import type { RecoverStep } from "../rules/recover-options.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { LoopReporter } from "../run/loop-reporter.ts";
import type { AnyRun, CallRunSettings } from "./call-run.ts";
/** What is to be done to one request. */
export interface RequestEdit {
    /** The run is over, and this is its last request: what the model says is the result, with this error beside it. */
    readonly answers: ToolLoopError | undefined;
    /** Another model for this request, as the user gave it. */
    readonly model: unknown;
    /** Another temperature for this request. */
    readonly temperature: number | undefined;
    /** The tools to offer: without those of the loop, unless none would be left; none in the last request. */
    tools<T>(tools: readonly T[], nameOf: (tool: T) => string): T[];
    /** The messages to send in place of these, which are not changed. `user`: a message of a user in the framework. */
    messages<M>(messages: readonly M[], user: (text: string) => M): M[];
}
/** What is known of a run, and is told of it. */
export interface RecoveredRun {
    readonly reporter: Pick<LoopReporter, "recover" | "takeStruck" | "recovered"> & {
        readonly tally: Pick<LoopReporter["tally"], "calls">;
    };
}
export declare class Recovery {
    #private;
    /** `asksOther`: see `DeskSettings`. */
    constructor(run: RecoveredRun, asksOther?: (step: RecoverStep) => boolean);
    /** Whether the last request of the run was asked for. */
    get answered(): boolean;
    /**
     * What is to be done to the next request. `end`: the run is over, and may ask once more. `late`: calls since then, which the run
     * has not judged.
     */
    next(end: ToolLoopError | undefined, late: number): RequestEdit | undefined;
    /** The model has answered without a call. */
    concluded(): void;
    /** What became of the last request. */
    settle(ended: boolean): void;
    /** What was before has no effect on what comes, but that repetitions stay left out: they are still there. */
    forget(): void;
}
/** How the run can be got out of a loop; `undefined`: nobody asked for it, or it is no run of a guard. */
export declare function recoveryOf(run: AnyRun, { onAbort, asksOther }: CallRunSettings): Recovery | undefined;
/** Messages of a framework that has a form of its own: they are edited as messages that `pruneLoop` reads. */
export interface MessageForm<M> {
    /** The message in a form that `pruneLoop` reads, or any object if it need not be read. */
    known(message: M): object;
    /** The message with what was changed in its known form, which are results. */
    back(message: M, changed: Fields): M;
    /** A message of a user. */
    user(text: string): M;
}
/** What `edit` makes of the messages. One that is not changed stays the same object. */
export declare function editedMessages<M>(edit: RequestEdit, messages: readonly M[], form: MessageForm<M>): M[];
