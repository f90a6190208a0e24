import type { LoopDetection, RunOptions } from "../base/types.ts";
import { type GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { AgentRun, type OnAbort } from "./agent-run.ts";
import { type AnyRun } from "./any-run.ts";
/** What an adapter takes in the place of a guard: a guard, its options, nothing for the recommended preset, or one run for all. */
export type DeskInput = GuardInput | AnyRun;
/** What every adapter takes as its last argument. */
export interface AdapterOptions {
    /**
     * How an abort ends a run. `"throw"`: with a `ToolLoopError`. `"stop"`: quietly, in the framework's own way, and
     * `findToolLoopError(result)` gets the error. Default `"throw"`.
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
    /** Names of options that the adapter has beside `onAbort`. */
    more?: readonly string[];
}
export interface Desk {
    /** `undefined`: a run was given in its place. */
    readonly guard: LoopGuard | undefined;
    readonly onAbort: OnAbort;
    /**
     * The run of an agent, by a key of the framework's: a session's id, or an object that it keeps for each run. Without a key a
     * run of its own. The parent is the run in whose tool the code is, unless `parent` says otherwise. If the desk was given a
     * run, it is always that one.
     */
    run(key?: string | object, options?: RunOptions): AgentRun;
    /** The desk's side of a run that the guard gave. The same run is the same. */
    of(run: AnyRun): AgentRun;
}
/**
 * A desk for an adapter. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work.
 *
 * @example
 * const { run } = desk(guard, options);
 * const agentRun = run(sessionId);
 */
export declare function desk(guard?: DeskInput, options?: AdapterOptions, settings?: DeskSettings): Desk;
/** Throws `ERR_LOOPGUARD_OPTION` for what is no run. `name`: of the argument. */
export declare function assertRun(run: unknown, name?: string): asserts run is AnyRun;
