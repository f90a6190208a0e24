/** A stuck model against an adapter, in figures. */
import type { Driver, Mode } from "./driver.ts";
import { type Ending, Trial } from "./trial.ts";
/** What became of a model that asks for the same call in every step. */
export interface StuckRun {
    /** Calls that ran. */
    executions: number;
    /** Requests to the model. */
    modelCalls: number;
    /** Results in the last request that say that the call was not run. */
    refusals: number;
    /** Results in the last request with a warning. */
    warnings: number;
    /** How the run ended: with a `ToolLoopError`, with another error, or with a result. */
    ended: "tool-loop-error" | "error" | "result";
}
export interface StuckTrial extends StuckRun {
    readonly ending: Ending;
    readonly results: readonly string[];
}
/**
 * Runs a model that asks for `search({ q: "x" })` in every step, with the guard
 * `{ detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } }`. An adapter that conforms gives 2
 * executions, 2 refusals, 1 warning, 5 requests to the model, and a `ToolLoopError`. For tables of what an adapter does.
 *
 * @example
 * import { runStuckAgent } from "loopguard/conformance";
 *
 * const { executions, refusals, ended } = await runStuckAgent(driver, "generate");
 */
export declare function runStuckAgent(driver: Driver, mode: Mode): Promise<StuckRun>;
export declare function tryStuckAgent(trial: Trial): Promise<StuckTrial>;
