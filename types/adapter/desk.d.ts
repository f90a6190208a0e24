import type { LoopDetection, RunOptions } from "../base/types.ts";
import { type GuardInput } from "../guard/check-messages.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ToolLoopError } from "../rules/tool-loop-error.ts";
import { AgentRun } from "./agent-run.ts";
import { type AnyRun, CallRun, type OnAbort } from "./call-run.ts";
/** What an adapter takes in the place of a guard: a guard, its options, nothing for the recommended preset, or one run for all. */
export type DeskInput = GuardInput | AnyRun;
/** What every adapter takes as its last argument. */
export interface AdapterOptions {
    /**
     * How an abort ends a run. `"throw"`: with a `ToolLoopError`. `"stop"`: quietly, in the framework's own way, and
     * `findToolLoopError(result)` gets the error. `"answer"`: as `"stop"`, after one last request without tools, whose answer is
     * the result; where there can be none, a text of ours is. Default `"throw"`.
     */
    onAbort?: OnAbort | undefined;
    /**
     * How many further calls of a loop a human's yes allows, where the framework's approval cannot say: see `LoopDecision`.
     * Default 0: the next one is asked about again.
     */
    more?: number | undefined;
}
/** What the author of an adapter says of the framework. */
export interface DeskSettings {
    /**
     * How far an abort reaches. `"run"`: until a turn begins, no further call runs. `"round"`: until the next round, for hosts
     * that may catch the error and go on. `"call"`: it is one call that does not run, where nothing is known of rounds. Default
     * `"run"`.
     */
    endsWith?: "run" | "round" | "call";
    /** The error that ends a run, in a form of the framework's own. Default: a `ToolLoopError`. */
    errorOf?: (detection: LoopDetection) => ToolLoopError;
    /** The adapter makes the last request of `onAbort: "answer"`. Without it such a run ends as under `"stop"`, with an answer of ours. */
    answers?: boolean;
    /** Whether the adapter can ask this model of `recover`, or at this temperature; what it cannot is not tried. Default: always. */
    asksOther?: (other: {
        readonly model?: unknown;
        readonly temperature?: number | undefined;
    }) => boolean;
    /** Names of options that the adapter has beside those of `AdapterOptions`. */
    more?: readonly string[];
}
/** Of an adapter that makes the last request, and can ask another model, but not at another temperature. */
export declare const OTHER_MODELS: DeskSettings;
/** `R`: what it gives for a run. */
export interface Desk<R extends CallRun = AgentRun> {
    /** `undefined`: a run was given in its place. */
    readonly guard: LoopGuard | undefined;
    readonly onAbort: OnAbort;
    /** Whether `next()` may have an `edit`; for adapters to which it is a cost to look. */
    readonly edits: boolean;
    /** Whether a call may have to be asked about, likewise. */
    readonly asks: boolean;
    /**
     * The run of an agent, by a key of the framework's: a session's id, or an object that it keeps for each run. Without a key a
     * run of its own. The parent is the run in whose tool the code is, unless `parent` says otherwise. If the desk was given a
     * run, it is always that one.
     */
    run(key?: string | object, options?: RunOptions): R;
    /** The run that `find` gets from the guard, by a key of its own or in the scope around; or the run that the desk was given. */
    runBy(find: (guard: LoopGuard) => AnyRun): R;
    /** The desk's side of a run that the guard gave. The same run is the same. */
    of(run: AnyRun): R;
}
/**
 * A desk for an adapter. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work.
 *
 * @example
 * import { desk } from "loopguard/adapter";
 *
 * const agentRun = desk({ preset: "strict" }, { onAbort: "stop" }).run(sessionId);
 */
export declare function desk(guard?: DeskInput, options?: AdapterOptions, settings?: DeskSettings): Desk;
/** A desk for calls alone, which does without the rest of an agent's run, so that a bundle does too. */
export declare function callDesk(guard: DeskInput | undefined, settings: DeskSettings): Desk<CallRun>;
/** The desk's side of a run that the user has to give. Throws `ERR_LOOPGUARD_OPTION` for what is none. */
export declare function givenRun(run: AnyRun, options?: AdapterOptions): AgentRun;
