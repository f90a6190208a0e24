import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { RunProtocol } from "../run/run-protocol.ts";
import type { AnyRun } from "./call-run.ts";
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
export declare class Recovery {
    #private;
    constructor(run: RunProtocol<unknown, unknown>);
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
/** What a run says that was stopped, where the model said nothing: the reason, and the newest result. */
export declare function answerText(end: ToolLoopError): string;
/** How the run can be got out of a loop; `undefined`: nobody asked for it, or it is no run of a guard. */
export declare function recoveryOf(run: AnyRun, answers: boolean): Recovery | undefined;
