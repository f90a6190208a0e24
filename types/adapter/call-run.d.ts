/** The calls of one run at the desk. Without the rest of `AgentRun`, it is what a guarded function needs. */
import { type Awaitable } from "../base/property.ts";
import type { LoopCall, LoopDetection, LoopOutcome, LoopRun } from "../base/types.ts";
import { type ToolLoopError } from "../rules/tool-loop-error.ts";
import type { StoredLoopRun } from "../store/stored-run-options.ts";
import type { Refusal, ResultForm } from "./result-form.ts";
import { type Admission } from "./result-form.ts";
/** A run in memory or in a store. */
export type AnyRun = LoopRun | StoredLoopRun;
/** Whether this is a run, and no guard and no options: only a guard has the method `run`. */
export declare function isAnyRun(value: unknown): value is AnyRun;
/** How an abort ends a run: with a `ToolLoopError`; quietly, in the framework's own way; or so, after a last request without tools. */
export type OnAbort = "throw" | "stop" | "answer";
export interface CallRunSettings {
    readonly onAbort: OnAbort;
    /** The user wants an answer, whether the model can be asked for one or not. */
    readonly answers: boolean;
    /** See `DeskSettings`. */
    readonly asksOther: (other: {
        readonly model?: unknown;
        readonly temperature?: number | undefined;
    }) => boolean;
    /** See `AdapterOptions`. */
    readonly more: number;
    readonly endsWith: "run" | "round" | "call";
    /** The error that ends a run, in a form of the framework's own. */
    readonly errorOf: (detection: LoopDetection) => ToolLoopError;
    /** The run was given by the user: it goes on when an agent is done, or begins anew. */
    readonly kept: boolean;
}
/** After an abort no call that has not started runs: all of them are refused, until a turn begins. */
export declare class CallRun {
    #private;
    /** The guard's own run. */
    readonly run: AnyRun;
    readonly onAbort: OnAbort;
    constructor(run: AnyRun, settings: CallRunSettings);
    /** The error that ends the run, once a verdict was `abort`; a new one each time, so that nobody shares its results. */
    get ended(): ToolLoopError | undefined;
    /** The error of the abort that ended the round under way, in a host that goes on after one. */
    get endedRound(): ToolLoopError | undefined;
    /** The calls that follow are of one model response. `id`: of the response, if the framework has one; the same is the same round. */
    round(id?: unknown): void;
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
    /** What a human said of a call that `ask` was about, see `decisionOf`. The words of a refusal are the human's. */
    decide(call: LoopCall, said: unknown): Awaitable<Admission | Refusal>;
    /** For frameworks that ask before they run a tool: whether a human is to be asked about this call. It is judged again then. */
    asks(call: LoopCall): Awaitable<boolean>;
    /** For wrappers: a call that was judged before goes on, for instance with what a human said. */
    resume<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R;
    /** Throws the error that ends the run, if there is one and the option `onAbort` says so. */
    throwIfEnded(): void;
    /** Who works in this run, for detections. */
    name(agent: string): void;
    /** The error for a detection of this run, with what the host can know: the results so far, the call, what came back last. */
    errorOf(detection: LoopDetection): ToolLoopError;
}
