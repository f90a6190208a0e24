/** One run of an agent at the desk: what an adapter tells of it, and what it is told to do. */
import { type Awaitable } from "../base/awaitable.ts";
import type { Delegation, LoopCall, LoopDetection, LoopOutcome, LoopUsage } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import type { AnyRun } from "./any-run.ts";
import type { Admission, Refusal, ResultForm } from "./result-form.ts";
import { TextMonitor, type TextStep } from "./text-monitor.ts";
import { type AskStream, type StreamForm, type TextStream } from "./text-stream.ts";
import { type AskWhole, type WholeForm } from "./text-whole.ts";
/** How an abort ends a run: with a `ToolLoopError`, or quietly, in the framework's own way. */
export type OnAbort = "throw" | "stop";
/** What is to be done to the next request to the model. */
export interface NextRequest {
    /** The run is over: there is to be no request, see `AgentRun.finish`. */
    readonly end: ToolLoopError | undefined;
    /** For the model, as a message at the end of the request. It is given once. */
    readonly note: string | undefined;
}
/** How a run that is over ends in a framework. */
export interface EndForm<R> {
    /** The framework's own result of a run that was stopped, from which `findToolLoopError` gets the error. */
    stopped(end: ToolLoopError): R;
}
export interface AgentRunSettings {
    readonly onAbort: OnAbort;
    readonly endsWith: "run" | "round" | "call";
    /** The error that ends a run, in a form of the framework's own. */
    readonly errorOf: (detection: LoopDetection) => ToolLoopError;
}
/**
 * A run, with what adapters have in common. Methods that give an `Awaitable` give a promise only for a run in a store.
 *
 * After an abort no call that has not started runs: all of them are refused, until `turn`.
 */
export declare class AgentRun {
    #private;
    /** The guard's own run. */
    readonly run: AnyRun;
    readonly onAbort: OnAbort;
    constructor(run: AnyRun, settings: AgentRunSettings);
    /** The error that ends the run, once a verdict was `abort`; a new one each time, so that nobody shares its results. */
    get ended(): ToolLoopError | undefined;
    /** The error of the abort that ended the round under way, in a host that goes on after one. */
    get endedRound(): ToolLoopError | undefined;
    /** What the model writes, for adapters that end a generation themselves; others use `stream` and `whole`. */
    get text(): TextMonitor;
    /** The calls that follow are of one model response. `id`: of the response, if the framework has one; the same is the same round. */
    round(id?: unknown): void;
    /**
     * A message with the role of a user has come: it begins a turn, unless a program wrote it, such as a nudge that repeats itself
     * or a note of ours. Without a message a user surely spoke. Gives whether a turn began.
     */
    turn(message?: unknown): boolean;
    /** A run under the same key that begins anew. */
    restart(): Awaitable<void>;
    /** For hooks: whether a call may run. `after` or `drop` follows if it does. */
    before(call: LoopCall): Awaitable<Admission | Refusal>;
    /** For hooks: what came back. Gives what the model is to read with it. `ended` may be set afterwards. */
    after(call: LoopCall, outcome: LoopOutcome): Awaitable<string | undefined>;
    /** For hooks: the call did not run after all, or nobody knows its outcome. */
    drop(call: LoopCall): Awaitable<void>;
    /** A call that no tool can take. The model is to read the message with the framework's own error, or in place of it. */
    invalid(call: LoopCall, error: unknown): Awaitable<Admission | Refusal>;
    /** For wrappers: judges a call, runs it with `invoke` unless it is refused, and records its outcome. */
    call<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R;
    /** For wrappers: a call that was judged before goes on, for instance with what a human said. */
    resume<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R;
    /** Another agent is to work. `runs: false`: it is not to. */
    delegate(to: Delegation): Awaitable<Admission | Refusal>;
    /** Who works in this run, for detections. */
    name(agent: string): void;
    /**
     * What a model response has used, for budgets. What is no amount is left out, since frameworks and providers differ in what
     * they report. Fails open.
     */
    usage({ inputTokens, outputTokens, cost }: {
        readonly [K in keyof LoopUsage]?: unknown;
    }): Awaitable<void>;
    /**
     * Asked before each request to the model. This is the one place that says what is to be done to a request.
     *
     * @example
     * const { end, note } = await run.next();
     * if (end !== undefined) return run.finish(end, { stopped: (error) => resultOf(error) });
     * if (note !== undefined) request.messages.push({ role: "user", content: note });
     */
    next(): NextRequest;
    /** Ends a run that is over: throws the error, or gives the framework's own result, as the option `onAbort` says. */
    finish<R>(end: ToolLoopError, form: EndForm<R>): R;
    /** Throws the error that ends the run, if there is one and the option `onAbort` says so. */
    throwIfEnded(): void;
    /** A response that streams, and those that follow because the model had repeated itself, as one. */
    stream<Q, C>(request: Q, ask: AskStream<Q, C>, form: StreamForm<Q, C>): TextStream<C>;
    /** A whole response, and those that follow because the model had repeated itself. `step`: `"abort"` if the run is to end. */
    whole<Q, R, P>(request: Q, ask: AskWhole<Q, R, P>, form: WholeForm<Q, R, P>): Promise<{
        response: R;
        step: TextStep;
    }>;
    /** The run is over. A run in a store stays there. */
    close(): Awaitable<void>;
}
export declare function isAmount(value: unknown): value is number;
