/** One run of an agent at the desk: what an adapter tells of it, and what it is told to do. */
import { type Awaitable } from "../base/property.ts";
import type { Delegation } from "../base/types.ts";
import { type ToolLoopError } from "../rules/tool-loop-error.ts";
import { type AnyRun, CallRun, type CallRunSettings } from "./call-run.ts";
import { type RequestEdit } from "./recovery.ts";
import type { Admission, Refusal } from "./result-form.ts";
import { TextMonitor, type TextStep } from "./text-monitor.ts";
import { type AskStream, type AskWhole, type StreamForm, type TextStream, type WholeForm } from "./text-responses.ts";
export type { OnAbort } from "./call-run.ts";
/** What is to be done to the next request to the model. */
export interface NextRequest {
    /** The run is over: there is to be no request, see `AgentRun.finish`. */
    readonly end: ToolLoopError | undefined;
    /** For the model, as a message at the end of the request. It is given once. */
    readonly note: string | undefined;
    /** The run is in a loop, or was in one, or is to answer: what else is done to the request. */
    readonly edit: RequestEdit | undefined;
}
/** How a run that is over ends in a framework. */
export interface EndForm<R> {
    /**
     * The framework's own result of a run that was stopped, from which `findToolLoopError` gets the error. `text`: what it says,
     * which under `"answer"` is an answer of ours, where the model gave none.
     */
    stopped(end: ToolLoopError, text: string): R;
}
/** Puts the error that ended a run where `findToolLoopError` looks, or takes it away. */
export declare function tellEnd(target: object, end: ToolLoopError | undefined): void;
/**
 * A run, with what adapters have in common. Methods that give an `Awaitable` give a promise only for a run in a store.
 *
 * After an abort no call that has not started runs: all of them are refused, until `turn`.
 */
export declare class AgentRun extends CallRun {
    #private;
    constructor(run: AnyRun, settings: CallRunSettings);
    /** What the model writes, for adapters that end a generation themselves; others use `stream` and `whole`. */
    get text(): TextMonitor;
    /**
     * A message with the role of a user has come: it begins a turn, unless a program wrote it, such as a nudge that repeats itself
     * or a note of ours. Without a message a user surely spoke. Gives whether a turn began.
     */
    turn(message?: unknown): boolean;
    /** A run under the same key that begins anew; one that the user gave in place of a guard begins a turn. */
    restart(): Awaitable<void>;
    /** Another agent is to work. `runs: false`: it is not to. */
    delegate(to: Delegation): Awaitable<Admission | Refusal>;
    /** What a model response has used, for budgets, as the framework or the provider writes it. Fails open. */
    usage(used: unknown): Awaitable<void>;
    /**
     * Asked before each request to the model. This is the one place that says what is to be done to a request.
     *
     * @example
     * import { desk } from "loopguard/adapter";
     *
     * const agentRun = desk().run(sessionId);
     * const { end, note, edit } = agentRun.next();
     * if (end !== undefined) show(agentRun.finish(end, { stopped: (_, text) => text }));
     * if (note !== undefined) show(note); // as a message of the user at the end of the request
     * if (edit !== undefined) show(edit.messages(messages, (content) => ({ role: "user", content })));
     */
    next(): NextRequest;
    /** What is done to the next request to get the model out of a loop; the same until a call was judged. `next` has it, too. */
    edit(): RequestEdit | undefined;
    /** Whether nothing is asked any more: the run is over, and has had its last request, if it has one. */
    get over(): boolean;
    /** The model has answered without a call: what was done to the request has helped. */
    answered(): void;
    /** The request has failed: what was done to it has not helped. */
    failed(): void;
    /** Ends a run that is over: throws the error, or gives the framework's own result, as the option `onAbort` says. */
    finish<R>(end: ToolLoopError, form: EndForm<R>): R;
    /** What a run says that was stopped: why, and under `"answer"` what is known, where the model said nothing. */
    endText(end: ToolLoopError): string;
    /** A response that streams, and those that follow because the model had repeated itself, as one. */
    stream<Q, C>(request: Q, ask: AskStream<Q, C>, form: StreamForm<Q, C>): TextStream<C>;
    /** A whole response, and those that follow because the model had repeated itself. `step`: `"abort"` if the run is to end. */
    whole<Q, R, P>(request: Q, ask: AskWhole<Q, R, P>, form: WholeForm<Q, R, P>): Promise<{
        response: R;
        step: TextStep;
    }>;
    /**
     * The run is over. A run in a store stays there, and one that the user gave in place of a guard stays open. `failed`: it broke off.
     */
    close(failed?: boolean): Awaitable<void>;
}
