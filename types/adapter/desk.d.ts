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
    /** Names of options that the adapter has beside `onAbort`. */
    more?: readonly string[];
}
/** `R`: what it gives for a run. */
export interface Desk<R extends CallRun = AgentRun> {
    /** `undefined`: a run was given in its place. */
    readonly guard: LoopGuard | undefined;
    readonly onAbort: OnAbort;
    /** Whether `next()` may have an `edit`; for adapters to which it is a cost to look. */
    readonly edits: boolean;
    /**
     * The run of an agent, by a key of the framework's: a session's id, or an object that it keeps for each run. Without a key a
     * run of its own. The parent is the run in whose tool the code is, unless `parent` says otherwise. If the desk was given a
     * run, it is always that one.
     */
    run(key?: string | object, options?: RunOptions): R;
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
/** Throws `ERR_LOOPGUARD_OPTION` for what is no run. `name`: of the argument. */
export declare function assertRun(run: unknown, name?: string): asserts run is AnyRun;
